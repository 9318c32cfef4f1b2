import type { CopyNote } from "#shared/contract/events.ts";
import type { RegistrationCounts } from "#shared/domain/registrations/replica-checks.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { RegistrationRecord } from "#core/db/stores/runners/registration-store.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import { makeDigest } from "./digest.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Rows processed between two turns of the event loop. A sweep writes, and so blocks it as long as a page of a download. */
const chunkRows = 500;
const sweptAtOnce = 100;

/** An event's registrations that the last pass did not return. */
export interface Unseen {
  readonly total: number;
  readonly byRun: ReadonlyMap<string, RegistrationCounts>;
}

export interface PassRows {
  readonly deps: SyncDeps;
  readonly eventId: string;
  /** Rows that were last seen before this pass are unseen. */
  readonly pass: number;
}

/** Counts the rows that a sweep of this pass would remove (D3). Removes nothing. */
export async function countUnseen(rows: PassRows): Promise<Unseen> {
  const byRun = new Map<string, RegistrationCounts>();
  let total = 0;
  for await (const { runId, status } of eachUnseen(rows)) {
    const { all, confirmed } = byRun.get(runId) ?? { all: 0, confirmed: 0 };
    byRun.set(runId, { all: all + 1, confirmed: confirmed + Number(status === "confirmed") });
    total += 1;
  }
  return { total, byRun };
}

/** The first unseen rows, ordered by id. */
export async function listUnseen(rows: PassRows, limit: number): Promise<RegistrationRecord[]> {
  const listed: RegistrationRecord[] = [];
  for await (const row of eachUnseen(rows)) {
    if (listed.length === limit) break;
    listed.push(row);
  }
  return listed;
}

/** Removes the rows that the pass did not return; rows with journal entries are flagged and kept (D3). */
export async function sweepUnseen({ deps, eventId, pass }: PassRows): Promise<void> {
  const { db, stores, ports } = deps;
  for (let after: string | null = null, more = true; more;) {
    const chunk = { after, limit: sweptAtOnce };
    after = db.transaction(() => {
      const { swept, next } = stores.registrations.sweep(eventId, pass, ports.clock.now(), chunk);
      const record = stores.downloads.get(eventId, registrationList);
      if (swept > 0 && record !== null) {
        stores.downloads.put({ ...record, goneRows: record.goneRows + swept });
      }
      return next;
    });
    more = after !== null;
    await yieldToEventLoop();
  }
}

const heldNote = "sweep-held";

/** The note on a download whose sweep waits for a person's decision. */
export const sweepHeldNote = (rows: number, of: number): CopyNote => ({
  code: heldNote,
  facts: { rows, of },
});

const isHeldNote = (note: unknown): boolean =>
  typeof note === "object" && note !== null && "code" in note && note.code === heldNote;

export const isSweepHeld = ({ state, notes }: DownloadRecord): boolean =>
  state === "complete" && notes.some(isHeldNote);

/** Applies a person's decision about the unseen rows (D3); the digest then includes the removed rows. */
export async function settleUnseen(rows: PassRows, decision: "take-off" | "keep"): Promise<void> {
  const { deps, eventId } = rows;
  const { db, stores, ports } = deps;
  if (decision === "take-off") await sweepUnseen(rows);
  db.transaction(() => {
    const record = stores.downloads.get(eventId, registrationList);
    if (record === null) return;
    stores.downloads.put({ ...record, notes: record.notes.filter((note) => !isHeldNote(note)) });
    if (decision === "take-off") stores.digests.add(makeDigest(record, ports.clock.now()));
  });
  ports.logger.log("info", "download.unseen-settled", { eventId, decision });
}

async function* eachUnseen({ deps, eventId, pass }: PassRows) {
  for (let after: string | null = null, more = true; more;) {
    const chunk: { rows: readonly RegistrationRecord[]; next: string | null } =
      deps.stores.registrations.unseen(eventId, pass, { after, limit: chunkRows });
    yield* chunk.rows;
    after = chunk.next;
    more = after !== null;
    await yieldToEventLoop();
  }
}
