import { bibRanges } from "./en/bib-ranges.ts";
import { bibs } from "./en/bibs.ts";
import { camera } from "./en/check-in/camera.ts";
import { checkIn } from "./en/check-in/check-in.ts";
import { desks } from "./en/desks.ts";
import { conflicts } from "./en/sync/conflicts.ts";
import { departure } from "./en/events/departure.ts";
import { events } from "./en/events/events.ts";
import { failures, notSavedWhy, notSent } from "./en/errors.ts";
import { finishLog } from "./en/podium/finish-log.ts";
import { firstStart } from "./en/first-start.ts";
import { keys } from "./en/settings/keys.ts";
import { official } from "./en/podium/official-results.ts";
import { outboxTotals } from "./en/sync/outbox-totals.ts";
import { newEvent } from "./en/events/new-event.ts";
import { organizer } from "./en/events/organizer.ts";
import { pairing } from "./en/device-pairing.ts";
import { podium } from "./en/podium/podium.ts";
import { announcer, podiumPrint } from "./en/podium/podium-print.ts";
import { podiumSetup } from "./en/podium/podium-setup.ts";
import { queueOutlook } from "./en/sync/outbox.ts";
import { rehearsal } from "./en/rehearsal.ts";
import { settings } from "./en/settings/settings.ts";
import { shell } from "./en/shell.ts";
import { sync } from "./en/sync/sync.ts";
import { ui } from "./en/ui.ts";
import { walkUp } from "./en/walk-up.ts";

/** Every text that a person reads on a screen. A text that contains a value is a function of that value. */
export const words = {
  ui,
  shell,
  checkIn,
  camera,
  failures,
  notSavedWhy,
  notSent,
  bibs,
  bibRanges,
  pairing,
  desks,
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
  conflicts,
  outboxTotals,
  settings,
  keys,
  rehearsal,
  queueOutlook,
};
