import type { Database } from "better-sqlite3";
import { standingBibFacts } from "#shared/domain/check-in/check-in.ts";
import { bibTwice } from "#shared/domain/desks/bib-twice.ts";
import type { BibWearer } from "#shared/domain/desks/bib-twice.ts";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { foldBib } from "#shared/domain/search/text-folding.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { runnerTable } from "#core/db/stores/runners/runner-rows.ts";
import { column, defineTable, type RowOf } from "#core/db/table.ts";

/** Somebody who wears a bib, with the entry that gave it. */
export interface RunnerWithBib extends BibWearer {
  readonly runner: RunnerRecord;
}

const conflictTable = defineTable("conflict", {
  eventId: column.text,
  /** A subject of the journal; for `bib-twice` the folded bib. */
  subject: column.text,
  kind: column.plain<ConflictKind | "bib-twice">(),
});

/** Conflicts between databases that may be unsettled (M11). The projectors write them; a reader checks if they still hold. */
export type ConflictRecord = RowOf<typeof conflictTable>;

/** Conflicts per event that a list shows; more are an attack, or two venues with one event. */
const mostListed = 500;

export function createConflictStore({ raw }: { readonly raw: Database }, journal: JournalReader) {
  const ofEvent = conflictTable.select<[string, number]>(
    raw,
    // A bib that was taken from one of its runners is settled, and must not hide another conflict.
    `WHERE event_id = ? AND (kind <> 'bib-twice' OR (
       SELECT count(*) FROM runner WHERE runner.event_id = conflict.event_id AND bib_fold = subject
         AND bib_given_here = 1 AND taken_back = 0) > 1)
     ORDER BY kind = 'bib-twice', kind, subject LIMIT ?`,
  );
  const wearersOf = prepareWearers(raw, journal);
  return {
    ofEvent: (eventId: string) => ofEvent.all(eventId, mostListed),
    /** The runners to whom different databases gave this bib; the key is the folded bib. Empty if there is no conflict. */
    bibTwice: (eventId: string, bibFold: string) => bibTwice(wearersOf(eventId, bibFold)),
  };
}

/** For the projectors only. */
export type ConflictRows = ReturnType<typeof createConflictRows>;

export function createConflictRows({ raw }: { readonly raw: Database }, journal: JournalReader) {
  const remove = raw.prepare<[string]>(
    "DELETE FROM conflict WHERE subject = ? AND kind <> 'bib-twice'",
  );
  const clear = raw.prepare<[string]>("DELETE FROM conflict WHERE event_id = ?");
  const insert = raw.prepare<[string, string, ConflictRecord["kind"]]>(
    "INSERT OR IGNORE INTO conflict (event_id, subject, kind) VALUES (?, ?, ?)",
  );
  const others = raw.prepare<[string, string, string], number>(
    `SELECT 1 FROM runner WHERE event_id = ? AND bib_fold = ? AND runner_id <> ?
     AND taken_back = 0 AND bib_given_here = 1 LIMIT 1`,
  );
  const wearersOf = prepareWearers(raw, journal);
  return {
    /** Replaces the conflicts of a subject. */
    put(eventId: string, subject: string, kinds: readonly ConflictKind[]): void {
      remove.run(subject);
      for (const kind of kinds) insert.run(eventId, subject, kind);
    },
    remove: (subject: string) => remove.run(subject),
    /** Removes all conflicts of an event, before a rebuild. */
    clear: (eventId: string) => clear.run(eventId),
    /** Notes that several runners wear this runner's bib, if it is a conflict. */
    noteBib({ eventId, runnerId, bib, bibGivenHere, takenBack }: RunnerRecord): void {
      if (bib === null || !bibGivenHere || takenBack) return;
      const subject = foldBib(bib);
      if (others.get(eventId, subject, runnerId) === undefined) return;
      if (bibTwice(wearersOf(eventId, subject)).length === 0) return;
      insert.run(eventId, subject, "bib-twice");
    },
  };
}

/** Reads the runners to whom somebody gave a bib in Chute, with the entry that gave it. */
function prepareWearers(
  raw: Database,
  journal: JournalReader,
): (eventId: string, bibFold: string) => RunnerWithBib[] {
  const holders = runnerTable.select<[string, string]>(
    raw,
    "WHERE event_id = ? AND bib_fold = ? AND taken_back = 0 AND bib_given_here = 1 ORDER BY rowid",
  );
  const isRelay = raw.prepare<[string], number>("SELECT is_relay FROM run WHERE id = ?").pluck();
  return (eventId, bibFold) =>
    holders.all(eventId, bibFold).flatMap((runner) => {
      const { runnerId, registrationId, runId, teamId, bib, givenBib } = runner;
      // A listed bib that was only handed over is no bib that somebody gave (B3).
      if (givenBib === null) return [];
      const facts = journal.ofSubjects([runnerId, registrationId ?? runnerId]);
      const saved = facts.find(({ kind }) => kind === "walk-up.saved");
      const entry = standingBibFacts(facts).at(-1) ?? saved;
      if (entry === undefined || bib === null) return [];
      return [{ runner, runnerId, runId, isRelay: isRelay.get(runId) === 1, teamId, bib, entry }];
    });
}
