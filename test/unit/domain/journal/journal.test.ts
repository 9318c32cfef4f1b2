import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import {
  entryIdOf,
  isLocalEventId,
  isWalkUpId,
  localEventIdOf,
  readEntryId,
  walkUpIdOf,
} from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

describe("the text that is hashed", () => {
  test("J6 the order in which fields were written does not matter, every value does", () => {
    expect(canonicalJson({ b: 1, a: [null, true, "x"], c: undefined })).toBe(
      '{"a":[null,true,"x"],"b":1}',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const shuffled = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(shuffled as Json)).toBe(canonicalJson(value as Json));
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("J6 a number that is not finite is refused, for it would hash like null", () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
  });
});

describe("the text of a payload's hash", () => {
  test("J6 it depends on the salt and on the whole payload", () => {
    const text = payloadHashText("salt", { bib: "7", reason: "late" });
    expect(payloadHashText("salt", { reason: "late", bib: "7" })).toBe(text);
    expect(payloadHashText("other", { bib: "7", reason: "late" })).not.toBe(text);
    expect(payloadHashText("salt", { bib: "8", reason: "late" })).not.toBe(text);
  });
});

describe("the chain", () => {
  const entry: JournalEntry = {
    device: "d1",
    epoch: "e1",
    sequence: 2,
    hlc: "000000000001-0000-d1",
    wallAtMs: 1,
    operator: "Ida",
    desk: "Desk 1",
    kind: "check-in.made",
    eventId: "evt_1",
    subject: "r1",
    otherSubject: "r2",
    payload: { reason: "late" },
    salt: "ab",
    payloadHash: "cd",
    previousHash: "ef",
    hash: "01",
    commandId: "c1",
  };
  const { payload, salt, hash, ...hashed } = entry;

  test.each(Object.keys(hashed))("J6 an entry's hash covers its %s", (field) => {
    const changed = { ...entry, [field]: "another" };
    expect(entryHashText(changed)).not.toBe(entryHashText(entry));
  });

  test("J6 what a wipe erases is not in an entry's hash, so that the chain still verifies", () => {
    expect(payload).not.toBeNull();
    expect(salt).not.toBeNull();
    expect(hash).not.toBe("");
    expect(entryHashText({ ...hashed })).toBe(entryHashText(entry));
  });
});

describe("identity", () => {
  test("J4 an entry's id names device, epoch and sequence, and nothing else does", () => {
    const identity = { device: "d1", epoch: "e1", sequence: 12 };
    expect(readEntryId(entryIdOf(identity))).toEqual(identity);
    for (const text of ["", "a.b", "a.b.0", "a.b.x", "a.b.1.2"]) {
      expect(readEntryId(text)).toBeNull();
    }
  });

  test("W2 a walk-up's id says what it is", () => {
    expect(isWalkUpId(walkUpIdOf("6f1c2a3e-0000-4000-8000-000000000000"))).toBe(true);
    expect(isWalkUpId("65f0c0ffee")).toBe(false);
  });

  test("W2 the ids of walk-ups and of events of Chute never change: they are made of the UUID's digits", () => {
    const uuid = "6f1c2a3e-0001-4002-8003-000000000004";
    expect(walkUpIdOf(uuid)).toBe("w_6f1c2a3e000140028003000000000004");
    expect(localEventIdOf(uuid)).toBe("e_6f1c2a3e000140028003000000000004");
    expect(isLocalEventId(localEventIdOf(uuid))).toBe(true);
    expect(isLocalEventId(walkUpIdOf(uuid))).toBe(false);
  });
});

describe("facts", () => {
  test("J6 a wiped payload tells no fact", () => {
    expect(parseFact({ kind: "check-in.made", payload: null })).toBeNull();
  });

  test("J4 a kind of a later version, or a payload that is not its kind's, is no fact here", () => {
    expect(parseFact({ kind: "podium.announced", payload: { place: 1 } })).toBeNull();
    expect(parseFact({ kind: "toString", payload: {} })).toBeNull();
    expect(parseFact({ kind: "bib.given", payload: { bib: 7, previousBib: null } })).toBeNull();
    expect(parseFact({ kind: "walk-up.saved", payload: { form: [], outboxId: "o" } })).toBeNull();
    expect(parseFact({ kind: "bib.given", payload: { bib: "7", previousBib: null } })).toEqual({
      kind: "bib.given",
      payload: { bib: "7", previousBib: null },
    });
  });
});
