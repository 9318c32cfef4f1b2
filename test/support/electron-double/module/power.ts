import type { PowerMonitor, PowerSaveBlocker } from "electron";
import { createSource, standIn } from "./stand-in.ts";

const blockers = new Set<number>();
let started = 0;

export const powerSaveBlocker: PowerSaveBlocker = standIn<PowerSaveBlocker>("powerSaveBlocker", {
  start() {
    started += 1;
    blockers.add(started);
    return started;
  },
  stop: (id) => blockers.delete(id),
});

/** Whether the display is kept awake. */
export const isKeptAwake = (): boolean => blockers.size > 0;

export const powerSource = createSource("powerMonitor", [
  "suspend",
  "resume",
  "shutdown",
  "lock-screen",
  "unlock-screen",
]);

export const powerMonitor: PowerMonitor = standIn<PowerMonitor>("powerMonitor", {
  on: powerSource.on,
});
powerSource.belongsTo(powerMonitor);
