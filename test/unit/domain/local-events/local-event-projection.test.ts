import { describe, expect, test } from "vitest";
import fc from "fast-check";
import type { EventForm, Fact } from "#shared/domain/journal/journal-facts.ts";
import { isLocalEventId, localEventIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { projectLocalEvent } from "#shared/domain/local-events/local-event-projection.ts";

const subject = localEventIdOf("3b241101-e2bb-4255-8caf-4136c566a962");
const form: EventForm = { name: "Night Run", type: "race", date: "2099-12-24" };
const corrected: EventForm = { ...form, slug: "night-two" };

/** Entries in this order, one millisecond apart. */
const entries = (...facts: Fact[]): JournalEntry[] =>
  facts.map(({ kind, payload }, index) => ({
    device: "d",
    epoch: "e",
    sequence: index + 1,
    hlc: `${String(index).padStart(12, "0")}-0000-d`,
    wallAtMs: 1_000 + index,
    operator: "Ana",
    desk: "Desk 1",
    kind,
    eventId: null,
    subject,
    otherSubject: null,
    payload: payload as unknown as JournalEntry["payload"],
    salt: "s",
    payloadHash: "",
    previousHash: "",
    hash: "",
    commandId: null,
  }));

const saved: Fact = { kind: "event.saved", payload: { form, outboxId: "o1" } };
const sent: Fact = { kind: "event.sent", payload: { outboxId: "o1", credential: "c" } };
const refused: Fact = {
  kind: "event.refused",
  payload: { outboxId: "o1", httpStatus: 422, code: "VALIDATION_ERROR", message: "No" },
};
const edited: Fact = {
  kind: "event.edited",
  payload: { form: corrected, outboxId: "o2", successorOf: "o1" },
};
const confirmed: Fact = { kind: "event.confirmed", payload: { outboxId: "o2", eventId: "ev_1" } };
const adopted: Fact = {
  kind: "event.adopted",
  payload: { outboxId: "o2", eventId: "ev_2", by: "person" },
};
const takenBack: Fact = { kind: "event.taken-back", payload: { askOrganizer: true } };

describe("an event made here, as its facts tell it", () => {
  test.each([
    ["not-sent", [saved], null],
    ["maybe-sent", [saved, sent], null],
    ["refused", [saved, sent, refused], null],
    ["not-sent", [saved, refused, edited], null],
    ["confirmed", [saved, refused, edited, confirmed], "ev_1"],
    ["confirmed", [saved, sent, adopted], "ev_2"],
    ["taken-back", [saved, confirmed, takenBack], "ev_1"],
    ["taken-back", [saved, takenBack], null],
  ] as const)("W3 %s", (delivery, facts, eventId) => {
    expect(projectLocalEvent(subject, entries(...facts))).toMatchObject({ delivery, eventId });
  });

  test("W3 the form and entry of the last edit, saved when and by whom it first was", () => {
    expect(projectLocalEvent(subject, entries(saved, refused, edited))).toMatchObject({
      form: corrected,
      outboxId: "o2",
      savedAtMs: 1_000,
      savedBy: "Ana",
      savedDesk: "Desk 1",
      askOrganizer: false,
    });
  });

  test("nothing tells of it: none was saved, or its payload was wiped", () => {
    expect(projectLocalEvent(subject, entries(sent, confirmed))).toBeNull();
    const wiped = entries(saved).map((entry) => ({ ...entry, payload: null, salt: null }));
    expect(projectLocalEvent(subject, wiped)).toBeNull();
    expect(projectLocalEvent(localEventIdOf("0"), entries(saved))).toBeNull();
    expect(isLocalEventId(subject)).toBe(true);
    expect(isLocalEventId("ev_1")).toBe(false);
  });

  test("J4 merged in any order and as often as one likes, the same event comes out", () => {
    const all = entries(saved, sent, refused, edited, confirmed, adopted, takenBack);
    const once = projectLocalEvent(subject, all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const union = new Map([...shuffled, ...all].map((entry) => [entry.sequence, entry]));
        const merged = [...union.values()].toSorted(compareEntries);
        expect(projectLocalEvent(subject, merged)).toEqual(once);
      }),
    );
  });
});
