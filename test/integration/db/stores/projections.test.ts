import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { createSearch } from "#core/db/search/search.ts";
import type { RebuildStep } from "#core/db/stores/runners/runner-store.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { mergeAll } from "#test/support/merge-all.ts";
import { listedEvent } from "#test/support/listed-event.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";

/** All projections, without row numbers and index state, which differ between databases. */
function readProjections({ db }: TestDatabase): unknown {
  const rows = (table: string, order: string): unknown[] =>
    db.raw.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  const runners = (rows("runner", "runner_id") as Record<string, unknown>[]).map(
    ({ rowid: _rowid, indexed: _indexed, ...row }) => row,
  );
  const runCounts = db.raw
    .prepare(
      `SELECT * FROM run_count WHERE arrived + recorded + expected + listed > 0 ORDER BY event_id, run_id`,
    )
    .all();
  return { runners, walkUps: rows("walk_up", "local_id"), runCounts };
}

async function countDifferences({ db }: TestDatabase): Promise<number> {
  const jobs = createJobs({ databasePath: db.path });
  const { differences, examples } = await jobs.run("verify-projections");
  await jobs.close();
  expect(examples).toHaveLength(differences);
  return differences;
}

function rebuild({ stores }: TestDatabase, chunk: number): void {
  let step: RebuildStep | null = null;
  do ({ next: step } = stores.runners.rebuild("e", step, chunk));
  while (step !== null);
}

const registrations = ["r1", "r2", "r3", "r4"];
const walkUps = ["w_1", "w_2", "w_3"];
const everybody = [...registrations, ...walkUps];
const outboxIdOf = (localId: string): string => `o-${localId}`;

/** Everything that can happen at a desk, in any order. */
type Action =
  | {
      readonly do: "page";
      readonly ids: readonly string[];
      readonly status: string;
      readonly bib: string | null;
      readonly runId: string;
    }
  | { readonly do: "sweep" }
  | { readonly do: "check-in" | "undo" | "save"; readonly who: string }
  | { readonly do: "bib"; readonly who: string; readonly bib: string }
  | { readonly do: "swap"; readonly who: string; readonly other: string }
  | {
      readonly do: "told";
      readonly who: string;
      readonly kind: "sent" | "confirmed" | "paired" | "adopted" | "taken-back";
      readonly registration: string;
    };

const anybody = fc.constantFrom(...everybody);
const someWalkUp = fc.constantFrom(...walkUps);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant("page" as const),
    ids: fc.uniqueArray(fc.constantFrom(...registrations), { minLength: 1 }),
    status: fc.constantFrom("confirmed", "cancelled", "waitlist", "odd"),
    bib: fc.constantFrom(null, "7", "007"),
    runId: fc.constantFrom("run-1", "run-2"),
  }),
  fc.record({ do: fc.constant("sweep" as const) }),
  fc.record({ do: fc.constantFrom("check-in" as const, "undo" as const), who: anybody }),
  fc.record({ do: fc.constant("save" as const), who: someWalkUp }),
  fc.record({ do: fc.constant("bib" as const), who: anybody, bib: fc.constantFrom("7", "12") }),
  fc.record({ do: fc.constant("swap" as const), who: anybody, other: anybody }),
  fc.record({
    do: fc.constant("told" as const),
    who: someWalkUp,
    kind: fc.constantFrom(
      "sent" as const,
      "confirmed" as const,
      "paired" as const,
      "adopted" as const,
      "taken-back" as const,
    ),
    registration: fc.constantFrom(...registrations),
  }),
);

let pass = 1;

function perform(desk: TestDatabase, action: Action): void {
  const { db, stores } = desk;
  db.transaction(() => {
    if (action.do === "page") {
      const rows = action.ids.map((id) => listedRegistration(id, action));
      stores.registrations.upsertPage("e", rows, pass, 1);
    } else if (action.do === "sweep") {
      pass += 1;
      stores.registrations.sweep("e", pass, 2, { after: null, limit: 500 });
    } else {
      const fact = factOf(desk, action);
      if (fact !== null) stores.runners.refreshFor([stores.journal.append(fact)]);
    }
  });
}

