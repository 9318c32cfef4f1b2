import { describe, expect, test } from "vitest";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

type Payload = Record<string, Json>;

const form = { eventRunId: "run-1", email: "w@example.org", registrationType: "free" };
const slot = { bib: "7", runnerId: null, tie: false, time: "1:02:03" };
const texts: readonly Json[] = [null, 1, true, {}, ["a"]];
const numbers: readonly Json[] = [null, "1", true, {}, [1]];
const flags: readonly Json[] = [null, "true", 1, {}, []];

/** A valid payload of a kind, and values that each of its fields refuses. */
const kinds: readonly (readonly [string, Payload, Record<string, readonly Json[]>])[] = [
  ["check-in.made", { reason: "late" }, { reason: texts, redoes: texts }],
  ["bib.swapped", { bib: null, otherBib: "7" }, { bib: [1, true, {}], otherBib: [1, [], {}] }],
  ["bib.undone", { undoes: "a", bib: null }, { undoes: texts, otherBib: [1, true, {}, []] }],
  [
    "walk-up.saved",
    { form, outboxId: "o" },
    { form: [null, "", [], [form], { ...form, email: 1 }] },
  ],
  ["walk-up.taken-back", { askOrganizer: true }, { askOrganizer: flags }],
  [
    "walk-up.refused",
    { outboxId: "o", httpStatus: 422, code: null, message: "" },
    { httpStatus: numbers },
  ],
  [
    "event.saved",
    {
      form: { name: "A", type: "race", date: "2026-05-01", address: { city: "Oslo" } },
      outboxId: "o",
    },
    {
      form: [
        { name: "A", type: "race", date: 1 },
        { name: "A", type: "race", date: "2026-05-01", lat: "1" },
        { name: "A", type: "race", date: "2026-05-01", address: [] },
        { name: "A", type: "race", date: "2026-05-01", address: null },
        { name: "A", type: "race", date: "2026-05-01", address: "here" },
      ],
    },
  ],
  [
    "group.saved",
    { runId: "r", groups: [["a", "b"]] },
    { groups: [null, "a", ["a"], [[1]], { length: 0 }] },
  ],
  [
    "podium.entered",
    { runId: "r", segmentId: "s", slots: [slot], follows: ["a"], source: "typed" },
    {
      slots: [null, slot, [slot, { ...slot, tie: 0 }], [null], [[]], "ab"],
      follows: ["a", [1], null, ["a", null]],
    },
  ],
  [
    "finish.put",
    { list: "stamps", id: "i", at: "a", atMs: null, bib: null, action: "stamp" },
    { atMs: ["1", true, [], {}], runnerId: [1, true, [], {}] },
  ],
];

describe("the payload of an entry that a merge brings", () => {
  for (const [kind, payload, refused] of kinds) {
    test(`J11 ${kind}: a field of another type makes it no fact`, () => {
      expect(parseFact({ kind, payload })).toEqual({ kind, payload });
      for (const [field, values] of Object.entries(refused)) {
        for (const value of values) {
          expect(parseFact({ kind, payload: { ...payload, [field]: value } })).toBeNull();
        }
      }
    });
  }

  test("J11 a wiped entry, and a kind of a later version or of the language itself, are no facts", () => {
    expect(parseFact({ kind: "check-in.made", payload: null })).toBeNull();
    expect(parseFact({ kind: "check-in.later", payload: {} })).toBeNull();
    expect(parseFact({ kind: "toString", payload: {} })).toBeNull();
    expect(parseFact({ kind: "constructor", payload: {} })).toBeNull();
  });
});
