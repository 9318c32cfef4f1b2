import type { OutboxScope } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { createConnection } from "./connection/connection.ts";
import type { LiveDownloads } from "./download/downloads.ts";
import { createDownloads } from "./download/downloads.ts";
import { createConnectivityProbe } from "./connection/connectivity-probe.ts";
import { createConnectivity } from "./connection/connectivity.ts";
import { createLocalEventReader } from "./organizer/local-events.ts";
import { createRateLimitWaits } from "./connection/waiting-client.ts";
import type { RateLimitWaits } from "./connection/waiting-client.ts";
import { createOrganizer } from "./organizer/organizer.ts";
import { entriesToAsk } from "./outbox/ask-organizer.ts";
import type { LiveOutbox } from "./outbox/outbox.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { createPictures } from "./organizer/pictures.ts";
import type { Scheduler } from "./scheduler.ts";
import { createScheduler } from "./scheduler.ts";
import type { SyncDeps } from "./sync-deps.ts";
import type { SyncParts } from "./sync-parts.ts";
import type { Sync } from "./sync-interface.ts";

/** Synchronization of one workspace. Nothing runs before `open`. */
export function createSync(given: Omit<SyncDeps, "closing">): Sync {
  const closing = new AbortController();
  const deps: SyncDeps = { ...given, closing: closing.signal };
  const wake = (): void => scheduler.wake();

  const connectivity = createConnectivity({
    clock: deps.ports.clock,
    random: deps.ports.random,
    onChange(before, after) {
      deps.invalidate("connection");
      deps.invalidate("sync");
      if (before !== "online" && after === "online") {
        // Entries that wait only for connectivity are due now (O12).
        deps.db.transaction(() => live.makeDueForConnectivity());
        downloads.wake();
        wake();
      }
    },
  });

  const connection = createConnection({
    deps,
    connectivity,
    isHeld: () => live.clonedFolderHold.held !== null,
    onSwitch: () => downloads.addRefused(),
    onChange: () => continueAll(),
    onSilence: () => connectivityProbe.checkAfterFailure(),
  });

  const connectivityProbe = createConnectivityProbe({
    closing: closing.signal,
    connection,
    connectivity,
    onSettled() {
      live.drain.continueSending();
      wake();
    },
  });

  /** Continues with everything, because there may be a usable key again. */
  const continueAll = (): void => {
    live.drain.releaseHolds();
    downloads.wake();
    downloads.resume();
    wake();
  };

  const common: SyncParts = { deps, connection, connectivity, connectivityProbe };
  const live = createOutbox({
    ...common,
    wake() {
      downloads.start();
      wake();
    },
    onTryNow: () => downloads.addRefused(),
    pullRoster: (eventId, isAwaited) => downloads.pull(eventId, isAwaited),
    onReleased: continueAll,
  });
  const pictures = createPictures(deps);
  const waits = createRateLimitWaits(() => deps.invalidate("sync"));
  const downloads = createDownloads(deps, connection, pictures, waits);
  const organizer = createOrganizer(deps, connection, pictures, waits);
  const localEvents = createLocalEventReader(deps, connection);
  const scheduler = createScheduler({ ...common, live, downloads, localEvents });

  return {
    connection,
    downloads: downloads.downloads,
    outbox: live.outbox,
    organizer,
    status: (scope) => readStatus({ ...common, live, scheduler, downloads, waits }, scope),
    look: () => scheduler.checkConnectivity(),
    async open() {
      live.recover();
      await connection.open();
      downloads.resume();
      scheduler.start();
    },
    async close() {
      closing.abort();
      scheduler.close();
      await Promise.all([live.drain.close(), downloads.close(), pictures.ended]);
      connection.close();
    },
  };
}

interface StatusParts extends SyncParts {
  readonly live: LiveOutbox;
  readonly scheduler: Scheduler;
  readonly downloads: LiveDownloads;
  readonly waits: RateLimitWaits;
}

function readStatus(parts: StatusParts, scope?: OutboxScope): SyncStatus {
  const { connectivity, live, scheduler, downloads } = parts;
  const { stores, ports } = parts.deps;
  const counts = stores.outbox.counts(scope);
  const waiting = counts.pending + counts.waiting + counts.sending;
  const activity = activityOf(parts, waiting > 0);
  const waitMs = parts.waits.waitMs();
  return {
    connectivity: { state: connectivity.state, sinceMs: connectivity.sinceMs },
    paused: live.isPaused(),
    copied: live.clonedFolderHold.held,
    activity,
    sending: live.drain.progress,
    waiting,
    needsAttention: counts.needsAttention,
    askOrganizer: entriesToAsk(stores, scope).length,
    setAside: counts.setAside,
    maybeSent: counts.maybeSent,
    sentToday: stores.outbox.doneSince(startOfDay(ports.clock.now()), scope),
    // A download waits out a 429 as well (O6).
    nextTryAtMs: waiting > 0 || activity === "held-rate-limit" ? scheduler.nextTryAtMs() : null,
    downloads: downloads.active,
    pullWaitUntilMs: waitMs === null ? null : ports.clock.now() + waitMs,
  };
}

function activityOf(
  { deps, connection, live }: StatusParts,
  waits: boolean,
): SyncStatus["activity"] {
  const asked = connection.ask();
  if (!asked.ok) return asked.error.code;
  if (!deps.maySend()) return "held-other-hub";
  if (live.isPaused()) return "paused";
  if (connection.keyRefused) return "held-key-refused";
  if (asked.value.gate.closedForMs() > 0) return "held-rate-limit";
  if (live.drain.progress !== null) return "sending";
  return waits ? "waiting" : "idle";
}

/** Midnight in this computer's time zone. */
function startOfDay(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0);
}
