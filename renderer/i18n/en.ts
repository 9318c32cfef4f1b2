import { camera } from "./en/camera.ts";
import { checkIn } from "./en/check-in.ts";
import { departure } from "./en/departure.ts";
import { events } from "./en/events.ts";
import { failures, notSavedWhy } from "./en/errors.ts";
import { finishLog } from "./en/finish-log.ts";
import { firstStart } from "./en/first-start.ts";
import { keys } from "./en/keys.ts";
import { official } from "./en/official-results.ts";
import { ledger } from "./en/outbox-totals.ts";
import { newEvent } from "./en/new-event.ts";
import { organizer } from "./en/organizer.ts";
import { pairing } from "./en/device-pairing.ts";
import { podium } from "./en/podium.ts";
import { announcer, podiumPrint } from "./en/podium-print.ts";
import { podiumSetup } from "./en/podium-setup.ts";
import { queueOutlook } from "./en/outbox.ts";
import { rehearsal } from "./en/rehearsal.ts";
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
  departure,
  podium,
  podiumSetup,
  podiumPrint,
  announcer,
  organizer,
  newEvent,
  finishLog,
  official,
  sync,
  ledger,
  settings,
  keys,
  rehearsal,
  queueOutlook,
};
