import { useState } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { formatDayAndTime } from "#renderer/i18n/format.ts";
import { SettingsSection, settingsFailures } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

/** Browsers and scripts with a session of the owner (S7). The desktop's own window needs no session. */
export function SessionsCard() {
  const may = useMay("session.list");
  const list = useQuery("session.list", {}, { topics: ["devices"] });
  const [isAsking, setAsking] = useState(false);
  const say = words.settings.sessions;
  const sessions = list.value?.sessions ?? [];
  if (!may || sessions.length === 0) return null;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <ul className={classNames(styles["list"], styles["files"])}>
        {sessions.map(({ id, browser, sinceMs, lastUsedAtMs, isThis }) => (
          <li key={id}>
            <span>
              {browser === null ? say.script : browser || say.unknownBrowser}
              {isThis ? ` (${say.isThis})` : null}
              <small>{say.times(formatDayAndTime(sinceMs), formatDayAndTime(lastUsedAtMs))}</small>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles["buttons"]}>
        <Button onPress={() => setAsking(true)}>{say.endOthers}</Button>
      </div>
      <p className={styles["lead"]}>{say.endOthersHint}</p>
      {isAsking ? (
        <CommandDialog
          title={say.endOthersTitle}
          action={{ label: say.endOthersNow, icon: "leave" }}
          command="session.endOthers"
          input={{}}
          failures={settingsFailures}
          onClose={() => setAsking(false)}
        >
          <p>{say.endOthersText}</p>
          <p>{say.endOthersBack}</p>
          <p>{say.endOthersHint}</p>
        </CommandDialog>
      ) : null}
    </SettingsSection>
  );
}
