import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, vi } from "vitest";
import {
  mirrorFileName,
  mirrorFilesIn,
  entryLine,
  readMirror,
} from "#core/db/journal-mirror/journal-mirror-file.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { openTestDatabase } from "#test/support/database.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { unsignedHeader } from "../../attacks/forged-journal.ts";
import { harbourRun } from "../services/harbour-run.ts";

export const order = () => ({ commandId: newCommandId(), eventId });

/** A desk that keeps its journal mirror on this stick. */
export async function openWithStick(stick: string) {
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  await desk.value("journalMirror.choose", { commandId: newCommandId() });
  await written(desk);
  return desk;
}

/** Waits until everything is on the stick. */
export const written = (desk: TestCore) =>
  vi.waitFor(
    async () => {
      await desk.clock.advance(2_000);
      expect(await desk.value("journalMirror.get", {})).toMatchObject({ behind: 0, why: null });
    },
    { timeout: 20_000 },
  );

/** The walk-ups of the outbox, as `email state reason`. */
export async function queueOf(desk: TestCore): Promise<string[]> {
  const { entries } = await desk.value("outbox.list", { show: "all" });
  return entries.map(({ form, state, reason }) => `${form?.email} ${state} ${reason}`).toSorted();
}

export const queueIs = (desk: TestCore, ...expected: string[]) =>
  vi.waitFor(
    async () => {
      await desk.clock.advance(1_000);
      expect(await queueOf(desk)).toEqual(expected.toSorted());
    },
    { timeout: 20_000 },
  );

export function readRows(
  { dataDir }: Pick<TestCore, "dataDir">,
  sql: string,
): Record<string, unknown>[] {
  const raw = new Sqlite(join(dataDir, "live", "chute.sqlite"), { readonly: true });
  try {
    return raw.prepare<[], Record<string, unknown>>(sql).all();
  } finally {
    raw.close();
  }
}

export const journalOf = (desk: Pick<TestCore, "dataDir">) =>
  readRows(desk, "SELECT hash FROM journal ORDER BY rowid").map(({ hash }) => hash);

export async function hashesIn(path: string): Promise<string[]> {
  const hashes: string[] = [];
  for await (const item of readMirror(path)) {
    hashes.push(item.kind === "entry" ? item.entry.hash : item.kind);
  }
  return hashes;
}

export const boxIn = (stick: string): string => mirrorFilesIn(stick)[0] ?? "";

/** An entry, or a function that makes it from the entries before it. */
export type Told = NewEntry | ((before: readonly JournalEntry[]) => NewEntry);

/** Writes a stick on which another computer left these entries, one line each. */
export function writeMirrorFile(stick: string, facts: readonly Told[]): JournalEntry[] {
  const { db, stores } = openTestDatabase();
  const { journal } = stores;
  const entries: JournalEntry[] = [];
  db.transaction(() => {
    for (const told of facts) {
      entries.push(journal.append(typeof told === "function" ? told(entries) : told));
    }
  });
  const lines = [unsignedHeader(journal.device), ...entries.map(entryLine)];
  const text = lines.map((line) => `${line}\n`).join("");
  writeFileSync(join(stick, mirrorFileName(journal.device, 1)), text);
  return entries;
}
