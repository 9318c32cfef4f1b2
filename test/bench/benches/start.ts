import { copyRace, openDesk } from "../desk.ts";
import { timed } from "../measure.ts";
import type { Bench } from "../race.ts";

/** Opens the data folder of the event, as a host does at its start. */
export const start: Bench = async (race) => {
  const folder = copyRace(race);
  const first = await timed(() => openDesk(folder));
  const found = await timed(() =>
    first.value.call("roster.search", { eventId: race.api.eventId, text: "maria" }),
  );
  await first.value.close();
  const second = await timed(() => openDesk(folder));
  await second.value.close();
  return [
    {
      bench: "start",
      what: "core opened",
      value: first.ms,
      unit: "ms",
      limit: { value: 200 },
      note: `the second time ${second.ms.toFixed(0)}; its first search ${found.ms.toFixed(1)}`,
    },
  ];
};
