import fc from "fast-check";
import { expect, test } from "vitest";
import { createJobs } from "#core/db/job-client.ts";
import type { NewFact } from "#core/db/stores/journal-store.ts";
import type { RebuildStep } from "#core/db/stores/runner-store.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log.ts";
import { entryIdOf } from "#shared/domain/ids.ts";
import type { JournalEntry } from "#shared/domain/journal.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/segment.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { actor, openTestDatabase } from "#test/support/database.ts";

const tables = ["podium", "podium_groups", "finish_item", "gun"] as const;

const readTables = ({ db }: TestDatabase): unknown =>
  tables.map((table) => db.raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all());

async function differencesIn({ db }: TestDatabase): Promise<readonly string[]> {
  const jobs = createJobs({ databasePath: db.path });
  const { differences, examples } = await jobs.run("verify-projections");
  await jobs.close();
  expect(examples).toHaveLength(differences);
  return examples;
}

function rebuild({ stores }: TestDatabase, chunk: number): void {
  for (const eventId of ["e", "other"]) {
    let step: RebuildStep | null = null;
    do ({ next: step } = stores.runners.rebuild(eventId, step, chunk));
    while (step !== null);
  }
}

const runId = fc.constantFrom("run-1", "run-2");
const segmentId = fc.constantFrom("overall", "sex:F");
const itemId = fc.constantFrom("item-1", "item-2");
const list = fc.constantFrom("stamps" as const, "bibs" as const);
const eventId = fc.constantFrom("e", "other");

/** `back` is how many facts ago the one was that this one follows, announces or voids. */
const deed = fc.oneof(
  fc.record({ do: fc.constant("save" as const), eventId, runId, segmentId }),
  fc.record({ do: fc.constant("remove" as const), eventId, runId, segmentId }),
  fc.record({ do: fc.constant("groups" as const), eventId, runId, groups: fc.boolean() }),
  fc.record({
    do: fc.constant("enter" as const),
    eventId,
    runId,
    segmentId,
    bib: fc.constantFrom("7", "8", ""),
    back: fc.nat(6),
  }),
  fc.record({ do: fc.constant("announce" as const), eventId, runId, segmentId, back: fc.nat(6) }),
  fc.record({
    do: fc.constant("put" as const),
    eventId,
    list,
    itemId,
    at: fc.constantFrom("1", "2"),
  }),
  fc.record({ do: fc.constant("take-out" as const), eventId, list, itemId }),
  fc.record({ do: fc.constant("void" as const), back: fc.nat(6) }),
  fc.record({ do: fc.constant("gun" as const), eventId, runId, atMs: fc.constantFrom(1, 2, null) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

function factOf(one: Deed, written: readonly JournalEntry[]): NewFact | null {
  const ago = (back: number): JournalEntry | undefined => written.at(-1 - back);
  const idOf = (back: number): string => {
    const entry = ago(back);
    return entry === undefined ? "nobody.wrote.1" : entryIdOf(entry);
  };
  if (one.do === "void") {
    const voided = ago(one.back);
    if (voided === undefined) return null;
    const { eventId: about, subject } = voided;
    const undoes = entryIdOf(voided);
    return { ...actor, kind: "finish.undone", payload: { undoes }, eventId: about, subject };
  }
  const base = { ...actor, eventId: one.eventId };
  switch (one.do) {
    case "save":
    case "remove":
    case "enter":
    case "announce": {
      const place = { runId: one.runId, segmentId: one.segmentId };
      const about = { ...base, subject: segmentSubject(one.runId, one.segmentId) };
      if (one.do === "remove") return { ...about, kind: "segment.removed", payload: place };
      if (one.do === "save") {
        const declared = { label: "L", depth: 3, clock: "gun" };
        return { ...about, kind: "segment.saved", payload: { ...place, ...declared } };
      }
      if (one.do === "announce") {
        const payload = {
          ...place,
          sheet: idOf(one.back),
          openWarnings: 0,
          depth: 3,
          clock: "gun",
        };
        return { ...about, kind: "podium.announced", payload };
      }
      const slot = { bib: one.bib, runnerId: null, tie: false, time: null };
      const slots = one.bib === "" ? [] : [slot];
      const payload = { ...place, slots, follows: [idOf(one.back)], source: "typed" };
      return { ...about, kind: "podium.entered", payload };
    }
    case "groups": {
      const groups = one.groups ? [["overall", "sex:F"]] : [];
      const subject = groupsSubject(one.runId);
      return { ...base, kind: "group.saved", payload: { runId: one.runId, groups }, subject };
    }
    case "put":
    case "take-out": {
      const { list: name, itemId: id } = one;
      const subject = finishSubject(name, id);
      if (one.do === "take-out") {
        return { ...base, kind: "finish.removed", payload: { list: name, id }, subject };
      }
      const says = name === "stamps" ? { atMs: 1, bib: null } : { atMs: null, bib: "7" };
      const payload = { list: name, id, at: one.at, ...says, action: "bib" };
      return { ...base, kind: "finish.put", payload, subject };
    }
    case "gun": {
      const payload = { runId: one.runId, atMs: one.atMs };
      return { ...base, kind: "gun.set", payload, subject: gunSubject(one.runId) };
    }
  }
}

test("J5 after any facts, of any event, podium and finish log equal what the journal alone makes of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 25 }), async (deeds) => {
      const desk = openTestDatabase();
      const { db, stores } = desk;
      const written: JournalEntry[] = [];
      for (const one of deeds) {
        const fact = factOf(one, written);
        if (fact === null) continue;
        db.transaction(() => {
          const entry = stores.journal.append(fact);
          stores.runners.refreshFor([entry]);
          written.push(entry);
        });
      }
      expect(await differencesIn(desk)).toEqual([]);
      const live = readTables(desk);
      rebuild(desk, 3);
      expect(readTables(desk)).toEqual(live);
      for (const table of tables) db.raw.exec(`DELETE FROM ${table}`);
      rebuild(desk, 2);
      expect(readTables(desk)).toEqual(live);
      db.close();
    }),
    { numRuns: 15 },
  );
});

