import { describe, expect, test } from "vitest";
import type { TestDatabase } from "#test/support/database.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";

type Rows = Parameters<TestDatabase["stores"]["registrations"]["upsertPage"]>[1];

const take = ({ db, stores, clock }: TestDatabase, rows: Rows, pass: number) =>
  db.transaction(() => stores.registrations.upsertPage("e", rows, pass, clock.now()));

/** The ids that the sweep removed from the replica, and those that it flagged as gone. */
function sweepAll({ db, stores, clock }: TestDatabase, pass: number, limit: number) {
  const present = db.raw
    .prepare<[], string>("SELECT id FROM registration WHERE gone_at_ms IS NULL ORDER BY id")
    .pluck()
    .all();
  let after: string | null = null;
  do {
    const from: string | null = after;
    after = db.transaction(
      () => stores.registrations.sweep("e", pass, clock.now(), { after: from, limit }).next,
    );
  } while (after !== null);
  const rows = present.map((id) => ({ id, row: stores.registrations.get(id) }));
  const idsOf = (found: typeof rows): string[] => found.map(({ id }) => id);
  return {
    removed: idsOf(rows.filter(({ row }) => row === null)),
    flagged: idsOf(rows.filter(({ row }) => row !== null && row.goneAtMs !== null)),
  };
}

const checkIn = ({ db, stores }: TestDatabase, subject: string): void =>
  db.transaction(() => {
    stores.journal.append({ kind: "check-in.made", payload: {}, eventId: "e", subject, ...author });
    stores.runners.refresh("e", subject);
  });

