import { useState } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { WithFlags } from "#renderer/ui/controls/page/with-flags.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { formatDayAndTime } from "#renderer/i18n/format.ts";
import type { GoBackDialogProps } from "./go-back-dialog.tsx";
import { GoBackDialog } from "./go-back-dialog.tsx";
import { SettingsSection, SettingsError } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

const shown = 4;

/** The backups on this computer, a button for another one, and on the desktop the restore of a backup. */
export function BackupsCard() {
  const may = useMay("backup.list");
  const isPractice = useIsPractice();
  const list = useQuery("backup.list", {}, { topics: ["backups"] });
  const make = useCommand("backup.make");
  const folders = useQuery("dataFolder.list", {}, { topics: ["settings"] });
  const [asks, setAsks] = useState<Pick<GoBackDialogProps, "backup"> | null>(null);
  const say = words.settings.backups;
  if (!may) return null;
  const backups = list.value?.backups ?? [];
  const back = words.settings.goBack;
  const canGoBack = folders.value?.canOpen === true;
  async function now(): Promise<void> {
    const reply = await make.run({});
    if (reply?.ok === true) list.refresh();
  }
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      {list.value !== null && backups.length === 0 ? <p>{say.none}</p> : null}
      {backups.length === 0 ? null : (
        <ul className={classNames(styles["list"], canGoBack && styles["files"])}>
          {backups.slice(0, shown).map((backup) => (
            <li key={backup.name}>
              <span>{formatDayAndTime(backup.atMs)}</span>
              <b>{say.line(backup.bytes)}</b>
              {canGoBack ? (
                <Button
                  size="s"
                  kind="quiet"
                  label={back.toLabel(formatDayAndTime(backup.atMs))}
                  onPress={() => setAsks({ backup })}
                >
                  {back.to}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {list.value === null ? null : (
        <p className={styles["path"]}>
          {say.folder(list.value.folder)}
          {backups.length > shown ? `, ${say.more(backups.length - shown)}` : null}
        </p>
      )}
      {backups.length === 0 || canGoBack || isPractice ? null : (
        <p className={styles["path"]}>
          <WithFlags text={say.goBack} />
        </p>
      )}
      <div className={styles["buttons"]}>
        <Button icon="disk" isBusy={make.isBusy} onPress={() => void now()}>
          {make.isBusy ? say.making : say.make}
        </Button>
        {canGoBack ? (
          <Button kind="quiet" icon="folder" onPress={() => setAsks({ backup: null })}>
            {back.file}
          </Button>
        ) : null}
      </div>
      <SettingsError failure={make.error ?? list.error} />
      {asks === null ? null : <GoBackDialog backup={asks.backup} onClose={() => setAsks(null)} />}
    </SettingsSection>
  );
}
