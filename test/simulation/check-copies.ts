import type { Database } from "better-sqlite3";
import type { SandboxApi } from "#sandbox/api.ts";
import { positionsOf, registrationAt } from "#sandbox/store.ts";
import type { SeenCopy } from "./look.ts";
import { copiesOf, registrationsOf } from "./look.ts";
import { must } from "./violation.ts";

/**
 * A replica that is called complete has every row that the organizer had when its pass began. A row that was removed
 * before is missing, is marked as gone, or waits for a person (D3).
 */
export interface CopyCheck {
  /** Looks at copies that became complete since the last look. */
  check(reader: Database, elapsedMs: number): void;
  /** Must be called after the organizer's data changed. */
  change(): void;
  readonly complete: number;
}

interface ServerRow {
  readonly seenAt: number;
  changedAt: number;
  removedAt: number | null;
  status: string;
  bib: string | null;
}

export function createCopyCheck(api: SandboxApi, eventIds: readonly string[]): CopyCheck {
  const rows = new Map<string, Map<string, ServerRow>>();
  const passes = new Map<string, { pass: number; begunAfter: number; isChecked: boolean }>();
  let lastLook = 0;
  let created = 0;
  let isChanged = false;
  let complete = 0;

  /** What the organizer has now, with the time since when at the latest. */
  const readServer = (eventId: string, elapsedMs: number): void => {
    const event = api.context.store.eventsById.get(eventId);
    const known = rows.get(eventId) ?? new Map<string, ServerRow>();
    rows.set(eventId, known);
    const listed = new Set<string>();
    const positions = event === undefined ? 0 : positionsOf(event);
    for (let position = 0; position < positions; position += 1) {
      const row = event === undefined ? undefined : registrationAt(event, position);
      if (row === undefined) continue;
      listed.add(row._id);
      const { registrationStatus: status, bibIdentifier: bib = null } = row;
      const before = known.get(row._id);
      if (before === undefined) {
        known.set(row._id, {
          seenAt: elapsedMs,
          changedAt: elapsedMs,
          removedAt: null,
          status,
          bib,
        });
      } else if (before.status !== status || before.bib !== bib) {
        Object.assign(before, { changedAt: elapsedMs, status, bib });
      }
    }
    for (const [id, row] of known) if (!listed.has(id)) row.removedAt ??= elapsedMs;
  };
  for (const eventId of eventIds) readServer(eventId, 0);

  const compare = (reader: Database, { eventId, heldAt }: SeenCopy, begunAfter: number): void => {
    const here = new Map(registrationsOf(reader, eventId).map((row) => [row.id, row]));
    for (const [id, row] of rows.get(eventId) ?? []) {
      const copy = here.get(id);
      if (row.removedAt !== null) {
        if (row.removedAt > begunAfter) continue;
        const isGone = copy === undefined || copy.goneAtMs !== null || heldAt > 0;
        must(isGone, `D3 ${id} was gone before the pass and is still called there`);
      } else if (row.seenAt <= begunAfter) {
        must(copy !== undefined, `D2 the copy of ${eventId} is called complete without ${id}`);
        must(copy.goneAtMs === null, `D3 ${id} is there and is called gone`);
        if (row.changedAt > begunAfter) continue;
        must(copy.status === row.status, `D1 ${id} is ${row.status}, the copy says ${copy.status}`);
        must(copy.bib === row.bib, `D1 ${id} wears ${row.bib}, the copy says ${copy.bib}`);
      }
    }
  };

  return {
    get complete() {
      return complete;
    },
    change() {
      isChanged = true;
    },
    check(reader, elapsedMs) {
      const { length } = api.context.createdPosts;
      if (isChanged || length !== created) {
        for (const eventId of eventIds) readServer(eventId, elapsedMs);
      }
      isChanged = false;
      created = length;
      for (const copy of copiesOf(reader)) {
        const { eventId, state, pass } = copy;
        const known = passes.get(eventId);
        if (known === undefined || known.pass !== pass) {
          passes.set(eventId, { pass, begunAfter: lastLook, isChecked: false });
        }
        const current = passes.get(eventId);
        if (current === undefined || state !== "complete" || current.isChecked) continue;
        current.isChecked = true;
        complete += 1;
        compare(reader, copy, current.begunAfter);
      }
      lastLook = elapsedMs;
    },
  };
}
