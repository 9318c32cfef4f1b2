import { words } from "#renderer/i18n/words.ts";
import { useDesk } from "#renderer/client/use-desk.ts";
import { Icon } from "#renderer/ui/icon.tsx";
import { Mark } from "#renderer/ui/mark.tsx";
import { ConnectDoor } from "./connect-door.tsx";
import { OpenFolder } from "./open-folder.tsx";
import { PracticeDoor } from "./practice-door.tsx";
import styles from "./first-start-room.module.css";

/** The first thing a new computer shows: connect to an organization, or practise. */
export function FirstStartRoom() {
  const desk = useDesk();
  return (
    <main className={styles["page"]}>
      <div className={styles["content"]}>
        <header className={styles["head"]}>
          <Mark width={76} />
          <div>
            <h1>{words.shell.product}</h1>
            <p>{words.firstStart.lead}</p>
          </div>
        </header>
        <div className={styles["doors"]}>
          <ConnectDoor />
          <PracticeDoor />
        </div>
        <footer className={styles["foot"]}>
          <span>
            <Icon name="disk" size={22} />
            {words.firstStart.kept}
          </span>
          <OpenFolder />
          {desk.value === null ? null : (
            <span>{words.firstStart.version(desk.value.about.version)}</span>
          )}
        </footer>
      </div>
    </main>
  );
}
