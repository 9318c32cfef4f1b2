import { copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { owner } from "#core/handlers.ts";
import type { ProcedureName } from "#shared/contract/index.ts";
import { fillDisk, freeSpaceOn, smallDisk } from "#test/support/small-disk.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../integration/services/harbour-run.ts";

const pageBytes = 4_096;
/** More pages than all commands together need. */
const mostPages = 400;

interface Order {
  readonly name: ProcedureName;
  readonly input: { readonly commandId: string } & Readonly<Record<string, unknown>>;
  /** The number of journal entries that the command adds. */
  readonly entries: number;
}

let ids = 0;

const order = (
  name: ProcedureName,
  entries: number,
  fields: Readonly<Record<string, unknown>>,
): Order => ({
  name,
  entries,
  input: { ...fields, eventId, commandId: `full-disk-${(ids += 1)}` },
});

/** One commit each: check-ins, bibs, a walk-up with its outbox entry, and the finish line. */
const orders: readonly Order[] = [
  order("checkIn.perform", 1, { runnerId: "ana" }),
  order("bib.assign", 1, { runnerId: "rui", bib: "77" }),
  order("walkUp.save", 2, {
    form: {
      eventRunId: "run-10",
      email: "walk-up@example.org",
      name: "Walk Up",
      registrationType: "free",
      notes: "Pays at the desk. ".repeat(50),
    },
    checkIn: true,
  }),
  order("checkIn.performAll", 2, { runnerIds: ["rui", "luk"] }),
  order("checkIn.perform", 1, { runnerId: "can", override: { reason: "paid in cash" } }),
  order("finish.stamp", 1, { stamps: [{ id: "finish-item-1", atMs: 1_700_000_000_000 }] }),
  order("gun.set", 1, { runId: "run-10", atMs: 1_700_000_000_000 }),
];

/** The number of journal entries of each command. */
function entriesIn(dataDir: string): Map<string, number> {
  const raw = new Sqlite(join(dataDir, "live", "chute.sqlite"), { readonly: true });
  try {
    const rows = raw
      .prepare<[], { readonly id: string; readonly entries: number }>(
        "SELECT command_id AS id, count(*) AS entries FROM journal WHERE command_id IS NOT NULL GROUP BY command_id",
      )
      .all();
    return new Map(rows.map(({ id, entries }) => [id, entries]));
  } finally {
    raw.close();
  }
}

/** A copy of the prepared desk on a disk, or in a folder, that has free space for `pages` pages only. */
async function openOnFullDisk(prepared: TestCore, pages: number): Promise<FullDisk> {
  const disk = smallDisk(8);
  const dataDir = join(disk ?? temporaryFolder(), "data");
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const { writer, desk } = await withWriter(() =>
    openTestCore({ dataDir, clock: prepared.clock, ports: prepared.ports }),
  );
  if (disk !== null) {
    fillDisk(disk, pages * pageBytes);
    return { desk, isReal: true, freeSpace: () => freeSpaceOn(disk) };
  }
  // Sets SQLite's own limit, in pages of the database.
  const limit = (most: number): void => void writer.pragma(`max_page_count = ${most}`);
  limit(Number(writer.pragma("page_count", { simple: true })) + pages);
  return { desk, isReal: false, freeSpace: () => limit(1_000_000) };
}

interface FullDisk {
  readonly desk: TestCore;
  /** False if SQLite's own limit replaces the full disk. */
  readonly isReal: boolean;
  freeSpace(): void;
}

/** Opens the desk and finds its writing connection, which is the one in WAL mode. */
async function withWriter(open: () => Promise<TestCore>) {
  const pragma = vi.spyOn(Sqlite.prototype, "pragma");
  try {
    const desk = await open();
    const { calls, contexts } = pragma.mock;
    const writer = contexts[calls.findIndex(([source]) => source === "journal_mode = WAL")];
    if (!(writer instanceof Sqlite)) throw new Error("Nothing was opened for writing");
    return { desk, writer };
  } finally {
    pragma.mockRestore();
  }
}

/** Sends the commands and returns the ids of those that were answered as saved. */
async function giveAll(desk: TestCore): Promise<Set<string>> {
  const saved = new Set<string>();
  for (const { name, input } of orders) {
    const reply = await desk.core.dispatch(name, input, owner);
    if (reply.ok) saved.add(input.commandId);
    else expect(reply.error.code, `${name} on a full disk`).toBe("not-saved");
  }
  return saved;
}

/** The files that the next start finds if the program is killed now. */
function leaveFiles({ dataDir }: TestCore): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "live"));
  for (const suffix of ["", "-wal"]) {
    const file = join("live", `chute.sqlite${suffix}`);
    if (existsSync(join(dataDir, file))) copyFileSync(join(dataDir, file), join(folder, file));
  }
  return folder;
}

/** With free space again, every command is answered as saved and is in the journal once. */
async function expectAllOnce(desk: TestCore): Promise<void> {
  expect((await giveAll(desk)).size).toBe(orders.length);
  const expected = new Map(orders.map(({ input, entries }) => [input.commandId, entries]));
  expect(entriesIn(desk.dataDir)).toEqual(expected);
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
}

test("J1 J8 O1 a disk that is full at each page of each commit: what is answered as saved is there once, nothing else", async () => {
  const prepared = await openRace(harbourRun);
  await prepared.core.close();
  const seen = new Set<number>();
  let isReal = false;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { desk, freeSpace, ...disk } = await openOnFullDisk(prepared, pages);
    ({ isReal } = disk);
    const saved = await giveAll(desk);
    seen.add(saved.size);
    const killed = leaveFiles(desk);
    expect([...entriesIn(desk.dataDir).keys()].toSorted(), `${pages} pages`).toEqual(
      [...saved].toSorted(),
    );
    freeSpace();
    await expectAllOnce(desk);
    await desk.core.close();

    const after = await openTestCore({ dataDir: killed, clock: desk.clock, ports: desk.ports });
    expect([...entriesIn(killed).keys()].toSorted(), `${pages} pages, killed`).toEqual(
      [...saved].toSorted(),
    );
    await expectAllOnce(after);
    await after.core.close();
    if (saved.size === orders.length) break;
  }
  // The disk was full before, between and after the commits. SQLite's own limit is reached at fewer places.
  expect(seen.has(orders.length)).toBe(true);
  expect(seen.size).toBeGreaterThan(isReal ? orders.length / 2 : 1);
});
