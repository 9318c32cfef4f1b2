import type { Database } from "better-sqlite3";
import { projectFinishItem, projectGun } from "#shared/domain/finish-log/finish-log.ts";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import { holdIn } from "#shared/domain/finish-log/log-holder.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { projectGroups, projectSegment } from "#shared/domain/podium/podium.ts";
import { compareText } from "#shared/domain/basics/compare-text.ts";
import type { FinishLineRow } from "./finish-line-rows.ts";
import { createFinishLineRows } from "./finish-line-rows.ts";
import type { FinishLineKey } from "./finish-line-subjects.ts";
import {
  keyOf,
  prepareJournalSubjects,
  prepareStoredKeys,
  subjectOf,
} from "./finish-line-subjects.ts";
import type { HoldStore } from "./hold-store.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { ConflictRows } from "#core/db/stores/desks/conflict-store.ts";

/** Projects the journal to podium and finish log (J5). Only this projector writes their tables. */
export function createFinishLineProjector(sources: {
  readonly raw: Database;
  readonly journal: JournalReader;
  readonly holds: HoldStore;
  readonly conflicts: ConflictRows;
}) {
  const { raw, journal, holds, conflicts } = sources;
  const rows = createFinishLineRows(raw);
  const journalSubjects = prepareJournalSubjects(raw);
  const storedKeys = prepareStoredKeys(raw);

  const put = (key: FinishLineKey, entries: readonly JournalEntry[]): void => {
    const counted = countedOf(holds, key, entries);
    conflicts.put(key.eventId, subjectOf(key), conflictsAbout(key, counted));
    const row = projectKey(key, counted);
    if (row === null) rows.remove(key);
    else rows.put(row);
  };

  const keysOfEvent = (eventId: string): FinishLineKey[] => {
    const subjects = journalSubjects.all({ eventId });
    const inJournal = subjects.flatMap(({ subject }) => keysOf(journal.ofSubjects([subject])));
    return [...inJournal, ...storedKeys(eventId)].filter((key) => key.eventId === eventId);
  };

  const refresh = (key: FinishLineKey): void => put(key, journal.ofSubjects([subjectOf(key)]));

  return {
    /** Projects the entries of one key. Call it in the transaction that appends them. */
    refresh,
    /** Projects all keys that these entries are about. */
    refreshFor(entries: readonly JournalEntry[]) {
      const events = new Set(entries.map(({ eventId }) => eventId));
      const subjects = entries.map((entry) => entry.subject);
      for (const subject of new Set([...subjects, ...subjectsOfHolds(holds, entries)])) {
        const all = journal.ofSubjects([subject]);
        for (const key of keysOf(all)) if (events.has(key.eventId)) put(key, all);
      }
    },
    /**
     * Projects at most `limit` keys of an event, from the journal and from the tables. Returns the value for `after` of the
     * next call; null after the last key.
     */
    rebuild(eventId: string, after: string, limit: number): string | null {
      const keys = new Map(keysOfEvent(eventId).map((key) => [JSON.stringify(key), key]));
      const next = [...keys]
        .filter(([name]) => name > after)
        .toSorted(([one], [other]) => compareText(one, other));
      for (const [, key] of next.slice(0, limit)) refresh(key);
      return next.length > limit ? (next[limit - 1]?.[0] ?? null) : null;
    },
  };
}

export type FinishLineProjector = ReturnType<typeof createFinishLineProjector>;

/** The entries of a key that count: of an item of the finish log, those of the side in force (M13). */
export function countedOf(
  holds: Pick<HoldStore, "holding">,
  key: FinishLineKey,
  entries: readonly JournalEntry[],
): readonly JournalEntry[] {
  if (key.table !== "finish_item" || entries.every((entry) => holdIn(entry) === null))
    return entries;
  const { isCounted } = holds.holding(key.eventId);
  return entries.filter((entry) => isCounted(entry));
}

/** The items that may count differently since these entries: those of the holds that are in dispute (M13). */
function subjectsOfHolds(holds: HoldStore, entries: readonly JournalEntry[]): string[] {
  const held = entries.filter(({ kind }) => kind === "finish-log.held");
  const events = new Set(held.flatMap(({ eventId }) => eventId ?? []));
  return [...events].flatMap((eventId) => [...holds.disputed(eventId, holds.holding(eventId))]);
}

/** The keys of one subject's entries: at most one per event. */
export function keysOf(entries: readonly JournalEntry[]): FinishLineKey[] {
  const keys = new Map<string, FinishLineKey>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== null && subjectOf(key) === entry.subject) keys.set(key.eventId, key);
  }
  return [...keys.values()];
}

/**
 * Projects the entries of a key's subject; null if there is no row. Ignores entries of another event, and entries whose
 * payload does not match their subject; only a merge can bring such entries.
 */
export function projectKey(
  key: FinishLineKey,
  entries: readonly JournalEntry[],
): FinishLineRow | null {
  const own = entries.filter((entry) => isAbout(entry, key));
  switch (key.table) {
    case "podium": {
      const { table, ...ids } = key;
      const state = projectSegment(own);
      return state === null ? null : { table, row: { ...ids, state } };
    }
    case "podium_groups": {
      const { eventId, runId } = key;
      const groups = projectGroups(own);
      return groups.length === 0
        ? null
        : { table: "podium_groups", row: { eventId, runId, groups } };
    }
    case "finish_item": {
      const { table, eventId } = key;
      const item = projectFinishItem(own);
      return item === null ? null : { table, row: { eventId, ...item } };
    }
    case "gun": {
      const gun = projectGun(own);
      return gun === null ? null : { table: "gun", row: { eventId: key.eventId, ...gun } };
    }
  }
}

/** What databases set differently about this key (M11). */
export const conflictsAbout = (
  key: FinishLineKey,
  entries: readonly JournalEntry[],
): ConflictKind[] =>
  conflictsOf(new Set([subjectOf(key)]), entries)
    .filter(({ eventId }) => eventId === key.eventId)
    .map(({ kind }) => kind);

function isAbout(entry: JournalEntry, key: FinishLineKey): boolean {
  if (entry.eventId !== key.eventId || entry.subject !== subjectOf(key)) return false;
  if (entry.kind === "finish.undone") return true;
  const named = keyOf(entry);
  return named !== null && named.table === key.table && subjectOf(named) === entry.subject;
}
