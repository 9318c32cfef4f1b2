import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { SettingsSection } from "../settings-section.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import styles from "../settings-screen.module.css";

const say = words.settings.dataFolders;

/** The data folders that this desktop has opened. To open another folder, the program restarts. */
export function DataFoldersCard() {
  const list = useQuery("dataFolder.list", {}, { topics: ["settings"] });
  const open = useCommand("dataFolder.open");
  const isUnchosen = open.error?.code === "cancelled";
  const forget = useCommand("dataFolder.forget");
  if (list.value === null || !list.value.canOpen) return null;

  async function takeOff(path: string): Promise<void> {
    const reply = await forget.run({ path });
    if (reply?.ok === true) list.refresh();
  }

  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <ul className={classNames(styles["list"], styles["files"])}>
        {list.value.folders.map(({ path, isOpen, isUsual, isThere }) => (
          <li key={path}>
            <span>
              <bdi dir="ltr">{path}</bdi>
              <small>
                {[isOpen ? say.open : isThere ? null : say.gone, isUsual ? say.usual : null]
                  .filter((part) => part !== null)
                  .join(", ")}
              </small>
            </span>
            {isOpen || !isThere ? null : (
              <Button
                size="s"
                kind="quiet"
                label={say.openLabel(path)}
                isBusy={open.isBusy}
                onPress={() => void open.run({ path })}
              >
                {say.openThis}
              </Button>
            )}
            {isOpen || isUsual ? null : (
              <Button
                size="s"
                kind="quiet"
                label={say.forgetLabel(path)}
                isBusy={forget.isBusy}
                onPress={() => void takeOff(path)}
              >
                {say.forget}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles["buttons"]}>
        <Button icon="folder" isBusy={open.isBusy} onPress={() => void open.run({})}>
          {open.value === null ? say.other : say.opening}
        </Button>
      </div>
      <FailureNotice
        failure={(isUnchosen ? null : open.error) ?? forget.error ?? list.error}
        own={say.failures}
      />
    </SettingsSection>
  );
}
