import type { Database } from "better-sqlite3";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { createFinishLineRows } from "#core/db/stores/finish-line/finish-line-rows.ts";
import {
  conflictsAbout,
  countedOf,
  keysOf,
  projectKey,
} from "#core/db/stores/finish-line/finish-line-projector.ts";
import {
  prepareStoredKeys,
  prepareJournalSubjects,
  subjectOf,
} from "#core/db/stores/finish-line/finish-line-subjects.ts";
import { createHoldStore } from "#core/db/stores/finish-line/hold-store.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";

/** Takes note of conflicts that must be stored. */
export type ExpectConflicts = (
  eventId: string,
  subject: string,
  kinds: readonly ConflictKind[],
) => void;

/** Compares the stored rows of podium and finish log with their projection from the journal (J5). */
export function compareFinishLine(
  raw: Database,
  journal: JournalReader,
  compare: (id: string, kept: unknown, expected: unknown) => void,
  expectConflicts: ExpectConflicts,
): void {
  const rows = createFinishLineRows(raw);
  const holds = createHoldStore({ raw }, journal);
  const seen = new Set<string>();
  for (const { eventId, subject } of prepareJournalSubjects(raw).all({ eventId: null })) {
    const facts = journal.ofSubjects([subject]);
    for (const key of keysOf(facts)) {
      if (key.eventId !== eventId) continue;
      seen.add(JSON.stringify([eventId, subject]));
      const counted = countedOf(holds, key, facts);
      compare(subject, rows.get(key), projectKey(key, counted)?.row ?? null);
      expectConflicts(eventId, subject, conflictsAbout(key, counted));
    }
  }
  for (const key of prepareStoredKeys(raw)(null)) {
    const subject = subjectOf(key);
    if (!seen.has(JSON.stringify([key.eventId, subject]))) compare(subject, rows.get(key), null);
  }
}
