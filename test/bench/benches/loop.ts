import { join } from "node:path";
import { openWriter } from "#core/db/open/connection.ts";
import { copyRace, newCommandId, openDesk } from "../desk.ts";
import { watchLoop } from "../loop-delay.ts";
import { spread } from "../measure.ts";
import type { Bench } from "../race.ts";
import { loopLine } from "./download.ts";

const checkIns = 3_000;

/** Measures whether the desk still answers while long jobs run. */
export const loop: Bench = async (race) => {
  const folder = copyRace(race);
  const { eventId } = race.api;
  const raw = openWriter(join(folder, "live", "chute.sqlite"));
  const runners = raw
    .prepare<[string], string>("SELECT runner_id FROM runner WHERE event_id = ? AND desk_state = 0")
    .pluck()
    .all(eventId);
  raw.close();
  const desk = await openDesk(folder);
  for (const runnerId of spread(runners, checkIns)) {
    await desk.call("checkIn.perform", { commandId: newCommandId(), eventId, runnerId });
  }
  const exported = await watchLoop(() =>
    desk.call("export.make", {
      commandId: newCommandId(),
      eventId,
      what: "check-ins",
      format: "csv",
    }),
  );
  const journal = await watchLoop(() =>
    desk.call("export.make", {
      commandId: newCommandId(),
      eventId,
      what: "journal",
      format: "json",
    }),
  );
  const backup = await watchLoop(() => desk.call("backup.make", { commandId: newCommandId() }));
  await desk.close();
  return [
    loopLine(`export of ${exported.value.rows.toLocaleString("en")} check-ins`, exported.delay),
    loopLine(`export of the journal`, journal.delay),
    loopLine(`backup of ${Math.round(backup.value.bytes / 1e6)} MB`, backup.delay),
  ];
};
