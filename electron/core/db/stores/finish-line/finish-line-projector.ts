import type { Database } from "better-sqlite3";
import { projectFinishItem, projectGun } from "#shared/domain/finish-log/finish-log.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { projectGroups, projectSegment } from "#shared/domain/podium/podium.ts";
import type { FinishLineKey } from "./finish-line-subjects.ts";
import { keyOf, prepareKept, prepareTold, subjectOf } from "./finish-line-subjects.ts";
import type { FinishRecord, FinishRows, GunRecord } from "./finish-store.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import type { GroupsRecord, PodiumRecord, PodiumRows } from "./podium-store.ts";

/** Turns the journal into podium and finish log (J5); the only writer of their tables. */
export interface FinishLineProjector {
  /** Works anew out what a subject says. In the transaction of its facts. */
  refresh(key: FinishLineKey): void;
  /** The same for everything that these entries are about. */
  refreshFor(entries: readonly JournalEntry[]): void;
  /** The same for the only fact there is of its subject. */
  write(fact: JournalEntry): void;
  /**
   * Works anew out what the journal tells of an event or a table keeps of it, at most `limit` behind `after`; where that
   * ended, null at the end.
   */
  rebuild(eventId: string, after: string, limit: number): string | null;
}

/** The row a subject should have; null: none. */
export type FinishLineRow =
  | { readonly table: "podium"; readonly row: PodiumRecord | null }
  | { readonly table: "podium_groups"; readonly row: GroupsRecord | null }
  | { readonly table: "finish_item"; readonly row: FinishRecord | null }
  | { readonly table: "gun"; readonly row: GunRecord | null };

export function createFinishLineProjector(sources: {
  readonly raw: Database;
  readonly journal: JournalReader;
  readonly podium: PodiumRows;
  readonly finish: FinishRows;
}): FinishLineProjector {
  const { raw, journal, podium, finish } = sources;
  const told = prepareTold(raw);
  const kept = prepareKept(raw);

  const put = (key: FinishLineKey, facts: readonly JournalEntry[]): void => {
    const { table, row } = workOutKey(key, facts);
    switch (table) {
      case "podium":
        if (row !== null) podium.put(row);
        break;
      case "podium_groups":
        if (row !== null) podium.putGroups(row);
        break;
      case "finish_item":
        if (row !== null) finish.put(row);
        break;
      case "gun":
        if (row !== null) finish.putGun(row);
        break;
    }
    if (row === null) remove(key);
  };

  const remove = (key: FinishLineKey): void => {
    switch (key.table) {
      case "podium":
        return podium.remove(key.eventId, key.runId, key.segmentId);
      case "podium_groups":
        return podium.removeGroups(key.eventId, key.runId);
      case "finish_item":
        return finish.remove(key.eventId, key.list, key.id);
      case "gun":
        return finish.removeGun(key.eventId, key.runId);
    }
  };

  const keysOf = (eventId: string): FinishLineKey[] => {
    const subjects = told.all({ eventId }).map(({ subject }) => journal.ofRunner([subject]));
    const all = [...subjects.flatMap(keysAmong), ...kept(eventId)];
    return all.filter((key) => key.eventId === eventId);
  };

  const refresh = (key: FinishLineKey): void => put(key, journal.ofRunner([subjectOf(key)]));

  return {
    refresh,
    refreshFor(entries) {
      const subjects = new Map(
        entries.map(({ eventId, subject }) => [JSON.stringify([eventId, subject]), subject]),
      );
      const events = new Set(entries.map(({ eventId }) => eventId));
      for (const subject of subjects.values()) {
        const facts = journal.ofRunner([subject]);
        for (const key of keysAmong(facts)) if (events.has(key.eventId)) put(key, facts);
      }
    },
    write(fact) {
      const key = keyOf(fact);
      if (key !== null) put(key, [fact]);
    },
    rebuild(eventId, after, limit) {
      const keys = new Map(keysOf(eventId).map((key) => [JSON.stringify(key), key]));
      const names = [...keys.keys()].filter((name) => name > after).toSorted(compareText);
      for (const name of names.slice(0, limit)) {
        const key = keys.get(name);
        if (key !== undefined) refresh(key);
      }
      return names.length > limit ? (names[limit - 1] ?? null) : null;
    },
  };
}

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

/** What the entries of one subject are about, each once: one thing in each event. */
export function keysAmong(facts: readonly JournalEntry[]): FinishLineKey[] {
  const keys = new Map<string, FinishLineKey>();
  for (const fact of facts) {
    const key = keyOf(fact);
    if (key !== null && subjectOf(key) === fact.subject) keys.set(key.eventId, key);
  }
  return [...keys.values()];
}

/**
 * The row that these facts of its subject come to. An entry of another event or one whose payload speaks of something
 * else than its subject, which only a merge could bring, is left out.
 */
export function workOutKey(key: FinishLineKey, facts: readonly JournalEntry[]): FinishLineRow {
  const own = facts.filter((fact) => isAbout(fact, key));
  switch (key.table) {
    case "podium": {
      const { table, ...place } = key;
      const state = projectSegment(own);
      return { table, row: state === null ? null : { ...place, state } };
    }
    case "podium_groups": {
      const { eventId, runId } = key;
      const groups = projectGroups(own);
      return {
        table: "podium_groups",
        row: groups.length === 0 ? null : { eventId, runId, groups },
      };
    }
    case "finish_item": {
      const { table, eventId } = key;
      const item = projectFinishItem(own);
      return { table, row: item === null ? null : { eventId, ...item } };
    }
    case "gun": {
      const gun = projectGun(own);
      return { table: "gun", row: gun === null ? null : { eventId: key.eventId, ...gun } };
    }
  }
}

function isAbout(fact: JournalEntry, key: FinishLineKey): boolean {
  if (fact.eventId !== key.eventId || fact.subject !== subjectOf(key)) return false;
  if (fact.kind === "finish.undone") return true;
  const named = keyOf(fact);
  return named !== null && named.table === key.table && subjectOf(named) === fact.subject;
}
