import { deskStateSchema } from "#shared/contract/settings.ts";
import { syncStatusSchema } from "#shared/contract/sync.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import type { DispatchCore } from "#main/windows/ipc-transport.ts";

/** The state of the desk that decides whether the program may be updated; null: it could not be read. */
export interface DeskState {
  readonly hasOpenEvent: boolean | null;
  /** Outbox entries without an outcome. */
  readonly unsent: number | null;
}

/** Why no update step may run now. */
export type Freeze = "event-open" | "queue-unsent" | "cannot-tell";

/** The program must not change during a race: in doubt, no update runs. */
export function whyFrozen({ hasOpenEvent, unsent }: DeskState): Freeze | null {
  if (hasOpenEvent === true) return "event-open";
  if (unsent !== null && unsent > 0) return "queue-unsent";
  return hasOpenEvent === null || unsent === null ? "cannot-tell" : null;
}

/** Reads the state of the desk from the core. */
export async function readDeskState(core: DispatchCore): Promise<DeskState> {
  const [desk, queue] = await Promise.all([
    core.dispatch("desk.get", {}, { role: "owner" }),
    core.dispatch("sync.status", {}, { role: "owner" }),
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
