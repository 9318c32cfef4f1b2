import type { Database } from "better-sqlite3";
import type { ConflictRecord } from "#core/db/stores/desks/conflict-store.ts";
import { createConflictStore } from "#core/db/stores/desks/conflict-store.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";

/** Compares the stored conflicts with those that replica and journal have (M11). */
export function compareConflicts(
  raw: Database,
  journal: JournalReader,
  expected: readonly ConflictRecord[],
  compare: (id: string, kept: unknown, expected: unknown) => void,
): void {
  const stored = raw
    .prepare<[], ConflictRecord>("SELECT event_id AS eventId, subject, kind FROM conflict")
    .all();
  const [kept, worked] = [stored, expected].map(
    (records) => new Map(records.map((record) => [keyOf(record), record])),
  );
  for (const [key, { subject, kind }] of kept ?? []) {
    // A settled one stays until the next rebuild; a list leaves it out.
    if (kind !== "bib-twice" && worked?.has(key) !== true) compare(subject, kind, null);
  }
  for (const [key, { subject, kind }] of worked ?? []) {
    if (kept?.has(key) !== true) compare(subject, null, kind);
  }
  for (const { eventId, subject } of sharedBibs(raw)) {
    const key = keyOf({ eventId, subject, kind: "bib-twice" });
    if (kept?.has(key) === true) continue;
    const runners = createConflictStore({ raw }, journal).bibTwice(eventId, subject);
    if (runners.length > 0) compare(subject, null, "bib-twice");
  }
}

const keyOf = ({ eventId, subject, kind }: ConflictRecord): string =>
  JSON.stringify([eventId, subject, kind]);

/** The folded bibs that people gave to several runners in Chute. */
const sharedBibs = (raw: Database): { readonly eventId: string; readonly subject: string }[] =>
  raw
    .prepare<[], { eventId: string; subject: string }>(
      `SELECT event_id AS eventId, bib_fold AS subject FROM runner
       WHERE bib_fold IS NOT NULL AND bib_given_here = 1 AND taken_back = 0
       GROUP BY event_id, bib_fold HAVING count(*) > 1`,
    )
    .all();
