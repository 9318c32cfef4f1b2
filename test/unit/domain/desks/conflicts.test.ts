import { describe, expect, test } from "vitest";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { bibTwice } from "#shared/domain/desks/bib-twice.ts";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf, unknownTo } from "#shared/domain/desks/conflicts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";

type Payload = NonNullable<JournalEntry["payload"]>;

const about = new Set(["r"]);

/** The kinds of the conflicts, with the ids of their sides, the one in force first. */
const found = (entries: readonly JournalEntry[], ids = about) =>
  conflictsOf(ids, entries).map(({ kind, sides }) => [kind, ...sides.map(entryIdOf)]);

const form = { eventRunId: "run", email: "a@example.org", registrationType: "free" };
const segment = { runId: "run", segmentId: "overall" };
const clock = { ...segment, depth: 3, clock: "gun" };
const item = { list: "bibs", id: "line-1", at: "m", atMs: null, action: "bib" };
const sheet = (bib: string, follows: string[] = []): Payload => ({
  ...segment,
  slots: [{ bib, runnerId: null, tie: false, time: null }],
  follows,
  source: "typed",
});

/**
 * For each kind: an entry, an entry with another value, and an entry that means the same as the first with another
 * payload.
 */
const cases: readonly [ConflictKind, string, Payload, Payload, Payload][] = [
  [
    "bib",
    "bib.given",
    { bib: "66", previousBib: null },
    { bib: "77", previousBib: null },
    { bib: "66", previousBib: "5" },
  ],
  [
    "walk-up",
    "walk-up.saved",
    { form, outboxId: "o" },
    { form: { ...form, name: "Ada" }, outboxId: "o" },
    { form, outboxId: "p" },
  ],
  [
    "time-zone",
    "time-zone.set",
    { timeZone: "Europe/Rome" },
    { timeZone: "Europe/Oslo" },
    { timeZone: "Europe/Rome" },
  ],
  [
    "groups",
    "group.saved",
    { runId: "run", groups: [["overall", "sex:F"]] },
    { runId: "run", groups: [] },
    { runId: "run", groups: [["overall", "sex:F"]] },
  ],
  [
    "segment",
    "segment.saved",
    { ...clock, label: "Overall" },
    { ...clock, label: "All" },
    { ...clock, label: "Overall" },
  ],
  [
    "gun",
    "gun.set",
    { runId: "run", atMs: 5 },
    { runId: "run", atMs: null },
    { runId: "run", atMs: 5 },
  ],
  [
    "finish-item",
    "finish.put",
    { ...item, bib: "7" },
    { ...item, bib: "8" },
    { ...item, bib: "7", action: "change" },
  ],
  ["sheet", "podium.entered", sheet("7"), sheet("8"), sheet("7")],
  [
    "hub",
    "hub.chosen",
    { device: "a", name: "A", why: "opened" },
    { device: "b", name: "B", why: "taken-over" },
    { device: "a", name: "A", why: "settled" },
  ],
];

describe.each(cases)("M11 %s", (kind, name, one, other, same) => {
  const [first, second] = [entryOf("a", 1, "1", one, name), entryOf("b", 1, "2", other, name)];

  test("two values of writers who did not know of each other are a conflict", () => {
    const sides = kind === "sheet" ? ["a.e.1", "b.e.1"] : ["b.e.1", "a.e.1"];
    expect(found([first, second])).toEqual([[kind, ...sides]]);
  });

  test("the same value twice is none", () => {
    expect(found([first, entryOf("b", 1, "2", same, name)])).toEqual([]);
  });

  test("an entry that follows all sides settles it, whatever its clock says", () => {
    const all = { ...one, seen: ["a.e.1", "b.e.1"], follows: ["a.e.1", "b.e.1"] };
    expect(found([first, second, entryOf("c", 1, "0", all, name)])).toEqual([]);
  });

  test("an entry about another subject is none of it", () => {
    const elsewhere = { ...second, subject: "s" };
    expect(found([first, elsewhere])).toEqual([]);
  });
});

const checkIn = (device: string, sequence: number, hlc: string, payload: Payload = {}) =>
  entryOf(device, sequence, hlc, payload, "check-in.made");

