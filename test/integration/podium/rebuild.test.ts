import fc from "fast-check";
import { expect, test } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { RebuildStep } from "#core/db/stores/runners/runner-store.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { mergeAll } from "#test/support/merge-all.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import type { FinishLineAction } from "./finish-line-actions.ts";
import { entryOfAction, finishLineAction } from "./finish-line-actions.ts";

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

test("J5 after any facts, of any event, podium and finish log equal what the journal alone makes of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(finishLineAction, { maxLength: 25 }), async (actions) => {
      const desk = openTestDatabase();
      const { db, stores } = desk;
      const written: JournalEntry[] = [];
      for (const one of actions) {
        const fact = entryOfAction(one, written);
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

test("J4 J5 merging is set union: any order, any repetition, any partition ends in the same podium and finish log", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(finishLineAction, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 6 }),
      fc.gen(),
      async (actions, size, draw) => {
        const [source, target] = [openTestDatabase(), openTestDatabase()];
        const written: JournalEntry[] = [];
        for (const one of actions) {
          const fact = entryOfAction(one, written);
          if (fact === null) continue;
          const { db, stores } = source;
          db.transaction(() => {
            const entry = stores.journal.append(fact);
            stores.runners.refreshFor([entry]);
            written.push(entry);
          });
        }
        const twice = [...written, ...written];
        const mixed = draw(() => fc.shuffledSubarray(twice, { minLength: twice.length }));
        mergeAll(target, mixed, size);
        expect(readTables(target)).toEqual(readTables(source));
        expect(await differencesIn(target)).toEqual([]);
        source.db.close();
        target.db.close();
      },
    ),
    { numRuns: 15 },
  );
});

test("J5 rows that were changed behind the program's back are found, and a rebuild corrects them", async () => {
  const desk = openTestDatabase();
  const { db, stores } = desk;
  const write = (fact: NewEntry): void =>
    db.transaction(() => stores.runners.refreshFor([stores.journal.append(fact)]));
  const actions: FinishLineAction[] = [
    { do: "save", eventId: "e", runId: "run-1", segmentId: "overall" },
    { do: "groups", eventId: "e", runId: "run-1", groups: true },
    { do: "put", eventId: "e", list: "stamps", itemId: "item-1", at: "1" },
    { do: "put", eventId: "e", list: "bibs", itemId: "item-2", at: "1" },
    { do: "gun", eventId: "e", runId: "run-1", atMs: 2 },
  ];
  for (const one of actions) {
    const fact = entryOfAction(one, []);
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
    const base = { ...author, kind: "gun.set", eventId: "e", payload } as const;
    const stray = stores.journal.append({ ...base, subject: gunSubject("run-2") });
    const nowhere = stores.journal.append({ ...base, eventId: null, subject: gunSubject("run-1") });
    stores.runners.refreshFor([stray, nowhere]);
  });
  expect(stores.finish.guns("e")).toEqual([]);
  expect(await differencesIn(desk)).toEqual([]);
});
