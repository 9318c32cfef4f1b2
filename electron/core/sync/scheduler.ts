import { deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import type { LiveConnection } from "./connection/connection.ts";
import type { LiveDownloads } from "./download/downloads.ts";
import type { LineQuestion } from "./connection/connectivity-probe.ts";
import type { Line } from "./connection/connectivity.ts";
import type { LiveOutbox } from "./outbox/outbox.ts";
import type { MadeEventReader } from "./organizer/local-events.ts";
import type { SyncDeps } from "./sync-deps.ts";

/** Decides when to try again: one timer for the queue and the line (O12). */
export interface Scheduler {
  start(): void;
  /** Something changed: look now. */
  wake(): void;
  /** The line may be back: it is tried now, however quiet it was. */
  lookAtLine(): void;
  /** Wall clock of the next look at the queue; null while nothing can be tried. */
  nextTryAtMs(): number | null;
  close(): void;
}

export interface SchedulerOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly line: Line;
  readonly lineQuestion: LineQuestion;
  readonly live: LiveOutbox;
  readonly downloads: LiveDownloads;
  readonly madeEvents: MadeEventReader;
}

/** At the latest; also what notices a clock that jumped. */
const longestMs = 30_000;
/** After a disk that would not take what happened. */
const afterTroubleMs = 5_000;
/** A quiet line is tried now and then, so that the screen tells the truth about it. */
const idleProbeMs = 60_000;
/** Wall clock and monotonic clock part by more than this: somebody set the clock (J7). */
const jumpMs = 5_000;

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { deps, connection, line, lineQuestion, live, downloads, madeEvents } = options;
  const { ports, stores, db } = deps;
  const { clock } = ports;
  const closing = new AbortController();
  let cancelTimer: (() => void) | null = null;
  let started = false;
  let looking = false;
  let again = false;
  let lastHeardAt = Number.NEGATIVE_INFINITY;
  let wallOffset = clock.now() - clock.monotonic();

  const look = async (): Promise<void> => {
    if (!started || closing.signal.aborted) return;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    cancelTimer?.();
    let troubled = false;
    try {
      do {
        again = false;
        noticeJump();
        await live.drain.run();
        // Beside the queue: what is read back must keep nobody from being sent.
        if (line.quietForMs === 0) void madeEvents.run();
        await probe();
      } while (again && !closing.signal.aborted);
    } catch (cause) {
      troubled = true;
      const what = cause instanceof Error ? cause.name : typeof cause;
      ports.logger.log("error", "sync.look-failed", { what });
    } finally {
      looking = false;
    }
    if (closing.signal.aborted) return;
    cancelTimer = clock.after(troubled ? afterTroubleMs : waitMs(), wake);
  };

  const wake = (): void => {
    void look();
  };

  /** While the line is down, or when nothing else used it for long. */
  const probe = async (): Promise<void> => {
    const { client } = connection;
    if (client === null || client.gate.closedForMs() > 0) return;
    const isQuiet = clock.monotonic() - lastHeardAt >= idleProbeMs && downloads.active === 0;
    if (line.state === "online" && !isQuiet) return;
    await lineQuestion.ask();
    lastHeardAt = clock.monotonic();
  };

  /** Nothing waits longer because somebody set the clock (J7). */
  const noticeJump = (): void => {
    const offset = clock.now() - clock.monotonic();
    const jumped = Math.abs(offset - wallOffset) > jumpMs;
    wallOffset = offset;
    if (!jumped) return;
    db.transaction(() => live.makeDue());
    ports.logger.log("warn", "clock.jumped");
  };

  const waitMs = (): number => {
    if (connection.client === null || live.isPaused()) return longestMs;
    const holdMs = Math.max(connection.client.gate.closedForMs(), line.quietForMs);
    const dueAtMs = stores.outbox.nextDueAtMs();
    const dueMs = dueAtMs === null ? longestMs : Math.max(0, dueAtMs - clock.now());
    if (holdMs > 0) return Math.min(longestMs, Math.max(holdMs, 1));
    // Something that is due now and was not sent is held; it is looked at again when that changes, or later.
    return Math.min(longestMs, dueMs === 0 ? longestMs : Math.max(dueMs, 1));
  };

  return {
    start() {
      started = true;
      wake();
    },
    wake,
    lookAtLine() {
      line.doubt();
      lastHeardAt = Number.NEGATIVE_INFINITY;
      wake();
    },
    nextTryAtMs() {
      const { client } = connection;
      if (client === null || live.isPaused() || connection.keyRefused) return null;
      const holdMs = Math.max(client.gate.closedForMs(), line.quietForMs);
      const dueAtMs = stores.outbox.nextDueAtMs() ?? 0;
      const latestMs = clock.now() + deliveryPolicy.backoffLongestMs;
      return Math.max(clock.now() + holdMs, Math.min(dueAtMs, Math.max(latestMs, dueAtMs)));
    },
    close() {
      closing.abort();
      cancelTimer?.();
    },
  };
}
