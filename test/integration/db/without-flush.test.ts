import { expect, test } from "vitest";
import { openTestDatabase } from "../../support/database.ts";

/** SQLite's value for `synchronous=FULL`. */
const full = 2;

test("J1 only a commit that a crash may undo waits for no flush; the next commit waits again", () => {
  const { db } = openTestDatabase();
  const synchronous = (): unknown => db.raw.pragma("synchronous", { simple: true });
  db.transactionWithoutFlush(() =>
    db.raw.exec("INSERT INTO meta (key, value) VALUES ('soon', '1')"),
  );
  expect(synchronous()).toBe(full);
  expect(db.transaction(synchronous)).toBe(full);
  expect(() =>
    db.transactionWithoutFlush(() => {
      throw new Error("a bug");
    }),
  ).toThrow("a bug");
  expect(synchronous()).toBe(full);
});
