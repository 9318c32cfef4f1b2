import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import { createStores } from "#core/db/stores.ts";
import { systemClock, systemRandom } from "#station/host/host-ports.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { Api } from "#test/bench/race.ts";
import { quantile, timed, type Measure } from "#test/bench/measure.ts";
import type { Computer } from "./computer.ts";
import { openVenue } from "./venue.ts";

const actor = { operator: "Ida", desk: "Hub" };
const inOneCommit = 500;

/** A full desk has the roster, is away while so many entries are written at the hub, and catches up. */
export async function measureCatchUp(
  scratch: string,
  api: Api,
  entries: number,
): Promise<readonly Measure[]> {
  const { hub, desks } = await openVenue(scratch, api, 1);
  const [desk] = desks;
  if (desk === undefined) throw new Error("There is no full desk");
  await desk.stop();
  await hub.stop();
  writeJournal(join(hub.dataDir, "live"), api.eventId, entries);
  await hub.start();
  await wait(restMs);
  await hub.loop();
  const startedAt = performance.now();
  await desk.start();
  await desk.loop();
  const asked: number[] = [];
  while (countOf(desk) < countOf(hub) && performance.now() - startedAt < mostMs) {
    await wait(100);
    // Somebody works at the hub meanwhile.
    asked.push(
      (await timed(() => hub.value("roster.search", { ...someone, eventId: api.eventId }))).ms,
    );
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const [hubLoop, deskLoop] = await Promise.all([hub.loop(), desk.loop()]);
  const measures: Measure[] = [
    {
      bench: "catch-up",
      what: `a desk with ${entries.toLocaleString("en")} entries behind, from the start of its program`,
      value: seconds,
      unit: "s",
      limit: { value: 10 },
    },
    {
      bench: "catch-up",
      what: "loop delay of the hub meanwhile, p99",
      value: hubLoop.p99,
      unit: "ms",
      limit: { value: 16 },
      note: `worst ${hubLoop.worst.toFixed(0)} ms; a search at it, p95 ${quantile(asked, 0.95).toFixed(1)} ms`,
    },
    {
      bench: "catch-up",
      what: "loop delay of the desk meanwhile, p99",
      value: deskLoop.p99,
      unit: "ms",
      limit: { value: 16 },
      note: `worst ${deskLoop.worst.toFixed(0)} ms`,
    },
    {
      bench: "catch-up",
      what: "resident memory of the hub at its highest",
      value: hub.memory("VmHWM"),
      unit: "MB",
      limit: { value: 250 },
    },
  ];
  await desk.stop();
  await hub.stop();
  return measures;
}

const someone = { text: "an", limit: 12 };
const mostMs = 600_000;
/** Every start checks the file and makes a backup. */
const restMs = 8_000;

const countOf = (computer: Computer): number =>
  computer.read<{ count: number }>("SELECT count(*) AS count FROM journal")[0]?.count ?? 0;

/** A day's work and more: each runner checked in, undone and checked in again, and bibs given. */
function writeJournal(folder: string, eventId: string, entries: number): void {
  const opened = openWorkspaceDatabase({ folder, clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.message);
  const { db } = opened.value;
  const { journal, runners } = createStores(db, { clock: systemClock, random: systemRandom });
  const subjects = db.raw
    .prepare<[string], string>("SELECT runner_id FROM runner WHERE event_id = ?")
    .pluck()
    .all(eventId);
  let undoes: ReturnType<typeof entryIdOf> | null = null;
  for (let written = 0; written < entries; written += inOneCommit) {
    db.transaction(() => {
      const added = Array.from({ length: Math.min(inOneCommit, entries - written) }, (_, at) => {
        const number = written + at;
        const subject = subjects[Math.floor(number / 4) % subjects.length] ?? "";
        const about = { eventId, subject, ...actor };
        if (number % 4 === 3) {
          const payload = { bib: `X${number}`, previousBib: null };
          return journal.append({ kind: "bib.given", payload, ...about });
        }
        if (number % 4 === 1 && undoes !== null) {
          return journal.append({ kind: "check-in.undone", payload: { undoes }, ...about });
        }
        const entry = journal.append({ kind: "check-in.made", payload: {}, ...about });
        undoes = entryIdOf(entry);
        return entry;
      });
      runners.refreshFor(added);
    });
  }
  db.close();
}
