import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { HubCell } from "./hub-cell.tsx";
import {
  DeskCell,
  PracticeCell,
  StatusBar,
  StatusCell,
} from "#renderer/ui/controls/page/status-bar.tsx";
import type { Connection } from "#shared/contract/connection.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { ConflictsCell } from "./conflicts-cell.tsx";
import { describeConnection, describeOutbox, describeReplica } from "./status-words.ts";
import { UnsavedCell } from "./unsaved-cell.tsx";
import { countNeeding } from "#renderer/client/queries/use-waiting-for-person.ts";
import type { WaitingForPerson } from "#renderer/client/queries/use-waiting-for-person.ts";
import styles from "./shell.module.css";

export interface StatusLineProps {
  readonly desk: DeskState;
  readonly connection: Connection;
  readonly sync: SyncStatus | null;
  readonly waiting: WaitingForPerson;
}

/** Shows the connection, the outbox, the age of the replica, and the operator of this desk. */
export function StatusLine(props: StatusLineProps) {
  const { desk, connection } = props;
  const isConnected = useIsConnected();
  return (
    <StatusBar label={words.shell.status}>
      {connection.mode === "practice" ? <PracticeCell /> : null}
      {isConnected ? null : (
        <StatusCell icon="offline" tone="look">
          {words.shell.connection.short}
        </StatusCell>
      )}
      <UnsavedCell eventId={desk.currentEventId} />
      {isConnected ? <StateCells {...props} /> : null}
      <DeskCell desk={desk.settings.desk} operator={desk.settings.operator} />
    </StatusBar>
  );
}

/** What the program told about the connection, the outbox and the replica. Without an answer of the program it is not known. */
function StateCells({ connection, sync, waiting }: StatusLineProps) {
  const mirror = useQuery("journalMirror.status", {}, { topics: ["backups"] });
  const line = describeConnection(connection, sync);
  const queue = describeOutbox(connection, sync, sync === null ? 0 : countNeeding(sync, waiting));
  return (
    <>
      <HubCell>
        <StatusCell icon={line.icon}>
          {line.short}
          {line.more === undefined ? null : <span className={styles["more"]}>{line.more}</span>}
        </StatusCell>
      </HubCell>
      <StatusCell icon="send">
        {queue.short}
        {queue.more === undefined ? null : <span className={styles["most"]}>{queue.more}</span>}
      </StatusCell>
      <StatusCell icon="copy" place="spare">
        {describeReplica(waiting.download, line.isOnline)}
      </StatusCell>
      <ConflictsCell list={waiting.conflicts} />
      {mirror.value === null || mirror.value.why === null ? null : (
        <StatusCell icon="look" tone="look">
          {words.shell.noJournalMirror}
          <span className={styles["spare"]}>
            {words.shell.whyNoJournalMirror[mirror.value.why]}
          </span>
        </StatusCell>
      )}
    </>
  );
}
