import type { PushReply } from "#shared/contract/peer.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { openEventTopics } from "#core/services/events/events.ts";
import type { DeskContext } from "#core/services/context.ts";

/** Opens the hub's event on this desk, and downloads the event whenever the hub has a newer complete replica (M8). */
export function createRosterFollower({ stores, settings, sync, db, feed, ports }: DeskContext) {
  let last: PushReply["roster"] = null;
  let followedAtMs: number | null = null;
  /** True while the list of events is read, because this database does not have the hub's open event. */
  let isLooking = false;

  /** The next report of the hub tries again. */
  const failed = (): void => ports.logger.log("warn", "peer.roster-not-followed");

  const download = (): void => {
    if (last === null || last.completedAtMs === null) return;
    const { eventId, completedAtMs } = last;
    if (followedAtMs === completedAtMs || stores.events.get(eventId) === null) return;
    // A download that runs may have read its first pages before the hub's replica was complete. The next report tries again.
    const isRunning = sync.downloads.statusOf(eventId).state === "downloading";
    if (!sync.downloads.start([eventId]).ok) return;
    if (!isRunning) followedAtMs = completedAtMs;
    if (settings.currentEventId() !== null) return;
    try {
      db.transaction(() => settings.setCurrentEventId(eventId));
      for (const topic of openEventTopics) feed.publish(topic);
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      followedAtMs = null;
      failed();
    }
  };

  /** Acts on the last report of the hub. */
  const follow = (): void => {
    if (last === null || isLooking) return;
    if (stores.events.get(last.eventId) !== null) return download();
    isLooking = true;
    void sync.downloads
      .refreshEvents()
      .finally(() => {
        isLooking = false;
      })
      .then(download)
      .catch(failed);
  };

  return {
    /** Takes what the hub reports about its replica. */
    hear(roster: PushReply["roster"]): void {
      last = roster;
      follow();
    },
    /** The hub's open event, as far as this desk knows. */
    eventId: () => last?.eventId ?? null,
    follow,
    /** Called when the link has ended. */
    forget(): void {
      last = null;
      followedAtMs = null;
    },
  };
}
