import { powerSaveBlocker } from "electron";
import { deskStateSchema } from "#shared/contract/settings.ts";
import type { AskedCore } from "#main/windows/ipc-transport.ts";

/** The part of the core that tells whether an event is open. */
export interface EventWatch {
  subscribe(listener: () => void): () => void;
  hasOpenEvent(): Promise<boolean>;
}

/** Keeps the screen on while an event is open, so that nobody must log in again while people wait. */
export function stayAwake({ subscribe, hasOpenEvent: ask }: EventWatch): void {
  let blocker: number | null = null;
  const refresh = async (): Promise<void> => {
    const isOpen = await ask();
    if (isOpen) {
      blocker ??= powerSaveBlocker.start("prevent-display-sleep");
    } else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  subscribe(() => void refresh());
  void refresh();
}

/** The id of the event that this desk has open; null if none. */
export async function currentEventId(core: AskedCore): Promise<string | null> {
  const reply = await core.dispatch("desk.get", {}, { reach: "owner" });
  const state = deskStateSchema.safeParse(reply.ok ? reply.value : null);
  return state.success ? state.data.currentEventId : null;
}

export const hasOpenEvent = async (core: AskedCore): Promise<boolean> =>
  (await currentEventId(core)) !== null;
