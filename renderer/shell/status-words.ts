import { words } from "#renderer/i18n/words.ts";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import type { Connection } from "#shared/contract/connection.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";

const say = words.shell;

interface Words {
  readonly short: string;
  /** Hidden in a narrow window. */
  readonly more?: string;
}

interface ConnectionWords extends Words {
  readonly icon: IconName;
  readonly isOnline: boolean;
}

/** The connection to the organizer, or what is sent or downloaded through it. */
export function describeConnection(
  connection: Pick<Connection, "state" | "connectivity">,
  sync: Pick<SyncStatus, "connectivity" | "sending" | "downloads"> | null,
): ConnectionWords {
  const connectivity = sync?.connectivity ?? connection.connectivity;
  const offline = (icon: IconName, short: string, more: string): ConnectionWords => ({
    icon,
    short,
    more,
    isOnline: false,
  });
  if (connection.state === "key-refused") return offline("key", say.keyRefused, say.nothingLost);
  if (connection.state === "key-lost") return offline("key", say.keyLost, say.nothingLost);
  if (connection.state === "none") return offline("offline", say.notConnected, say.savingHere);
  if (connectivity.state === "offline") {
    return offline("offline", say.offlineSince(connectivity.sinceMs), say.savingHere);
  }
  if (sync !== null && sync.sending !== null) {
    const { index, of } = sync.sending;
    return { icon: "sending", short: say.sending(index, of), isOnline: true };
  }
  if (sync !== null && sync.downloads > 0) {
    return { icon: "online", short: say.online, more: say.downloading, isOnline: true };
  }
  const short = connectivity.state === "online" ? say.online : say.notAskedYet;
  return { icon: "online", short, isOnline: true };
}

/** What waits in the outbox and why, and how many things on Sync need a person. */
export function describeOutbox(
  connection: Pick<Connection, "state">,
  sync: Pick<SyncStatus, "waiting" | "setAside" | "activity" | "copied" | "paused"> | null,
  needing: number,
): Words {
  if (sync === null) return { short: say.queueUnknown };
  const { waiting } = sync;
  if (waiting + needing === 0) return describeEmpty(sync);
  const held = heldWords(connection, sync);
  if (waiting > 0 && held !== null) {
    return needing === 0 ? { short: held } : { short: held, more: say.andNeedYou(needing) };
  }
  if (needing > 0) return { short: say.waitingAndNeedYou(waiting, needing) };
  return { short: say.waitingShort(waiting), more: say.toBeSent };
}

function describeEmpty({
  setAside,
  activity,
  copied,
}: Pick<SyncStatus, "setAside" | "activity" | "copied">): Words {
  // The next walk-up will be held, and nobody would look at Sync before it.
  if (copied !== null) return { short: say.allHeldAsCopy };
  if (setAside > 0) return { short: say.setAside(setAside) };
  // Other entries may wait for the hub, and the cell beside this one counts them.
  return activity === "held-other-hub"
    ? { short: say.noWalkUpWaits, more: say.toBeSent }
    : { short: say.nothingWaits, more: say.toBeSent };
}

/** Why nothing that waits is sent; null if nothing holds it. Entries that need a person are not counted. */
function heldWords(
  { state }: Pick<Connection, "state">,
  {
    waiting,
    copied,
    paused,
    activity,
  }: Pick<SyncStatus, "waiting" | "copied" | "paused" | "activity">,
): string | null {
  if (state === "key-refused" || state === "key-lost") return say.heldForKey(waiting);
  if (copied !== null) return say.heldAsCopy(waiting);
  // A pause that began before this computer joined its hub holds nothing there.
  return paused && activity !== "held-other-hub" ? say.heldPaused(waiting) : null;
}

/** A complete replica stays complete when a later download is interrupted. */
export function describeReplica(download: DownloadStatus | null, isOnline: boolean): string {
  if (download === null) return say.noEventOpen;
  switch (download.state) {
    case "absent":
      return say.copyAbsent;
    case "downloading":
    case "paused":
      if (download.completedAtMs === null) return say.copyPartial(share(download));
      return download.state === "downloading" && isOnline
        ? say.copyRefreshing
        : say.copyComplete(download.completedAtMs);
    case "incomplete":
      return say.copyIncomplete;
    case "complete":
      return say.copyComplete(download.completedAtMs);
  }
}

function share({ rows, expectedRows }: DownloadStatus): number | null {
  return expectedRows === null || expectedRows <= 0 ? null : Math.min(1, rows / expectedRows);
}
