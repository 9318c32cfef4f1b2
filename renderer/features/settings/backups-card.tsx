import { useCommand } from "#renderer/client/use-command.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { dayAndTime } from "./day-and-time.ts";
import { Part, Trouble } from "./part.tsx";
import styles from "./settings-room.module.css";

const shown = 4;

/** The backups on this computer, and one more when asked. */
export function BackupsCard() {
  const list = useQuery("backup.list", {}, { topics: ["backups"] });
  const make = useCommand("backup.make");
  const say = words.settings.backups;
  if (list.error?.code === "not-allowed") return null;
  const backups = list.value?.backups ?? [];
  async function now(): Promise<void> {
    const reply = await make.run({});
    if (reply?.ok === true) list.refresh();
  }
  return (
    <Part title={say.title} lead={say.lead}>
      {list.value !== null && backups.length === 0 ? <p>{say.none}</p> : null}
      {backups.length === 0 ? null : (
        <ul className={styles["list"]}>
          {backups.slice(0, shown).map((backup) => (
            <li key={backup.name}>
              <span>{dayAndTime(backup.atMs)}</span>
              <b>{say.line(backup.bytes)}</b>
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
      {backups.length === 0 ? null : <p className={styles["path"]}>{say.goBack}</p>}
      <div className={styles["buttons"]}>
        <Button icon="disk" isBusy={make.isBusy} onPress={() => void now()}>
          {make.isBusy ? say.making : say.make}
        </Button>
      </div>
      <Trouble failure={make.error ?? list.error} />
    </Part>
  );
}
