import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Mark } from "#renderer/ui/race/mark.tsx";
import { ConnectOption } from "./connect-option.tsx";
import { OpenFolder } from "./open-folder.tsx";
import { PracticeOption } from "./practice-option.tsx";
import styles from "./first-start-screen.module.css";

export interface FirstStartScreenProps {
  /** The way to a hub, for a computer that needs neither a key nor an own connection (M3). */
  readonly joinOption: ReactNode;
}

/** The first screen of a new computer: connect to an organization, or practise. */
export function FirstStartScreen({ joinOption }: FirstStartScreenProps) {
  const desk = useDesk();
  const mayConnect = useMay("connection.save");
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
        {mayConnect ? (
          <div className={styles["options"]}>
            <ConnectOption />
            <PracticeOption />
          </div>
        ) : (
          <EmptyState icon="waiting" title={words.firstStart.ownerFirst.title}>
            {words.firstStart.ownerFirst.text}
          </EmptyState>
        )}
        <footer className={styles["foot"]}>
          <span>
            <Icon name="disk" size={22} />
            {words.firstStart.kept}
          </span>
          <LastWipe />
          {mayConnect ? joinOption : null}
          {mayConnect ? <OpenFolder /> : null}
          {desk.value === null ? null : (
            <span>{words.firstStart.version(desk.value.about.version)}</span>
          )}
        </footer>
      </div>
    </main>
  );
}

/** On a computer that was erased: when, and how much (K4). */
function LastWipe() {
  const look = useQuery("wipe.look", {}, { topics: [] });
  const last = look.value?.last ?? null;
  return last === null ? null : <span>{words.settings.wipe.last(last)}</span>;
}
