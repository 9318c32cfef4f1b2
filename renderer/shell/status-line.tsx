import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { HubCell } from "./hub-cell.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { PracticeCell, StatusBar, StatusCell } from "#renderer/ui/controls/page/status-bar.tsx";
import type { Connection } from "#shared/contract/connection.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { ConflictsCell } from "./conflicts-cell.tsx";
import { UnsavedTimesCell } from "./unsaved-times-cell.tsx";
import styles from "./shell.module.css";

export interface StatusLineProps {
  readonly desk: DeskState;
  readonly connection: Connection;
  readonly sync: SyncStatus | null;
}

/** Shows the connection, the outbox, the age of the replica, and the operator of this desk. */
export function StatusLine({ desk, connection, sync }: StatusLineProps) {
  const isConnected = useIsConnected();
  return (
    <StatusBar label={words.shell.status}>
      {connection.mode === "practice" ? <PracticeCell /> : null}
      {isConnected ? null : (
        <StatusCell icon="offline" tone="look">
          {words.shell.connection.short}
        </StatusCell>
      )}
      <UnsavedTimesCell eventId={desk.currentEventId} />
      {isConnected ? <StateCells desk={desk} connection={connection} sync={sync} /> : null}
      <StatusCell icon="person" place="end">
        {words.shell.deskAndOperator(desk.settings.desk, desk.settings.operator)}
      </StatusCell>
    </StatusBar>
  );
}

/** What the program told about the connection, the outbox and the replica. Without an answer of the program it is not known. */
function StateCells({ desk, connection, sync }: StatusLineProps) {
  const eventId = desk.currentEventId;
  const event = useQuery("event.get", eventId === null ? null : { eventId }, {
    topics: ["events", "download"],
  });
  const mirror = useQuery("journalMirror.status", {}, { topics: ["backups"] });
  const line = describeLine(connection, sync);
  const queue = describeOutbox(connection, sync);
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
        {describeReplica(event.value?.download ?? null, line.icon === "online")}
      </StatusCell>
      <ConflictsCell eventId={eventId} />
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

interface Words {
  readonly short: string;
  /** Hidden in a narrow window. */
  readonly more?: string;
}

function describeLine(
  connection: Connection,
  sync: SyncStatus | null,
): Words & { readonly icon: IconName } {
  const connectivity = sync?.connectivity ?? connection.connectivity;
  if (connection.state === "key-refused") {
    return { icon: "key", short: words.shell.keyRefused, more: words.shell.nothingLost };
  }
  if (connection.state === "key-lost") {
    return { icon: "key", short: words.shell.keyLost, more: words.shell.nothingLost };
  }
  if (connection.state === "none") {
    return { icon: "offline", short: words.shell.notConnected, more: words.shell.savingHere };
  }
  if (connectivity.state === "offline") {
    return {
      icon: "offline",
      short: words.shell.offlineSince(connectivity.sinceMs),
      more: words.shell.savingHere,
    };
  }
  if (sync !== null && sync.sending !== null) {
    return { icon: "sending", short: words.shell.sending(sync.sending.index, sync.sending.of) };
  }
  if (sync !== null && sync.downloads > 0) {
    return { icon: "online", short: words.shell.online, more: words.shell.downloading };
  }
  return connectivity.state === "online"
    ? { icon: "online", short: words.shell.online }
    : { icon: "online", short: words.shell.notAskedYet };
}

function describeOutbox(connection: Connection, sync: SyncStatus | null): Words {
  const say = words.shell;
  if (sync === null) return { short: say.queueUnknown };
  const open = sync.waiting + sync.needsAttention;
  if (open === 0 && sync.setAside > 0) return { short: say.setAside(sync.setAside) };
  // Other entries may wait for the hub, and the cell beside this one counts them.
  if (open === 0 && sync.activity === "held-other-hub") {
    return { short: say.noWalkUpWaits, more: say.toBeSent };
  }
  if (open === 0) return { short: say.nothingWaits, more: say.toBeSent };
  if (connection.state === "key-refused" || connection.state === "key-lost") {
    return { short: say.heldForKey(open) };
  }
  if (sync.copied !== null) return { short: say.heldAsCopy(sync.waiting) };
  if (sync.paused) return { short: say.heldPaused(sync.waiting) };
  if (sync.needsAttention > 0) {
    return { short: say.waitingAndNeedYou(sync.waiting, sync.needsAttention) };
  }
  return { short: say.waitingShort(sync.waiting), more: say.toBeSent };
}

/** A complete replica stays complete when a later download is interrupted. */
function describeReplica(download: DownloadStatus | null, isOnline: boolean): string {
  if (download === null) return words.shell.noEventOpen;
  switch (download.state) {
    case "absent":
      return words.shell.copyAbsent;
    case "downloading":
    case "paused":
      if (download.completedAtMs === null) return words.shell.copyPartial(share(download));
      return download.state === "downloading" && isOnline
        ? words.shell.copyRefreshing
        : words.shell.copyComplete(download.completedAtMs);
    case "incomplete":
      return words.shell.copyIncomplete;
    case "complete":
      return words.shell.copyComplete(download.completedAtMs);
  }
}

function share({ rows, expectedRows }: DownloadStatus): number | null {
  return expectedRows === null || expectedRows <= 0 ? null : Math.min(1, rows / expectedRows);
}
