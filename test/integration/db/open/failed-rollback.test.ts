import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase } from "#test/support/database.ts";

/** A database whose ROLLBACK fails while `isBroken` returns true. */
function openWithRollback(isBroken: () => boolean): TestDatabase {
  const { prepare } = Sqlite.prototype;
  const spy = vi.spyOn(Sqlite.prototype, "prepare").mockImplementation(function (
    this: Sqlite.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source);
    if (source !== "ROLLBACK") return statement;
    const run = statement.run.bind(statement, []);
    statement.run = () => {
      if (isBroken()) throw new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR");
      return run();
    };
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
  return openTestDatabase();
}

const tell = ({ db, stores }: TestDatabase, subject: string): void =>
  db.transaction(() => {
    const fact = { kind: "check-in.made", payload: {}, eventId: "e" } as const;
    stores.journal.append({ ...fact, subject, ...author });
  });

test("J1 a ROLLBACK that fails keeps the first error and runs what belongs to it; nothing joins the open transaction", () => {
  let isBroken = true;
  const desk = openWithRollback(() => isBroken);
  const forgotten = vi.fn<() => void>();
  desk.db.onRollback(forgotten);
  const fail = (): void =>
    desk.db.transaction(() => {
      tell(desk, "r1");
      throw new RangeError("the first error");
    });
  expect(fail).toThrow("the first error");
  expect(forgotten).toHaveBeenCalledOnce();
  expect(() => tell(desk, "r2")).toThrow(NotSavedError);
  isBroken = false;
  tell(desk, "r3");
  expect(desk.db.inTransaction).toBe(false);
  expect(desk.stores.journal.count()).toBe(1);
});
