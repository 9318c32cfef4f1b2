import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import { deviceOf, factsAfter, standingOf } from "./look.ts";
import { must } from "./violation.ts";
import type { World } from "./world.ts";

export interface Meeting {
  readonly world: World;
  /** Lets everything settle and looks whether all holds. */
  readonly goOn: () => Promise<void>;
}

const rounds = 8;

const hashesOf = (reader: Database): Set<string> =>
  new Set(factsAfter(reader, 0).map(({ hash }) => hash));

/** Copies the journal files, but for those that the computer there writes itself. */
function carry({ plant }: World, from: string, to: string, there: Database): void {
  const own = deviceOf(there);
  for (const name of readdirSync(from)) {
    if (name.includes(own)) continue;
    const lines = readFileSync(join(from, name), "utf8").split("\n");
    const carried = plant?.losesLines === true ? lines.slice(0, -3) : lines;
    writeFileSync(join(to, name), carried.join("\n"));
  }
}

/** The stick goes from the second laptop to the desk, which takes what is on it, or dies over it (J9, J11). */
export async function bringHere({ world, goOn }: Meeting): Promise<void> {
  const { peer, computer } = world;
  if (peer === null || computer.stick === null) return;
  await peer.written();
  const brought = hashesOf(peer.reader);
  carry(world, peer.stick, computer.stick, computer.run.reader);
  const order = world.order("journalMirror.import", {});
  world.give(order);
  await goOn();
  const here = hashesOf(computer.run.reader);
  const missing = [...brought].filter((hash) => !here.has(hash));
  const isTaken = world.pending === 0 && !world.lost.includes(order);
  must(
    !isTaken || missing.length === 0,
    `J9 ${missing.length} entries that were brought are not here`,
  );
}

/** The other way; what the desk has not written out yet comes another time. */
export async function bringThere(world: World): Promise<void> {
  const { peer, computer } = world;
  if (peer === null || computer.stick === null) return;
  carry(world, computer.stick, peer.stick, peer.reader);
  await peer.bringBack();
}

/** At the end both know the same entries, and say the same of everybody both know (J4, J9, J10). */
export async function checkConvergence({ world, goOn }: Meeting): Promise<void> {
  const { peer, computer, api } = world;
  if (peer === null) return;
  world.note("the end: the stick goes to and fro");
  for (let round = 0; ; round += 1) {
    await world.time.advance(30_000);
    await goOn();
    await bringThere(world);
    await bringHere({ world, goOn });
    const [here, there] = [hashesOf(computer.run.reader), hashesOf(peer.reader)];
    const apart = [...here, ...there].filter((hash) => !(here.has(hash) && there.has(hash)));
    if (apart.length === 0) break;
    must(round < rounds, `J9 ${apart.length} entries are on one computer alone`);
  }
  for (const reader of [computer.run.reader, peer.reader]) {
    const { differences, examples } = verifyProjections(reader);
    must(differences === 0, `J5 ${differences} rows differ from their rebuild: ${examples[0]}`);
  }
  const there = standingOf(peer.reader, api.mainEventId);
  for (const [id, standing] of standingOf(computer.run.reader, api.mainEventId)) {
    const other = there.get(id);
    must(
      other === undefined || other === standing,
      `J10 of ${id} one computer says ${standing}, the other ${other}`,
    );
  }
}
