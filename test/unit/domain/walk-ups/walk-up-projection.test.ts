import { describe, expect, test } from "vitest";
import type { Fact, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";
import { compareClaims, projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";

const form: WalkUpForm = {
  eventRunId: "run-1",
  email: "w@example.org",
  registrationType: "free",
};
const subject = "w_1";

/** Entries in this order, one millisecond apart, from the given moment on. */
const entries = (facts: readonly Fact[], fromMs = 0): JournalEntry[] =>
  facts.map(({ kind, payload }, index) => ({
    ...entryOf("d", index + 1, `${String(fromMs + index).padStart(12, "0")}-0000-d`, payload, kind),
    subject,
  }));

const saved: Fact = { kind: "walk-up.saved", payload: { form, outboxId: "o1", bib: "0042" } };
const paired: Fact = { kind: "walk-up.paired", payload: { registrationId: "r-paired" } };
const adopted: Fact = {
  kind: "walk-up.adopted",
  payload: { outboxId: "o1", registrationId: "r-adopted", by: "person" },
};
const confirmed: Fact = {
  kind: "walk-up.confirmed",
  payload: { outboxId: "o1", participantId: "r-confirmed" },
};

const project = (...facts: readonly Fact[]) => projectWalkUp(subject, entries(facts));

describe("W2 the registration that a walk-up claims", () => {
  test("W2 a walk-up that was never saved is none", () => {
    expect(project(paired)).toBeNull();
    expect(project()).toBeNull();
  });

  test("W2 nothing is claimed before the organizer has it, and the typed bib stays", () => {
    expect(project(saved)).toMatchObject({
      eventId: "e",
      typedBib: "0042",
      wantedRegistrationId: null,
      provisional: false,
      wantedSince: null,
    });
  });

  test("W3 the organizer was told the typed bib, until a body that replaces it tells another one or none", () => {
    const edited = (bib?: string | null): Fact => ({
      kind: "walk-up.edited",
      payload: { form, outboxId: "o2", successorOf: "o1", ...(bib === undefined ? {} : { bib }) },
    });
    expect(project(saved)).toMatchObject({ toldBib: "0042" });
    expect(project(saved, edited())).toMatchObject({ toldBib: "0042" });
    expect(project(saved, edited("7"))).toMatchObject({ typedBib: "0042", toldBib: "7" });
    expect(project(saved, edited("7"), edited())).toMatchObject({ toldBib: "7" });
    expect(project(saved, edited("7"), edited(null))).toMatchObject({ toldBib: null });
  });

  test.each([
    ["a likeness is provisional", [saved, paired], "r-paired", true],
    ["an adoption is firm", [saved, adopted], "r-adopted", false],
    ["a confirmation is firm", [saved, confirmed], "r-confirmed", false],
    ["a firm claim replaces a provisional one", [saved, paired, adopted], "r-adopted", false],
    ["a later likeness changes nothing", [saved, adopted, paired], "r-adopted", false],
    ["of two firm claims the first counts", [saved, adopted, confirmed], "r-adopted", false],
  ] as const)("W2 %s", (_, facts, wantedRegistrationId, provisional) => {
    expect(project(...facts)).toMatchObject({ wantedRegistrationId, provisional });
  });
});

describe("W2 of several walk-ups that claim one registration", () => {
  const claim = (localId: string, fromMs: number, fact: Fact) => {
    const walkUp = projectWalkUp(subject, entries([saved, fact], fromMs));
    if (walkUp === null) throw new Error("It was saved");
    return { ...walkUp, localId };
  };

  test("W2 J4 a firm claim comes first, then the earlier one, then the smaller id", () => {
    const firmLate = claim("w_4", 50, adopted);
    const early = claim("w_3", 10, paired);
    const late = claim("w_1", 20, paired);
    const lateToo = claim("w_2", 20, paired);
    const inOrder = [firmLate, early, late, lateToo];
    expect(inOrder.toReversed().toSorted(compareClaims)).toEqual(inOrder);
    expect([lateToo, early, firmLate, late].toSorted(compareClaims)).toEqual(inOrder);
  });
});