describe("ingest", () => {
  test("D5 a page tells what is new, what changed in which field, and what it only repeats", () => {
    const desk = openTestDatabase();
    const [one, two, three] = ["r1", "r2", "r3"].map((id) => listedRegistration(id));
    if (one === undefined || two === undefined || three === undefined) throw new Error("No rows");
    expect(take(desk, [one, two], 1)).toMatchObject({
      added: ["r1", "r2"],
      changed: [],
      newInPass: 2,
    });
    const second = take(desk, [one, { ...two, bib: "7", runId: "run-2" }, three], 2);
    expect(second).toMatchObject({
      added: ["r3"],
      changed: ["r2"],
      newInPass: 3,
      changedFields: { bibIdentifier: 1, eventRunId: 1 },
    });
    expect(take(desk, [one, three], 2)).toMatchObject({ added: [], changed: [], newInPass: 0 });
  });

  test("D5 new and known rows in turns, some twice on a page: each is told once as what it is", () => {
    const desk = openTestDatabase();
    const [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map((id) => listedRegistration(id));
    if (!a || !b || !c || !d || !e || !f) throw new Error("No rows");
    take(desk, [a, c, e], 1);
    const page = [b, { ...a, bib: "7" }, d, d, c, f, { ...e, bib: "8" }, b];
    expect(take(desk, page, 2)).toMatchObject({
      added: ["b", "d", "f"],
      changed: ["a", "e"],
      newInPass: 6,
    });
    expect(desk.stores.runCounts.ofEvent("e")).toMatchObject([{ listed: 6 }]);
    expect(desk.stores.runners.get("e", "a")?.bib).toBe("7");
  });

  test("D6 unknown fields are kept, an unknown status is kept as it is and counts as not confirmed", () => {
    const desk = openTestDatabase();
    const row = listedRegistration("r1", { status: "deferred", extra: '{"shirt":"M"}' });
    take(desk, [row], 1);
    expect(desk.stores.registrations.get("r1")?.extra).toBe('{"shirt":"M"}');
    expect(desk.stores.runners.get("e", "r1")).toMatchObject({
      standing: "other",
      status: "deferred",
    });
    expect(desk.stores.runCounts.ofEvent("e")).toMatchObject([{ expected: 0, listed: 1 }]);
    const again = take(desk, [{ ...row, extra: '{"shirt":"L"}' }], 2);
    expect(again).toMatchObject({ added: [], changed: [] });
    expect(desk.stores.registrations.get("r1")?.extra).toBe('{"shirt":"L"}');
  });

  test("D6 a malformed row is set aside with its bytes and its issue", () => {
    const { stores } = openTestDatabase();
    const row = {
      eventId: "e",
      list: "registrations",
      position: 4,
      raw: '{"_id":5}',
      issue: "_id: Must be text",
      atMs: 1,
    };
    stores.malformed.add(row);
    expect(stores.malformed.list("e", "registrations", 10)).toEqual([row]);
    expect(stores.malformed.count("e", "registrations")).toBe(1);
    stores.malformed.clear("e", "registrations");
    expect(stores.malformed.count("e", "registrations")).toBe(0);
  });

  test.each([1, 2, 500])(
    "D3 a sweep by %i removes what vanished but flags what people worked on here",
    (limit) => {
      const desk = openTestDatabase();
      const ids = ["r1", "r2", "r3", "r4"];
      take(
        desk,
        ids.map((id) => listedRegistration(id)),
        1,
      );
      checkIn(desk, "r2");
      take(desk, [listedRegistration("r1")], 2);
      expect(sweepAll(desk, 2, limit)).toEqual({ removed: ["r3", "r4"], flagged: ["r2"] });
      expect(desk.stores.runners.get("e", "r3")).toBeNull();
      expect(desk.stores.runners.get("e", "r2")).toMatchObject({
        goneAtMs: desk.clock.now(),
        checkedInDesk: "Desk 1",
      });
      expect(desk.stores.registrations.countsByRun("e")).toEqual([
        { runId: "run-1", all: 1, confirmed: 1 },
      ]);
      expect(desk.stores.runCounts.ofEvent("e")).toMatchObject([{ expected: 1, arrived: 1 }]);
      expect(sweepAll(desk, 2, limit)).toEqual({ removed: [], flagged: [] });
      const back = take(desk, [listedRegistration("r2")], 3);
      expect(back).toMatchObject({ added: ["r2"], changed: [] });
      expect(desk.stores.runners.get("e", "r2")?.goneAtMs).toBeNull();
    },
  );

  test("B3 a bib given here survives a download that says something else, or nothing", () => {
    const desk = openTestDatabase();
    take(desk, [listedRegistration("r1", { bib: "007" })], 1);
    desk.db.transaction(() => {
      desk.stores.journal.append({
        kind: "bib.given",
        payload: { bib: "12", previousBib: "007" },
        eventId: "e",
        subject: "r1",
        ...author,
      });
      desk.stores.runners.refresh("e", "r1");
    });
    for (const bib of [null, "99"]) {
      take(desk, [listedRegistration("r1", { bib })], 2);
      expect(desk.stores.runners.get("e", "r1")).toMatchObject({ bib: "12", apiBib: bib });
    }
  });

  test("B1 a bib is text; B2 doubles of the API are all holders", () => {
    const desk = openTestDatabase();
    take(
      desk,
      [
        listedRegistration("r1", { bib: "7" }),
        listedRegistration("r2", { bib: "007" }),
        listedRegistration("r3", { bib: "7", runId: "run-2" }),
        listedRegistration("r4", { bib: "A12" }),
      ],
      1,
    );
    const { runners } = desk.stores;
    const ids = (found: readonly { readonly runnerId: string }[]): string[] =>
      found.map(({ runnerId }) => runnerId);
    expect(ids(runners.holdersOf("e", "7"))).toEqual(["r1", "r3"]);
    expect(ids(runners.holdersOf("e", "007"))).toEqual(["r2"]);
    expect(ids(runners.holdersOf("e", "a12"))).toEqual([]);
    expect(ids(runners.bibLookAlikes("e", "7", 10))).toEqual(["r2"]);
    expect(runners.bibNumbers("e", "run-2")).toEqual([7]);
    expect(runners.bibNumbers("e", "run-9")).toEqual([]);
    expect(runners.prefixedBibs("e").map(({ bib }) => bib)).toEqual(["007", "A12"]);
  });

  test("D5 cancelled after check-in needs a person, once for each new status", () => {
    const desk = openTestDatabase();
    const { db, stores } = desk;
    const tell = (status: string, pass: number) =>
      take(
        desk,
        [listedRegistration("r1", { status }), listedRegistration("r2", { status })],
        pass,
      );
    tell("confirmed", 1);
    checkIn(desk, "r1");
    tell("cancelled", 2);
    expect(stores.digests.attention("e")).toMatchObject([
      { runnerId: "r1", status: "cancelled", acknowledged: false },
    ]);
    db.transaction(() =>
      stores.journal.append({
        kind: "digest.acknowledged",
        payload: { status: "cancelled" },
        eventId: "e",
        subject: "r1",
        ...author,
      }),
    );
    expect(stores.digests.attention("e")).toMatchObject([{ acknowledged: true }]);
    tell("cancelled", 3);
    expect(stores.digests.attention("e")).toMatchObject([{ acknowledged: true }]);
    tell("confirmed", 4);
    expect(stores.digests.attention("e")).toEqual([]);
    tell("cancelled", 5);
    expect(stores.digests.attention("e")).toMatchObject([
      { runnerId: "r1", status: "cancelled", acknowledged: false },
    ]);
  });

  test("W2 a confirmed walk-up is neither doubled nor dropped by the next download", () => {
    const desk = openTestDatabase();
    const { db, stores } = desk;
    const tell = (fact: Parameters<typeof stores.journal.append>[0]): void =>
      db.transaction(() => {
        stores.journal.append(fact);
        stores.runners.refresh("e", "w_1");
      });
    const about = { eventId: "e", subject: "w_1", ...author };
    const form = { eventRunId: "run-1", email: "w@example.org", registrationType: "free" };
    tell({ ...about, kind: "walk-up.saved", payload: { form, bib: "900", outboxId: "o1" } });
    checkIn(desk, "w_1");
    take(desk, [listedRegistration("r9", { email: "w@example.org" })], 1);
    expect(stores.runCounts.ofEvent("e")).toMatchObject([{ expected: 2, arrived: 1 }]);
    checkIn(desk, "r9");
    tell({
      ...about,
      kind: "walk-up.confirmed",
      payload: { outboxId: "o1", participantId: "r9" },
    });
    expect(stores.runCounts.ofEvent("e")).toMatchObject([{ expected: 1, arrived: 1, listed: 1 }]);
    expect(stores.runners.get("e", "r9")).toEqual(stores.runners.get("e", "w_1"));
    expect(stores.runners.get("e", "w_1")).toMatchObject({
      bib: "900",
      registrationId: "r9",
      delivery: "confirmed",
      checkInClaims: 2,
    });
    expect(stores.runners.eventOf("r9")).toBe("e");
    take(desk, [listedRegistration("r8")], 2);
    expect(sweepAll(desk, 2, 10)).toEqual({ removed: [], flagged: ["r9"] });
    expect(stores.runners.get("e", "w_1")).toMatchObject({ delivery: "confirmed", bib: "900" });
  });

  test("J5 a runner whom the organizer moved into an event that nobody worked on yet is as checked in as before", () => {
    const desk = openTestDatabase();
    const { db, stores } = desk;
    db.transaction(() => {
      const about = { eventId: "former", subject: "r1", ...author };
      stores.journal.append({ kind: "check-in.made", payload: { bib: "7" }, ...about });
    });
    take(desk, [listedRegistration("r1", { bib: "8" }), listedRegistration("r2")], 1);
    expect(stores.runners.get("e", "r1")).toMatchObject({ bib: "7", checkInClaims: 1 });
    expect(stores.runCounts.ofEvent("e")).toMatchObject([{ arrived: 1, listed: 2 }]);
  });

  test("C3 the queries of a busy desk: newest check-ins, arrivals by minute, family, team", () => {
    const desk = openTestDatabase();
    const { stores, clock } = desk;
    take(
      desk,
      ["r1", "r2", "r3"].map((id) =>
        listedRegistration(id, { email: "Family@Example.org", teamId: "t1" }),
      ),
      1,
    );
    checkIn(desk, "r1");
    clock.jump(61_000);
    checkIn(desk, "r2");
    const ids = (found: readonly { readonly runnerId: string }[]): string[] =>
      found.map(({ runnerId }) => runnerId);
    expect(ids(stores.runners.recentCheckIns("e", 5))).toEqual(["r2", "r1"]);
    expect(stores.runners.arrivalsByMinute("e", clock.now(), 3)).toEqual([0, 1, 1]);
    expect(ids(stores.runners.byEmail("e", "family@example.ORG", 10))).toEqual(["r1", "r2", "r3"]);
    expect(stores.runners.byTeam("e", "t1", 10)).toHaveLength(3);
    expect(
      stores.registrations.matching("e", {
        runId: "run-1",
        email: "FAMILY@example.org",
        name: null,
      }),
    ).toHaveLength(3);
  });
});
