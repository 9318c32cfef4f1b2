import { powerMonitor } from "electron";
import type { AskedCore } from "#main/windows/ipc-transport.ts";

/**
 * After sleep a laptop is often on another network: connectivity and outbox are checked now, not when a timer
 * is due (O12).
 */
export function lookAfterSleep(core: AskedCore): void {
  const look = (): void => void core.dispatch("sync.look", {}, { reach: "owner" });
  powerMonitor.on("resume", look);
  powerMonitor.on("unlock-screen", look);
}