describe("M11 the sides of a conflict", () => {
  test("M11 two check-ins that did not know of each other, the first one in force", () => {
    const both = [checkIn("a", 1, "1"), checkIn("b", 1, "2")];
    expect(found(both)).toEqual([["check-in", "a.e.1", "b.e.1"]]);
    const undone = entryOf("a", 2, "3", { undoes: "b.e.1", seen: ["b.e.1"] }, "check-in.undone");
    expect(found([...both, undone])).toEqual([]);
    expect(found([...both, { ...undone, payload: null }])).toHaveLength(1);
    // An override by a person who knew the first check-in is no conflict.
    expect(found([checkIn("a", 1, "1"), checkIn("b", 1, "2", { seen: ["a.e.1"] })])).toEqual([]);
  });

  test("M11 of a value that several computers gave, the entry that counts is the side", () => {
    const given = (device: string, hlc: string, bib: string) =>
      entryOf(device, 1, hlc, { bib, previousBib: null });
    const three = [given("a", "1", "66"), given("b", "2", "77"), given("c", "3", "66")];
    expect(found(three)).toEqual([["bib", "c.e.1", "b.e.1"]]);
  });

  test("M11 several things of one subject are several conflicts; a runner has two ids", () => {
    const given = (device: string, hlc: string, bib: string) =>
      entryOf(device, 2, hlc, { bib, previousBib: null });
    const entries = [
      checkIn("a", 1, "1"),
      { ...checkIn("b", 1, "2"), subject: "w_1" },
      given("a", "3", "66"),
      { ...given("b", "4", "77"), subject: "w_1" },
    ];
    expect(found(entries)).toEqual([]);
    expect(found(entries, new Set(["r", "w_1"]))).toEqual([
      ["check-in", "a.e.1", "b.e.1"],
      ["bib", "b.e.2", "a.e.2"],
    ]);
  });

  test("M11 what the writer of a side did not know must be voided to leave it alone", () => {
    const swap = entryOf("a", 1, "1", { bib: null, otherBib: "5" }, "bib.swapped");
    const [one, two] = ["66", "77"].map((bib, at) =>
      entryOf("b", at + 1, `${at + 2}`, { bib, previousBib: null }),
    );
    if (one === undefined || two === undefined) throw new Error("Two entries were made");
    const all = [swap, one, two];
    // A copy of the entry gives the same, because entries are compared by their ids.
    expect(unknownTo({ ...swap }, all, all)).toEqual([one, two]);
    expect(unknownTo({ ...two }, all, all)).toEqual([swap]);
  });
});

describe("M11 the subject of a conflict", () => {
  test("M11 a runner's entries name an event of Chute by either of its ids, and are of one conflict", () => {
    const given = (device: string, eventId: string, bib: string) => ({
      ...entryOf(device, 1, device, { bib, previousBib: null }),
      eventId,
    });
    const saved = (device: string, eventId: string, name: string) => ({
      ...entryOf(device, 1, device, { form: { ...form, name }, outboxId: "o" }, "walk-up.saved"),
      eventId,
    });
    expect(found([given("a", "e_1", "66"), given("b", "evt", "77")])).toHaveLength(1);
    expect(found([saved("a", "e_1", "Ada"), saved("b", "evt", "Bea")])).toHaveLength(1);
    const here = { ...checkIn("a", 1, "1"), eventId: "e_1" };
    expect(found([here, { ...checkIn("b", 1, "2"), eventId: "evt" }])).toHaveLength(1);
  });

  test("M11 entries of two events, and payloads that nobody can read, are no conflict", () => {
    const gun = (device: string, atMs: number) =>
      entryOf(device, 1, device, { runId: "run", atMs }, "gun.set");
    expect(found([gun("a", 1), { ...gun("b", 2), eventId: "other" }])).toEqual([]);
    expect(found([gun("a", 1), { ...gun("b", 2), payload: null }])).toEqual([]);
    expect(found([gun("a", 1), { ...gun("b", 2), payload: { runId: 5 } }])).toEqual([]);
  });
});

describe("M11 a finish log, a segment and a sheet", () => {
  test("M11 a changed and a removed row of the finish log are two sides", () => {
    const removed = entryOf("b", 1, "2", { list: "bibs", id: "line-1" }, "finish.removed");
    const put = entryOf("a", 1, "1", { ...item, bib: "7" }, "finish.put");
    expect(found([put, removed])).toEqual([["finish-item", "b.e.1", "a.e.1"]]);
    const undone = entryOf("b", 2, "3", { undoes: "b.e.1" }, "finish.undone");
    expect(found([put, removed, undone])).toEqual([]);
  });

  test("M11 a row of the finish log with another of several runners with the bib is another value", () => {
    const put = (device: string, runnerId?: string | null) =>
      entryOf(
        device,
        1,
        device,
        { ...item, bib: "7", ...(runnerId === undefined ? {} : { runnerId }) },
        "finish.put",
      );
    expect(found([put("a", "ana"), put("b", "bo")])).toHaveLength(1);
    expect(found([put("a", null), put("b", "bo")])).toHaveLength(1);
    expect(found([put("a"), put("b", null)])).toEqual([]);
  });

  test("M11 a segment that one computer declared and another removed has two sides", () => {
    const saved = entryOf("a", 1, "1", { ...clock, label: "Overall" }, "segment.saved");
    const removed = entryOf("b", 1, "2", segment, "segment.removed");
    expect(found([saved, removed])).toEqual([["segment", "b.e.1", "a.e.1"]]);
    expect(found([removed, { ...removed, device: "c" }])).toEqual([]);
  });

  test("M11 P5 a sheet that its writer knew and did not replace is still a side", () => {
    const knowing = { ...sheet("8"), seen: ["a.e.1"] };
    const both = [
      entryOf("a", 1, "1", sheet("7"), "podium.entered"),
      entryOf("b", 1, "2", knowing, "podium.entered"),
    ];
    expect(found(both)).toEqual([["sheet", "a.e.1", "b.e.1"]]);
  });

  test("M11 P5 a sheet that names itself as followed is still a side", () => {
    const entered = (device: string, bib: string) =>
      entryOf(device, 1, device, sheet(bib, [`${device}.e.1`]), "podium.entered");
    expect(found([entered("a", "7"), entered("b", "8")])).toEqual([["sheet", "a.e.1", "b.e.1"]]);
  });
});

