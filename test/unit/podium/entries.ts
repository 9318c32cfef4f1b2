import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

/** A journal entry that says this, `at` on every desk's clock; named by device and sequence. */
export function entry(
  fact: Fact,
  { device = "d", sequence, at = sequence }: { device?: string; sequence: number; at?: number },
): JournalEntry {
  return {
    device,
    epoch: "e",
    sequence,
    hlc: `${String(at).padStart(12, "0")}-0000-${device}`,
    wallAtMs: at,
    operator: "Ana",
    desk: `Desk ${device}`,
    kind: fact.kind,
    eventId: "event",
    subject: "subject",
    otherSubject: null,
    payload: fact.payload,
    salt: "s",
    payloadHash: "",
    previousHash: "",
    hash: "",
    commandId: null,
  };
}

/** Entries of one desk, one a millisecond, in this order. */
export const entries = (...facts: readonly Fact[]): JournalEntry[] =>
  facts.map((fact, index) => entry(fact, { sequence: index + 1 }));
