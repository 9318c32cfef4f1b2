import type { OutboxEntry, SyncStatus } from "#shared/contract/sync.ts";
import { must } from "./violation.ts";

/** Every entry has an outcome, a next try, or a hold with a name (O1, O12). */
export interface QueueCheck {
  check(entries: readonly OutboxEntry[], status: SyncStatus, at: Moment): void;
}

interface Moment {
  readonly elapsedMs: number;
  readonly deskNowMs: number;
  readonly inFlight: number;
}

const holds: ReadonlySet<OutboxEntry["reason"]> = new Set(["paused", "key-refused", "forbidden"]);

/** A scheduler that looks every 30 s may be so late, a clock that was set included. */
const mostLateMs = 65_000;

export function createQueueCheck(): QueueCheck {
  /** Since when an entry is due at this very time and nothing moves, on the true clock. */
  let idle = new Map<string, { readonly since: number; readonly dueAtMs: number | null }>();

  return {
    check(entries, status, { elapsedMs, deskNowMs, inFlight }) {
      const still: typeof idle = new Map();
      for (const { id, state, reason, nextTryAtMs } of entries) {
        if (state === "needs-attention") {
          must(reason !== null, `O1 ${id} needs somebody, and nobody is told why`);
          continue;
        }
        if (state === "sending") {
          must(inFlight > 0, `O3 ${id} is called being sent, and nothing is on the wire`);
          continue;
        }
        if (state !== "pending" && state !== "waiting") continue;
        const isHeld = holds.has(reason) || status.activity === "not-connected";
        const isPlanned = nextTryAtMs !== null && nextTryAtMs > deskNowMs;
        if (isHeld || isPlanned || inFlight > 0) continue;
        const before = idle.get(id);
        const since = before?.dueAtMs === nextTryAtMs ? before.since : elapsedMs;
        must(elapsedMs - since <= mostLateMs, `O12 ${id} is due (${reason}), and nobody tries it`);
        still.set(id, { since, dueAtMs: nextTryAtMs });
      }
      idle = still;
    },
  };
}