test("J5 rows that were changed behind the program's back are found, and a rebuild mends them", async () => {
  const desk = openTestDatabase();
  const { db, stores } = desk;
  const write = (fact: NewFact): void =>
    db.transaction(() => stores.runners.refreshFor([stores.journal.append(fact)]));
  const deeds: Deed[] = [
    { do: "save", eventId: "e", runId: "run-1", segmentId: "overall" },
    { do: "groups", eventId: "e", runId: "run-1", groups: true },
    { do: "put", eventId: "e", list: "stamps", itemId: "item-1", at: "1" },
    { do: "put", eventId: "e", list: "bibs", itemId: "item-2", at: "1" },
    { do: "gun", eventId: "e", runId: "run-1", atMs: 2 },
  ];
  for (const one of deeds) {
    const fact = factOf(one, []);
    if (fact !== null) write(fact);
  }
  const live = readTables(desk);
  db.raw.exec(`
    UPDATE podium SET state = json_set(state, '$.declared.depth', 9);
    UPDATE podium_groups SET groups = '[]';
    UPDATE finish_item SET at_ms = 7 WHERE list = 'stamps';
    DELETE FROM finish_item WHERE list = 'bibs';
    INSERT INTO finish_item (event_id, list, at, id) VALUES ('e', 'bibs', '5', 'stray-item');
    UPDATE gun SET at_ms = 9;
    INSERT INTO gun (event_id, run_id, at_ms) VALUES ('e', 'run-9', 1);
  `);
  expect((await differencesIn(desk)).toSorted()).toEqual(
    [
      segmentSubject("run-1", "overall"),
      groupsSubject("run-1"),
      finishSubject("stamps", "item-1"),
      finishSubject("bibs", "item-2"),
      finishSubject("bibs", "stray-item"),
      gunSubject("run-1"),
      gunSubject("run-9"),
    ].toSorted(),
  );
  rebuild(desk, 1);
  expect(readTables(desk)).toEqual(live);
  expect(await differencesIn(desk)).toEqual([]);
});

test("J5 a fact whose payload speaks of another subject than its own changes nothing", async () => {
  const desk = openTestDatabase();
  const { db, stores } = desk;
  db.transaction(() => {
    const payload = { runId: "run-1", atMs: 5 };
    const base = { ...actor, kind: "gun.set", eventId: "e", payload } as const;
    const stray = stores.journal.append({ ...base, subject: gunSubject("run-2") });
    const nowhere = stores.journal.append({ ...base, eventId: null, subject: gunSubject("run-1") });
    stores.runners.refreshFor([stray, nowhere]);
  });
  expect(stores.finish.guns("e")).toEqual([]);
  expect(await differencesIn(desk)).toEqual([]);
});