describe("M11 a walk-up", () => {
  test("M11 two forms of a walk-up are no conflict once it arrived or was retracted by somebody who knew both", () => {
    const forms = ["Ada", "Bea"].map((name, at) =>
      entryOf(`${at}`, 1, `${at}`, { form: { ...form, name }, outboxId: "o" }, "walk-up.saved"),
    );
    const seen = forms.map(entryIdOf);
    const confirmed = { outboxId: "o", participantId: "p" };
    const retracted = { askOrganizer: false, seen };
    const after = (kind: string, payload: Payload) =>
      found([...forms, entryOf("c", 1, "9", payload, kind)]).length;
    expect(after("walk-up.confirmed", { ...confirmed, seen })).toBe(0);
    expect(after("walk-up.confirmed", confirmed)).toBe(1);
    const adopted = { outboxId: "o", registrationId: "p", by: "person" };
    expect(after("walk-up.adopted", { ...adopted, seen })).toBe(0);
    expect(after("walk-up.adopted", { ...adopted, seen: seen.slice(0, 1) })).toBe(1);
    expect(after("walk-up.taken-back", retracted)).toBe(0);
    // An outcome that a later version wrote, and this one cannot read, ends nothing (J4).
    expect(after("walk-up.confirmed", { outboxId: 7, participantId: "p", seen })).toBe(1);
    const back = entryOf("c", 1, "8", retracted, "walk-up.taken-back");
    const restored = entryOf("c", 2, "9", { undoes: entryIdOf(back) }, "walk-up.restored");
    expect(found([...forms, back, restored])).toHaveLength(1);
    expect(found([...forms, back, { ...restored, payload: null }])).toEqual([]);
  });

  test("M11 forms that two computers edited differently are a conflict", () => {
    const edited = (device: string, name: string) => {
      const payload = { form: { ...form, name }, outboxId: "p", successorOf: "o" };
      return entryOf(device, 1, device, payload, "walk-up.edited");
    };
    expect(found([edited("a", "Ada"), edited("b", "Bea")])).toEqual([
      ["walk-up", "b.e.1", "a.e.1"],
    ]);
    expect(found([edited("a", "Ada"), edited("b", "Ada")])).toEqual([]);
  });

  test("M11 two bibs of a walk-up are a conflict, also after it arrived from a desk that knew both", () => {
    const bibs = ["66", "77"].map((bib, at) =>
      entryOf(`${at}`, 1, `${at}`, { bib, previousBib: null }),
    );
    const payload = { outboxId: "o", participantId: "p", seen: bibs.map(entryIdOf) };
    expect(found([...bibs, entryOf("c", 1, "9", payload, "walk-up.confirmed")])).toHaveLength(1);
  });
});

describe("M11 one bib on several runners", () => {
  const wearer = (runnerId: string, device: string, teamId: string | null = null, bib = "7") => ({
    runnerId,
    runId: "run",
    isRelay: teamId !== null,
    teamId,
    bib,
    entry: entryOf(device, 1, "1", { bib, previousBib: null }),
  });
  const worn = (...wearers: ReturnType<typeof wearer>[]) =>
    bibTwice(wearers).map(({ runnerId }) => runnerId);

  test("M11 given by two databases is a conflict; by one, or to one team, it is none", () => {
    expect(worn(wearer("one", "a"), wearer("two", "b"))).toEqual(["one", "two"]);
    expect(worn(wearer("one", "a"), wearer("two", "a"))).toEqual([]);
    expect(worn(wearer("one", "a", "team"), wearer("two", "b", "team"))).toEqual([]);
    expect(worn(wearer("one", "a"))).toEqual([]);
  });

  test("M11 in the journal's order, whatever order the runners are in", () => {
    expect(worn(wearer("one", "b"), wearer("two", "a"))).toEqual(["two", "one"]);
  });

  test("M11 B1 B2 the case of a letter makes no second bib, an accent does", () => {
    expect(worn(wearer("one", "a", null, "a7"), wearer("two", "b", null, "A7"))).toHaveLength(2);
    expect(worn(wearer("one", "a", null, "É7"), wearer("two", "b", null, "E7"))).toEqual([]);
  });

  test("M11 a team is one side", () => {
    const wearers = [wearer("one", "a", "team"), wearer("two", "a", "team"), wearer("three", "b")];
    expect(worn(...wearers)).toEqual(["one", "three"]);
  });
});