function factOf({ stores }: TestDatabase, action: Action): NewEntry | null {
  if (action.do === "page" || action.do === "sweep") return null;
  const base = { eventId: "e", subject: action.who, ...author };
  const outboxId = outboxIdOf(action.who);
  switch (action.do) {
    case "check-in":
      return { ...base, kind: "check-in.made", payload: {} };
    case "undo": {
      const last = stores.journal
        .ofSubjects([action.who])
        .findLast(({ kind }) => kind === "check-in.made" || kind.startsWith("bib."));
      if (last === undefined) return null;
      const undoes = entryIdOf(last);
      return last.kind === "check-in.made"
        ? { ...base, kind: "check-in.undone", payload: { undoes } }
        : { ...base, kind: "bib.undone", payload: { undoes, bib: null } };
    }
    case "save":
      return {
        ...base,
        kind: "walk-up.saved",
        payload: {
          form: { eventRunId: "run-1", email: "w@example.org", registrationType: "free" },
          bib: "900",
          outboxId,
        },
      };
    case "bib":
      return { ...base, kind: "bib.given", payload: { bib: action.bib, previousBib: null } };
    case "swap":
      return {
        ...base,
        otherSubject: action.other,
        kind: "bib.swapped",
        payload: { bib: "1", otherBib: "2" },
      };
    case "told":
      return toldFact(base, action, outboxId);
  }
}

function toldFact(
  base: Pick<NewEntry, "eventId" | "subject" | "operator" | "desk">,
  action: Extract<Action, { do: "told" }>,
  outboxId: string,
): NewEntry {
  const { registration } = action;
  switch (action.kind) {
    case "sent":
      return { ...base, kind: "walk-up.sent", payload: { outboxId, credential: "k" } };
    case "confirmed":
      return {
        ...base,
        kind: "walk-up.confirmed",
        payload: { outboxId, participantId: registration },
      };
    case "paired":
      return { ...base, kind: "walk-up.paired", payload: { registrationId: registration } };
    case "adopted":
      return {
        ...base,
        kind: "walk-up.adopted",
        payload: { outboxId, registrationId: registration, by: "person" },
      };
    case "taken-back":
      return { ...base, kind: "walk-up.taken-back", payload: { askOrganizer: false } };
  }
}

