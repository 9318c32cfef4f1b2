import type { Clock } from "#core/ports.ts";
import type { LiveDownloads } from "./download/downloads.ts";
import type { LiveOutbox } from "./outbox/outbox.ts";
import type { LocalEventReader } from "./organizer/local-events.ts";
import type { SyncParts } from "./sync-parts.ts";

export interface SchedulerOptions extends SyncParts {
  readonly live: LiveOutbox;
  readonly downloads: LiveDownloads;
  readonly localEvents: LocalEventReader;
}

/** Maximum time between two rounds; also limits how late a clock jump is noticed. */
const longestMs = 30_000;
/** Delay after a round failed, for example because the disk was full. */
const afterFailureMs = 5_000;
/**
 * If nothing used the network for this long, connectivity is checked, so that the screen shows its true
 * state.
 */
const idleProbeMs = 60_000;
/** If wall clock and monotonic clock diverge by more than this, somebody set the clock (J7). */
const jumpMs = 5_000;

/** Decides when to try again, with one timer for outbox and connectivity (O12). */
export function createScheduler(options: SchedulerOptions) {
  const { deps, connection, connectivity, connectivityProbe, live, downloads, localEvents } =
    options;
  const { ports, db, closing } = deps;
  const { clock } = ports;
  let cancelTimer: (() => void) | null = null;
  let started = false;
  let looking = false;
  let again = false;
  let lastHeardAt = Number.NEGATIVE_INFINITY;
  const clockJump = createClockJump(clock);

  const look = async (): Promise<void> => {
    if (!started || closing.aborted) return;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    cancelTimer?.();
    let hasFailed = false;
    try {
      do {
        again = false;
        const jumpedMs = clockJump();
        if (jumpedMs !== 0) makeDue(jumpedMs);
        await live.drain.run();
        // Not awaited, so that reading local events back does not delay sending.
        if (connectivity.quietForMs === 0) void localEvents.run();
        await probe();
      } while (again && !closing.aborted);
    } catch (error) {
      hasFailed = true;
      ports.logger.log("error", "sync.look-failed", { error });
    } finally {
      looking = false;
    }
    if (closing.aborted) return;
    cancelTimer = clock.after(hasFailed ? afterFailureMs : untilNextRoundMs(options), wake);
  };

  const wake = (): void => {
    void look();
  };

  /** Checks connectivity while offline, or when nothing else used the network for a while. */
  const probe = async (): Promise<void> => {
    const { client } = connection;
    if (client === null || client.gate.closedForMs() > 0) return;
    const isQuiet = clock.monotonic() - lastHeardAt >= idleProbeMs && downloads.active === 0;
    if (connectivity.state === "online" && !isQuiet) return;
    await connectivityProbe.ask();
    lastHeardAt = clock.monotonic();
  };

  /** After the clock was set, so that no entry waits too long (J7). */
  const makeDue = (jumpedMs: number): void => {
    db.transaction(() => live.makeDue(jumpedMs));
    ports.logger.log("warn", "clock.jumped");
  };

  return {
    start() {
      started = true;
      wake();
    },
    /** Something changed: runs a round now. */
    wake,
    /** Connectivity may be back: checks now and ignores the backoff. */
    checkConnectivity() {
      connectivity.retryNow();
      lastHeardAt = Number.NEGATIVE_INFINITY;
      wake();
    },
    /** Wall clock of the next attempt; null while nothing can be tried. */
    nextTryAtMs: () => nextTryAtMs(options),
    close: () => cancelTimer?.(),
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

function nextTryAtMs({ deps, connection, connectivity, live }: SchedulerOptions): number | null {
  const { client } = connection;
  if (client === null || live.isPaused() || connection.keyRefused) return null;
  const holdMs = Math.max(client.gate.closedForMs(), connectivity.quietForMs);
  const dueAtMs = deps.stores.outbox.nextDueAtMs() ?? 0;
  return Math.max(deps.ports.clock.now() + holdMs, dueAtMs);
}

/** Time until the next round if nothing happens before, in milliseconds. */
function untilNextRoundMs({ deps, connection, connectivity, live }: SchedulerOptions): number {
  if (connection.client === null || live.isPaused()) return longestMs;
  const holdMs = Math.max(connection.client.gate.closedForMs(), connectivity.quietForMs);
  const dueAtMs = deps.stores.outbox.nextDueAtMs();
  const dueMs = dueAtMs === null ? longestMs : Math.max(0, dueAtMs - deps.ports.clock.now());
  if (holdMs > 0) return Math.min(longestMs, Math.max(holdMs, 1));
  // An entry that is due but was not sent is held. A change of the hold starts a round; otherwise the timer
  // does.
  return Math.min(longestMs, dueMs === 0 ? longestMs : Math.max(dueMs, 1));
}

/** Each call returns by how much somebody set the wall clock since the call before, in milliseconds (J7). */
function createClockJump(clock: Clock): () => number {
  let offset = clock.now() - clock.monotonic();
  return () => {
    const before = offset;
    offset = clock.now() - clock.monotonic();
    return Math.abs(offset - before) > jumpMs ? offset - before : 0;
  };
}
