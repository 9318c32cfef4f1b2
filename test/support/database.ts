import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Db } from "#core/db/open/database.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import type { Stores } from "#core/db/stores.ts";
import { createStores } from "#core/db/stores.ts";
import type { ListedRegistration } from "#core/db/stores/runners/registration-store.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import type { Random } from "#core/ports.ts";
import type { ManualClock } from "./clock.ts";
import { createManualClock } from "./clock.ts";
import { seededNumbers } from "#test/support/seeded-numbers.ts";

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chute-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same numbers for the same seed. */
function seededRandom(seed: number): Random {
  const next = seededNumbers(seed);
  const bytes = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(next() * 256));
  const hex = (length: number): string => Buffer.from(bytes(length)).toString("hex");
  return {
    number: next,
    bytes,
    uuid: () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`,
  };
}

export interface TestDatabase {
  readonly db: Db;
  readonly stores: Stores;
  readonly clock: ManualClock;
  readonly files: WorkspaceFiles;
}

let nextSeed = 1;

/** Opens a real workspace in a new folder, or in `folder`, and closes it after the test. */
export function openTestDatabase(
  options: { readonly folder?: string; readonly clock?: ManualClock } = {},
): TestDatabase {
  const clock = options.clock ?? createManualClock();
  const folder = options.folder ?? join(temporaryFolder(), "live");
  mkdirSync(folder, { recursive: true });
  const opened = openWorkspaceDatabase({ folder, clock });
  if (!opened.ok) throw new Error(opened.error.message);
  const { db, files } = opened.value;
  nextSeed += 1;
  const stores = createStores(db, { clock, random: seededRandom(nextSeed) });
  onTestFinished(() => db.close());
  return { db, stores, clock, files };
}

/** A confirmed registration of event `e`, with these changes. */
export const listedRegistration = (
  id: string,
  changes: Partial<ListedRegistration> = {},
): ListedRegistration => ({
  id,
  eventId: "e",
  runId: "run-1",
  email: `${id}@example.org`,
  name: `Runner ${id}`,
  registrationType: "free",
  status: "confirmed",
  paceGroup: null,
  bib: null,
  checkedIn: false,
  teamId: null,
  extra: null,
  ...changes,
});

export const author = { operator: "Ana", desk: "Desk 1" } as const;
