import { camera } from "./en/camera.ts";
import { checkIn } from "./en/check-in.ts";
import { events } from "./en/events.ts";
import { failures, notSavedWhy } from "./en/failures.ts";
import { firstStart } from "./en/first-start.ts";
import { pairing } from "./en/pairing.ts";
import { queueOutlook } from "./en/queue.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { sync } from "./en/sync.ts";
import { ui } from "./en/ui.ts";
import { walkUp } from "./en/walk-up.ts";

/** English. One file per feature; a text with a value in it is a function of that value. */
export const en = {
  ui,
  shell,
  checkIn,
  camera,
  failures,
  notSavedWhy,
  pairing,
  firstStart,
  walkUp,
  events,
  sync,
  settings,
  queueOutlook,
};
