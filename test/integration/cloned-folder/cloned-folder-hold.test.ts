import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { createClonedFolderHold } from "#core/sync/outbox/cloned-folder-hold.ts";
import { createOutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import { deskAlone } from "#test/support/sync-deps.ts";

test("S5 J1 a cloned folder stays held where neither the finding nor the person's word could be written down", () => {
  const { db, stores, clock } = openTestDatabase();
  db.raw.pragma("busy_timeout = 0");
  const other = new Sqlite(db.path);
  onTestFinished(() => void other.close());
  const unused = async (): Promise<never> => {
    throw new Error("Not asked here");
  };
  const deps: SyncDeps = {
    ports: {
      clock,
      random: { number: () => 0, bytes: () => new Uint8Array(8), uuid: () => "u" },
      fetch: unused,
      secrets: { kind: "memory", read: unused, write: unused, remove: unused },
      logger: { log: () => undefined },
    },
    db,
    stores,
    invalidate: () => undefined,
    author: () => author,
    ...deskAlone,
    clonedFolder: { found: "older", accept: () => undefined },
  };
  const hold = createClonedFolderHold(deps, createOutboxTransitions(deps), () => undefined);
  const confirm = (): void => db.transaction(() => hold.confirm(author, "c-1"));

  other.exec("BEGIN IMMEDIATE");
  hold.open();
  expect(hold.held).toMatchObject({ why: "older" });
  expect(confirm).toThrow(NotSavedError);
  expect(hold.held).toMatchObject({ why: "older" });
  other.exec("ROLLBACK");

  // The confirmation was received but its commit failed, so it has no effect.
  const failing = (): void =>
    db.transaction(() => {
      hold.confirm(author, "c-1");
      expect(hold.held).toBeNull();
      throw new Error("a bug");
    });
  expect(failing).toThrow("a bug");
  expect(hold.held).toMatchObject({ why: "older" });
  expect(stores.journal.count()).toBe(0);

  confirm();
  expect(hold.held).toBeNull();
  expect(stores.journal.count()).toBe(1);
});
