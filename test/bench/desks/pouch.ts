import { createRequire } from "node:module";
import { join } from "node:path";
import type { Measure } from "#test/bench/measure.ts";
import { timed } from "#test/bench/measure.ts";

interface Pouch {
  bulkDocs(documents: readonly object[]): Promise<unknown>;
  readonly replicate: { to(target: Pouch): Promise<{ readonly docs_written: number }> };
  close(): Promise<void>;
}

const PouchDB = createRequire(import.meta.url)("pouchdb") as new (path: string) => Pouch;

const inOneCall = 1_000;

/** The same documents, replicated from one LevelDB to another in this process, without a network between. */
export async function measurePouch(scratch: string, entries: number): Promise<readonly Measure[]> {
  const source = new PouchDB(join(scratch, "pouch-source"));
  const target = new PouchDB(join(scratch, "pouch-target"));
  for (let written = 0; written < entries; written += inOneCall) {
    await source.bulkDocs(
      Array.from({ length: Math.min(inOneCall, entries - written) }, (_, at) => ({
        _id: `entry-${written + at}`,
        kind: "check-in.made",
        subject: `runner-${Math.floor((written + at) / 4)}`,
        operator: "Ida",
        desk: "Hub",
        atMs: Date.now(),
        hash: "0".repeat(64),
        previousHash: "0".repeat(64),
      })),
    );
  }
  const { value, ms } = await timed(() => source.replicate.to(target));
  await source.close();
  await target.close();
  return [
    {
      bench: "catch-up",
      what: `PouchDB replicates ${value.docs_written.toLocaleString("en")} documents, in one process`,
      value: ms / 1_000,
      unit: "s",
    },
  ];
}
