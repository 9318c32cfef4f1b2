import type { Database } from "better-sqlite3";
import type { ConflictKind } from "#shared/domain/desks/conflict-candidates.ts";
import type { FinishLineRow } from "#core/db/stores/finish-line/finish-line-projector.ts";
import {
  conflictsAbout,
  countedOf,
  keysOf,
  projectKey,
} from "#core/db/stores/finish-line/finish-line-projector.ts";
import type { FinishLineKey } from "#core/db/stores/finish-line/finish-line-subjects.ts";
import {
  prepareStoredKeys,
  prepareJournalSubjects,
  subjectOf,
} from "#core/db/stores/finish-line/finish-line-subjects.ts";
import { createHoldStore } from "#core/db/stores/finish-line/hold-store.ts";
import { createFinishStore } from "#core/db/stores/finish-line/finish-store.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { createPodiumStore } from "#core/db/stores/finish-line/podium-store.ts";

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
  const podium = createPodiumStore({ raw });
  const finish = createFinishStore({ raw });
  const holds = createHoldStore({ raw }, journal);
  const keptRow = (key: FinishLineKey): FinishLineRow["row"] => {
    switch (key.table) {
      case "podium":
        return podium.get(key.eventId, key.runId, key.segmentId);
      case "podium_groups": {
        const { eventId, runId } = key;
        const groups = podium.groups(eventId, runId);
        return groups.length === 0 ? null : { eventId, runId, groups };
      }
      case "finish_item":
        return finish.get(key.eventId, key.list, key.id);
      case "gun":
        return finish.gun(key.eventId, key.runId);
    }
  };
  const seen = new Set<string>();
  for (const { eventId, subject } of prepareJournalSubjects(raw).all({ eventId: null })) {
    const facts = journal.ofSubjects([subject]);
    for (const key of keysOf(facts)) {
      if (key.eventId !== eventId) continue;
      seen.add(JSON.stringify([eventId, subject]));
      const counted = countedOf(holds, key, facts);
      compare(subject, keptRow(key), projectKey(key, counted).row);
      expectConflicts(eventId, subject, conflictsAbout(key, counted));
    }
  }
  for (const key of prepareStoredKeys(raw)(null)) {
    const subject = subjectOf(key);
    if (!seen.has(JSON.stringify([key.eventId, subject]))) compare(subject, keptRow(key), null);
  }
}
