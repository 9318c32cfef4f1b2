import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { inSeenOrder } from "#shared/domain/journal/journal.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { knowledgeOf, knows, standingEntries } from "#shared/domain/journal/standing-entries.ts";
import type { Candidate, ConflictKind } from "./conflict-candidates.ts";
import { candidateOf, haveSeveralWriters } from "./conflict-candidates.ts";

/** Entries that set one thing differently, each written without knowing of the others. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly eventId: string | null;
  /** At least two, of different values. The first one is in force until a person chooses. */
  readonly sides: readonly JournalEntry[];
}

/**
 * The conflicts about one subject (M11). They depend on what each writer knew, not on clocks, and are the same on every
 * computer that has the same entries. Only which side is in force depends on the journal's order.
 *
 * @param ids All ids of the subject: a walk-up that was matched with a registration has two.
 * @param entries Every entry with one of these ids as subject or other subject.
 */
export function conflictsOf(
  ids: ReadonlySet<string>,
  entries: readonly JournalEntry[],
): Conflict[] {
  if (!haveSeveralWriters(entries)) return [];
  const ordered = inSeenOrder(entries);
  const voided = undoneIn(ordered);
  const groups = new Map<string, Candidate[]>();
  for (const entry of ordered) {
    if (voided.has(entryIdOf(entry))) continue;
    const candidate = candidateOf(entry, ids);
    if (candidate === null) continue;
    const group = `${candidate.kind} ${isOfRunner(candidate.kind) ? "" : entry.eventId}`;
    groups.set(group, [...(groups.get(group) ?? []), candidate]);
  }
  return [...groups.values()].flatMap((group) => conflictAmong(group, ordered));
}

/** A runner's entries may name a local event by both of its ids; all other subjects belong to one event. */
const isOfRunner = (kind: ConflictKind): boolean =>
  kind === "bib" || kind === "check-in" || kind === "walk-up";

function conflictAmong(group: readonly Candidate[], about: readonly JournalEntry[]): Conflict[] {
  const candidates = new Map(group.map((candidate) => [candidate.entry, candidate]));
  const [{ kind } = { kind: "bib" as const }] = group;
  const entries = [...candidates.keys()];
  const standing = kind === "sheet" ? unfollowed(entries) : standingEntries(entries, about);
  // Screens show the first check-in and the first sheet (J4); of everything else the last entry is in force (J10).
  const shownFirst = kind === "sheet" || kind === "check-in" ? standing : standing.toReversed();
  const sides = new Map<string, JournalEntry>();
  for (const entry of shownFirst) {
    const value = candidates.get(entry)?.value ?? "";
    if (!sides.has(value)) sides.set(value, entry);
  }
  const [inForce, ...more] = sides.values();
  if (inForce === undefined || more.length === 0) return [];
  const all = [inForce, ...more];
  if (kind === "walk-up" && isDone(all, about)) return [];
  return [{ kind, eventId: inForce.eventId, sides: all }];
}

/** Whether the organizer took the walk-up, or somebody retracted it, when all forms were known there. */
function isDone(forms: readonly JournalEntry[], about: readonly JournalEntry[]): boolean {
  const known = knowledgeOf(about);
  const restored = new Set(
    about.map(({ kind, payload }) => (kind === "walk-up.restored" ? payload?.["undoes"] : null)),
  );
  return about.some(
    (entry) =>
      outcomes.has(entry.kind) &&
      parseFact(entry) !== null &&
      !restored.has(entryIdOf(entry)) &&
      forms.every((form) => knows(known, entry, form)),
  );
}

const outcomes: ReadonlySet<string> = new Set<FactKind>([
  "walk-up.confirmed",
  "walk-up.adopted",
  "walk-up.taken-back",
]);

/** A sheet names the sheets that it replaces; another sheet that its writer knew stays beside it (P5). */
function unfollowed(sheets: readonly JournalEntry[]): JournalEntry[] {
  const followed = new Set<string>();
  for (const entry of sheets) {
    const fact = parseFact(entry);
    const follows = fact?.kind === "podium.entered" ? fact.payload.follows : [];
    for (const id of follows) if (id !== entryIdOf(entry)) followed.add(id);
  }
  return sheets.filter((entry) => !followed.has(entryIdOf(entry)));
}

/** The ids of entries that an undo among these voids. */
function undoneIn(entries: readonly JournalEntry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const entry of entries) {
    if (!entry.kind.endsWith(".undone")) continue;
    const undoes = entry.payload?.["undoes"];
    if (typeof undoes === "string") undone.add(undoes);
  }
  return undone;
}

/** Those of these entries that the writer of `chosen` did not know: to void them leaves `chosen` alone in force. */
export function unknownTo(
  chosen: JournalEntry,
  entries: readonly JournalEntry[],
  about: readonly JournalEntry[],
): JournalEntry[] {
  const known = knowledgeOf(inSeenOrder(about));
  const id = entryIdOf(chosen);
  const writer = about.find((entry) => entryIdOf(entry) === id) ?? chosen;
  return entries.filter((entry) => entryIdOf(entry) !== id && !knows(known, writer, entry));
}
