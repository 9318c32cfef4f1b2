import { powerMonitor, powerSaveBlocker } from "electron";
import type { Core } from "#core/core.ts";
import { deskStateSchema } from "#shared/contract/settings.ts";
import type { DispatchCore } from "#main/windows/ipc-transport.ts";

/** Keeps the screen on while an event is open, so that nobody must log in again while people wait. */
export function stayAwake(core: DispatchCore & Pick<Core, "subscribe">): void {
  let blocker: number | null = null;
  const refresh = async (): Promise<void> => {
    if ((await currentEventId(core)) !== null) {
      blocker ??= powerSaveBlocker.start("prevent-display-sleep");
    } else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  core.subscribe(() => void refresh());
  void refresh();
}

/** The id of the event that this desk has open; null if none. */
export async function currentEventId(core: DispatchCore): Promise<string | null> {
  const reply = await core.dispatch("desk.get", {}, { role: "owner" });
  const state = deskStateSchema.safeParse(reply.ok ? reply.value : null);
  return state.success ? state.data.currentEventId : null;
}

/**
 * After sleep a laptop is often on another network: connectivity and outbox are checked now, not when a timer
 * is due (O12).
 */
export function checkAfterSleep(core: DispatchCore): void {
  const check = (): void => void core.dispatch("sync.look", {}, { role: "owner" });
  powerMonitor.on("resume", check);
  powerMonitor.on("unlock-screen", check);
}
