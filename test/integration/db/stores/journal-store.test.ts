import { describe, expect, test } from "vitest";
import { hashesMatch } from "#core/db/stores/journal/journal-merge.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const checkIn = ({ db, stores }: TestDatabase, subject: string): JournalEntry =>
  db.transaction(() =>
    stores.journal.append({ kind: "check-in.made", payload: {}, eventId: "e", subject, ...author }),
  );

const verify = async ({ db }: TestDatabase) => {
  const jobs = createJobs({ databasePath: db.path });
  const verdict = await jobs.run("verify-journal");
  await jobs.close();
  return verdict;
};

describe("journal", () => {
  test("J3 an entry says who, where, when and why", () => {
    const { db, stores, clock } = openTestDatabase();
    const entry = db.transaction(() =>
      stores.journal.append({
        kind: "check-in.made",
        payload: { reason: "paid in cash" },
        eventId: "e",
        subject: "r1",
        operator: "Ana",
        desk: "Desk 1",
        commandId: "command-1",
      }),
    );
    const kept = stores.journal.get(entryIdOf(entry));
    expect(kept).toEqual(entry);
    expect(kept).toMatchObject({ operator: "Ana", desk: "Desk 1", wallAtMs: clock.now() });
    expect(kept?.payload).toEqual({ reason: "paid in cash" });
    expect(stores.journal.byCommand("e", "command-1", 10)).toEqual([entry]);
  });

  test("J2 the database itself refuses to change or delete an entry", () => {
    const test = openTestDatabase();
    checkIn(test, "r1");
    const { raw } = test.db;
    expect(() => raw.exec("DELETE FROM journal")).toThrow("append-only");
    expect(() => raw.exec("UPDATE journal SET operator = 'x'")).toThrow("append-only");
    expect(() => raw.exec("UPDATE journal SET payload = '{}', salt = 's'")).toThrow("append-only");
    expect(test.stores.journal.count()).toBe(1);
  });

  test("J1 outside a transaction nothing is written", () => {
    const { stores } = openTestDatabase();
    expect(() =>
      stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId: "e",
        subject: "r1",
        ...author,
      }),
    ).toThrow("transaction");
  });

  test("J1 what is undone leaves no gap in the chain", async () => {
    const test = openTestDatabase();
    checkIn(test, "r1");
    expect(() =>
      test.db.transaction(() => {
        test.stores.journal.append({
          kind: "check-in.made",
          payload: {},
          eventId: "e",
          subject: "r2",
          ...author,
        });
        throw new Error("changed my mind");
      }),
    ).toThrow("changed my mind");
    expect(checkIn(test, "r3").sequence).toBe(2);
    expect(await verify(test)).toEqual({ entries: 2, brokenAt: [] });
  });

  test("J4 every start is an epoch of its own, the device stays", () => {
    const folder = temporaryFolder();
    const first = openTestDatabase({ folder });
    const entry = checkIn(first, "r1");
    first.db.close();
    const second = openTestDatabase({ folder });
    const later = checkIn(second, "r1");
    expect(later.device).toBe(entry.device);
    expect(later.epoch).not.toBe(entry.epoch);
    expect(later.sequence).toBe(1);
  });

  test("J7 a clock that was set back keeps the order, also across a restart", () => {
    const folder = temporaryFolder();
    const first = openTestDatabase({ folder });
    const one = checkIn(first, "r1");
    first.clock.jump(-3_600_000);
    const two = checkIn(first, "r1");
    first.db.close();
    const second = openTestDatabase({ folder, clock: first.clock });
    const three = checkIn(second, "r1");
    expect(two.wallAtMs).toBeLessThan(one.wallAtMs);
    expect([three, one, two].toSorted(compareEntries)).toEqual([one, two, three]);
    expect(second.stores.journal.ofSubjects(["r1"])).toEqual([one, two, three]);
  });

  test("J7 merging an entry from a clock far ahead does not advance ours, one a little ahead does", () => {
    const far = openTestDatabase();
    far.clock.jump(3_600_000);
    const near = openTestDatabase();
    near.clock.jump(30_000);
    const [fromFar, fromNear] = [checkIn(far, "r1"), checkIn(near, "r1")];
    const here = openTestDatabase();
    here.db.transaction(() => here.stores.journal.merge([fromFar, fromNear]));
    const written = checkIn(here, "r1");
    expect(compareEntries(written, fromNear)).toBeGreaterThan(0);
    expect(compareEntries(written, fromFar)).toBeLessThan(0);
  });

  test("J6 the chain verifies after payloads were wiped, and nothing of them can be guessed", async () => {
    const test = openTestDatabase();
    for (const subject of ["r1", "r2", "r3"]) checkIn(test, subject);
    test.db.raw.exec("UPDATE journal SET payload = NULL, salt = NULL WHERE subject = 'r2'");
    expect(await verify(test)).toEqual({ entries: 3, brokenAt: [] });
    expect(test.stores.journal.ofSubjects(["r2"])[0]).toMatchObject({ payload: null, salt: null });
  });

  test.each([
    ["an entry that was changed", "UPDATE journal SET operator = 'Eve' WHERE sequence = 2", [2]],
    [
      "a payload that was changed",
      "UPDATE journal SET payload = '{\"a\":1}' WHERE sequence = 2",
      [2],
    ],
    ["an entry that is missing", "DELETE FROM journal WHERE sequence = 2", [3]],
    ["a first entry that is missing", "DELETE FROM journal WHERE sequence = 1", [2]],
  ])("J6 %s breaks the chain and is reported", async (_what, tampering, expected) => {
    const test = openTestDatabase();
    for (const subject of ["r1", "r2", "r3"]) checkIn(test, subject);
    test.db.raw.exec("DROP TRIGGER journal_never_deleted; DROP TRIGGER journal_never_changed;");
    test.db.raw.exec(tampering);
    const { brokenAt } = await verify(test);
    expect(brokenAt.map(({ sequence }) => sequence)).toEqual(expected);
  });

  test("J6 a merge never takes what its hash does not fit, nor another content for a known identity", () => {
    const [one, other] = [openTestDatabase(), openTestDatabase()];
    const entry = checkIn(one, "r1");
    const forged = { ...entry, operator: "Eve" };
    expect(hashesMatch(forged)).toBe(false);
    const merge = (entries: JournalEntry[]) =>
      other.db.transaction(() => other.stores.journal.merge(entries));
    expect(merge([forged])).toMatchObject({
      added: [],
      refused: [{ entry: forged, why: "changed" }],
    });
    expect(merge([entry])).toMatchObject({ added: [entry], known: 0 });
    expect(merge([entry, forged])).toMatchObject({
      added: [],
      known: 1,
      refused: [{ entry: forged, why: "changed" }],
    });
    expect(other.stores.journal.get(entryIdOf(entry))).toEqual(entry);
  });
});

