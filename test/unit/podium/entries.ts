import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

/**
 * A journal entry with this payload, with `at` as the time of its desk's clock. Its id is made of device and sequence.
 */
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

/** Entries of one desk in this order, one millisecond apart. */
export const entries = (...facts: readonly Fact[]): JournalEntry[] =>
  facts.map((fact, index) => entry(fact, { sequence: index + 1 }));
