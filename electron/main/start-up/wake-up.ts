import { powerMonitor } from "electron";
import type { AskedCore } from "#main/windows/ipc-transport.ts";

/** A laptop that was opened again is mostly somewhere else: line and queue are looked at now, not when a timer is due (O12). */
export function lookAfterSleep(core: AskedCore): void {
  const look = (): void => void core.dispatch("sync.look", {}, { reach: "owner" });
  powerMonitor.on("resume", look);
  powerMonitor.on("unlock-screen", look);
}