describe("commands", () => {
  test("J8 a reply is kept with its command and found again; a second one under the id is a bug", () => {
    const { stores } = openTestDatabase();
    const record = {
      commandId: "c-1",
      name: "checkIn.perform",
      inputHash: "h",
      reply: { ok: true },
      atMs: 5,
    };
    stores.commands.add(record);
    expect(stores.commands.get("c-1")).toEqual(record);
    expect(() => stores.commands.add(record)).toThrow("UNIQUE");
  });

  test("J8 J7 the newest replies are kept, whatever the clock said; of the others the oldest go first", () => {
    const { stores } = openTestDatabase();
    const ids = ["c-1", "c-2", "c-3", "c-4", "c-5"];
    for (const [at, commandId] of ids.entries()) {
      const reply = { ok: true };
      stores.commands.add({ commandId, name: "n", inputHash: "h", reply, atMs: -at });
    }
    const left = (): string[] => ids.filter((id) => stores.commands.get(id) !== null);
    expect(stores.commands.keepNewest(5, 10)).toBe(0);
    expect(stores.commands.keepNewest(2, 1)).toBe(1);
    expect(left()).toEqual(["c-2", "c-3", "c-4", "c-5"]);
    expect(stores.commands.keepNewest(2, 10)).toBe(2);
    expect(left()).toEqual(["c-4", "c-5"]);
    expect(stores.commands.keepNewest(2, 10)).toBe(0);
  });
});