describe("projections", () => {
  test("J5 after any course of events the live rows are what replica and journal make of them", async () => {
    const desk = openTestDatabase();
    await fc.assert(
      fc
        .asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
          for (const each of actions) perform(desk, each);
          expect(await countDifferences(desk)).toBe(0);
          const live = readProjections(desk);
          rebuild(desk, 2);
          expect(readProjections(desk)).toEqual(live);
        })
        .afterEach(() => {
          emptyTables(desk);
        }),
      { numRuns: 60 },
    );
  });

  test("J5 a row that was changed behind the program's back is found, and a rebuild corrects it", async () => {
    const desk = openTestDatabase();
    perform(desk, {
      do: "page",
      ids: registrations,
      status: "confirmed",
      bib: null,
      runId: "run-1",
    });
    perform(desk, { do: "save", who: "w_1" });
    perform(desk, { do: "check-in", who: "r1" });
    const sound = readProjections(desk);
    desk.db.raw.exec(`
      UPDATE runner SET bib = '1' WHERE runner_id = 'r2';
      DELETE FROM runner WHERE runner_id = 'r3';
      UPDATE walk_up SET delivery = 'confirmed';
      UPDATE run_count SET arrived = arrived + 5;
    `);
    expect(await countDifferences(desk)).toBe(4);
    rebuild(desk, 1);
    expect(readProjections(desk)).toEqual(sound);
    expect(await countDifferences(desk)).toBe(0);
  });

  test("J4 merging is set union: any order, any repetition, any partition ends in the same state", () => {
    const copy: Action = {
      do: "page",
      ids: registrations,
      status: "confirmed",
      bib: "7",
      runId: "run-1",
    };
    const facts = fc.array(
      action.filter((each) => each.do !== "page" && each.do !== "sweep"),
      { minLength: 1, maxLength: 25 },
    );
    const target = openTestDatabase();
    const shuffledTwice = (entries: JournalEntry[]) =>
      fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 });
    fc.assert(
      fc
        .property(facts, fc.integer({ min: 1, max: 7 }), fc.gen(), (actions, size, draw) => {
          const source = openTestDatabase();
          perform(source, copy);
          for (const each of actions) perform(source, each);
          const entries = source.stores.journal.latest("e", { limit: 1_000 });
          perform(target, copy);
          const mixed = draw(shuffledTwice, entries);
          mergeAll(target, mixed, size);
          expect(target.stores.journal.latest("e", { limit: 1_000 })).toEqual(entries);
          expect(readProjections(target)).toEqual(readProjections(source));
          source.db.close();
        })
        .afterEach(() => emptyTables(target)),
      { numRuns: 25 },
    );
  });

  test("D8 the time zone a person gave an event is the last fact's, also when facts come from elsewhere", async () => {
    const [one, other] = [openTestDatabase(), openTestDatabase()];
    const zones = one.db.transaction(() =>
      ["Europe/Oslo", "Asia/Tokyo"].map((timeZone) =>
        one.stores.journal.append({
          ...author,
          kind: "time-zone.set",
          payload: { timeZone },
          eventId: "e",
          subject: "e",
        }),
      ),
    );
    const { stores } = other;
    other.db.transaction(() => stores.events.upsertListed(listedEvent, 1));
    mergeAll(other, zones.toReversed(), 1);
    expect(stores.events.get("e")?.timeZoneAsked).toBe("Asia/Tokyo");
    other.db.transaction(() => stores.events.upsertDetail({ ...listedEvent, endDate: null }, 2));
    expect(stores.events.get("e")?.timeZoneAsked).toBe("Asia/Tokyo");
    expect(await countDifferences(other)).toBe(0);
    other.db.transaction(() => stores.events.setAskedTimeZone("e", "UTC"));
    expect(await countDifferences(other)).toBe(1);
  });

  test("W2 a walk-up matched with a registration without a name is found by its typed name", () => {
    const { db, stores } = openTestDatabase();
    const email = "roth@example.org";
    db.transaction(() => {
      stores.events.upsertListed(listedEvent, 1);
      stores.registrations.upsertPage("e", [listedRegistration("r1", { email, name: null })], 1, 1);
      const walkUp = { ...author, eventId: "e", subject: "w_1" };
      const form = { eventRunId: "run-1", email, name: "Nina Roth", registrationType: "free" };
      const saved = { form, outboxId: "o1" };
      stores.runners.refreshFor([
        stores.journal.append({ ...walkUp, kind: "walk-up.saved", payload: saved }),
        stores.journal.append({
          ...walkUp,
          kind: "walk-up.paired",
          payload: { registrationId: "r1" },
        }),
      ]);
    });
    expect(stores.runners.get("e", "r1")).toMatchObject({ runnerId: "w_1", name: "Nina Roth" });
    const { rowids } = createSearch(db).search({ eventId: "e", text: "nina roth" });
    expect(stores.runners.byRowids(rowids).map(({ runnerId }) => runnerId)).toEqual(["w_1"]);
  });

  test.each(["a list", "its details"])(
    "D8 J5 the time zone a person gave an event is there when the event first arrives by %s after the merge",
    async (what) => {
      const [one, other] = [openTestDatabase(), openTestDatabase()];
      const zone = one.db.transaction(() =>
        one.stores.journal.append({
          ...author,
          kind: "time-zone.set",
          payload: { timeZone: "Europe/Lisbon" },
          eventId: "e",
          subject: "e",
        }),
      );
      mergeAll(other, [zone], 1);
      const { events } = other.stores;
      other.db.transaction(() => {
        if (what === "a list") events.upsertListed(listedEvent, 1);
        events.upsertDetail({ ...listedEvent, endDate: null }, 2);
      });
      expect(events.get("e")?.timeZoneAsked).toBe("Europe/Lisbon");
      expect(await countDifferences(other)).toBe(0);
    },
  );

  test("J4 an entry of a kind from a later version is kept and changes no projection", () => {
    const [one, other] = [openTestDatabase(), openTestDatabase()];
    perform(one, { do: "check-in", who: "r1" });
    const [known] = one.stores.journal.latest("e", { limit: 1 });
    if (known === undefined) throw new Error("No entry");
    const { journal, runners } = other.stores;
    const later = one.db.transaction(() =>
      one.stores.journal.append({
        ...author,
        kind: "podium.announced" as "check-in.made",
        payload: {},
        eventId: "e",
        subject: "r1",
      }),
    );
    perform(other, { do: "page", ids: ["r1"], status: "confirmed", bib: null, runId: "run-1" });
    const merge = (entry: JournalEntry): void =>
      other.db.transaction(() => runners.refreshFor(journal.merge([entry]).added));
    merge(known);
    const before = readProjections(other);
    merge(later);
    expect(journal.get(entryIdOf(later))).toEqual(later);
    expect(readProjections(other)).toEqual(before);
  });
});

/** Empties the tables for the next run of a property, which is faster than a new file. */
function emptyTables({ db }: TestDatabase): void {
  db.raw.exec("DROP TRIGGER journal_never_deleted");
  for (const table of ["journal", "registration", "runner", "walk_up", "run_count", "attention"]) {
    db.raw.exec(`DELETE FROM ${table}`);
  }
  db.raw.exec(`CREATE TRIGGER journal_never_deleted BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`);
}
