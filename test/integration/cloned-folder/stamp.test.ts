import { describe, expect, test } from "vitest";
import type { CloneReason } from "#core/db/open/cloned-folder-detection.ts";
import { watchClonedFolder } from "#core/db/open/cloned-folder-detection.ts";
import type { Db } from "#core/db/open/database.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";

class Crash extends Error {}

const logger = { log: () => undefined };
const computer = { id: "laptop-1" };
let drawn = 0;
const random = {
  uuid: () => `stamp-${(drawn += 1)}`,
  number: () => 0,
  bytes: (length: number) => new Uint8Array(length),
};

type Moment = "before the commit" | "after the commit";

/** The same database; the power is cut at its next commit. */
const crashingAt = (db: Db, moment: Moment): Db => ({
  ...db,
  raw: db.raw,
  transaction(run) {
    if (moment === "after the commit") db.transaction(run);
    throw new Crash();
  },
});

const watch = ({ files, stores }: TestDatabase, db: Db) =>
  watchClonedFolder({ db, meta: stores.meta, files, random, logger, computer });

/** A start of the program that ends at some point, orderly or by a crash. */
function start(
  folder: string,
  end: Moment | "clean" | "killed",
  at: "accept" | "close",
): CloneReason | null {
  const desk = openTestDatabase({ folder });
  const { db, stores } = desk;
  const crashes = end === "before the commit" || end === "after the commit";
  const fact = { kind: "check-in.made", payload: {}, eventId: "e", subject: "r1" } as const;
  const first = watch(desk, crashes && at === "accept" ? crashingAt(db, end) : db);
  try {
    first.accept();
    db.transaction(() => stores.journal.append({ ...fact, ...author }));
    if (end === "clean") first.close();
    else if (crashes) watch(desk, crashingAt(db, end)).close();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  db.close();
  return first.found;
}

describe("S5 a crash is never taken for a copy", () => {
  test.each([
    ["before the commit", "accept"],
    ["after the commit", "accept"],
    ["before the commit", "close"],
    ["after the commit", "close"],
    ["killed", "close"],
    ["clean", "close"],
  ] as const)("S5 %s of a new stamp, at the %s, once and again", (end, at) => {
    const folder = temporaryFolder();
    expect(start(folder, "clean", "close")).toBeNull();
    expect(start(folder, end, at)).toBeNull();
    expect(start(folder, end, at)).toBeNull();
    expect(start(folder, "clean", "close")).toBeNull();
    expect(start(folder, "killed", "close")).toBeNull();
  });

  test.each(["before the commit", "after the commit"] as const)(
    "S5 S4 a database of a version without stamps, whose first start now ends %s of its stamp",
    (end) => {
      const folder = temporaryFolder();
      const { db, stores } = openTestDatabase({ folder });
      const fact = { kind: "check-in.made", payload: {}, eventId: "e", subject: "r1" } as const;
      db.transaction(() => stores.journal.append({ ...fact, ...author }));
      db.close();
      expect(start(folder, end, "accept")).toBeNull();
      expect(start(folder, end, "accept")).toBeNull();
      expect(start(folder, "clean", "close")).toBeNull();
    },
  );
});
