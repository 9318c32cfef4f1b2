import { deskStateSchema } from "#shared/contract/settings.ts";
import { syncStatusSchema } from "#shared/contract/sync.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import type { AskedCore } from "#main/windows/ipc-transport.ts";

/** What of the desk decides whether the program may be exchanged; null: it could not be read. */
export interface DeskAtWork {
  readonly hasOpenEvent: boolean | null;
  /** Entries of the queue without an outcome. */
  readonly unsent: number | null;
}

/** Why nothing of an update may happen now. */
export type Freeze = "event-open" | "queue-unsent" | "cannot-tell";

/** A race is never run on a program that was exchanged meanwhile: in doubt, nothing happens. */
export function whyFrozen({ hasOpenEvent, unsent }: DeskAtWork): Freeze | null {
  if (hasOpenEvent === true) return "event-open";
  if (unsent !== null && unsent > 0) return "queue-unsent";
  return hasOpenEvent === null || unsent === null ? "cannot-tell" : null;
}

/** Asks the core what the desk is at. */
export async function readDeskAtWork(core: AskedCore): Promise<DeskAtWork> {
  const [desk, queue] = await Promise.all([
    core.dispatch("desk.get", {}, { reach: "owner" }),
    core.dispatch("sync.status", {}, { reach: "owner" }),
  ]);
  const state = deskStateSchema.safeParse(desk.ok ? desk.value : null);
  const status = syncStatusSchema.safeParse(queue.ok ? queue.value : null);
  return {
    hasOpenEvent: state.success ? state.data.currentEventId !== null : null,
    unsent: status.success ? countUnsent(status.data) : null,
  };
}

const countUnsent = ({ waiting, needsAttention, setAside }: SyncStatus): number =>
  waiting + needsAttention + setAside;
