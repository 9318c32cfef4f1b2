import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { OutboxRecord } from "./outbox-store.ts";

/**
 * Why a person set the entry aside, read from the journal; null if it is not set aside or has no reason
 * (O13).
 */
export function asideReasonOf(
  { id, subject, asideFrom }: OutboxRecord,
  journal: Pick<JournalReader, "ofSubjects">,
): string | null {
  if (asideFrom === null) return null;
  for (const entry of journal.ofSubjects([subject]).toReversed()) {
    const fact = parseFact(entry);
    if (fact?.kind === "outbox.set-aside" && fact.payload.outboxId === id) {
      return fact.payload.reason ?? null;
    }
  }
  return null;
}
