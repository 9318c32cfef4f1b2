import type { Database } from "better-sqlite3";
import type { JsonObject } from "#shared/domain/journal/canonical-json.ts";
import {
  compareHlc,
  formatHlc,
  hlcStart,
  readHlc,
  receiveHlc,
  saneTime,
  tickHlc,
} from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { HlcTime } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { EntryIdentity } from "#shared/domain/basics/ids.ts";
import { entryIdOf, readEntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { FactKind, FactPayloads } from "#shared/domain/journal/journal-facts.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import type { Clock, Random } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import type { MetaStore } from "#core/db/stores/small-stores.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import type { MergeOutcome } from "./journal-merge.ts";
import { createMerge, sha256 } from "./journal-merge.ts";
import { createJournalReader, journalOrder, journalTable } from "./journal-reader.ts";
import { withOwnEpochs } from "./own-epochs.ts";

/** Who makes a journal entry (J3). */
export interface EntryAuthor {
  readonly operator: string;
  readonly desk: string;
  /** The paired device of the command, which is a separate desk; absent for a screen on this computer (S10). */
  readonly deviceId?: string | undefined;
}

/** Selects entries that this database wrote, by paired device: the name of a desk may change (S10). */
export type ByDevice = Pick<EntryAuthor, "deviceId">;

/** A journal entry before the store adds identity, time and hashes. */
export type NewEntry = {
  [Kind in FactKind]: { readonly kind: Kind; readonly payload: FactPayloads[Kind] };
}[FactKind] &
  EntryAuthor & {
    readonly eventId: string | null;
    readonly subject: string;
    readonly otherSubject?: string | undefined;
    readonly commandId?: string | undefined;
  };

export interface LatestEntries {
  readonly by?: ByDevice | undefined;
  readonly kinds?: readonly FactKind[];
  readonly limit: number;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The last entry of this epoch's chain. */
interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

export function createJournalStore(
  db: Db,
  ports: { readonly clock: Clock; readonly random: Random },
) {
  const { clock, random } = ports;
  const meta = createMetaStore(db.raw);
  const device = deviceOf(db, meta, random);
  const epoch = hexOf(random.bytes(8));
  const statements = prepareJournal(db.raw);
  const mergeEntries = createMerge(db.raw, { device, epoch });

  let committedEnd: ChainEnd = { sequence: 0, hash: "" };
  let end = committedEnd;
  let time = lastTime(db.raw, device);
  /** The latest logical time of another computer, even if it is too far ahead to advance `time` (J7). */
  let ahead = readTime(meta.get(aheadKey));
  db.onCommit(() => {
    committedEnd = end;
  });
  db.onRollback(() => {
    end = committedEnd;
  });

  /**
   * The ids of the latest entry of each other computer about these subjects (J10). The new entry follows them, even if a
   * clock is wrong. A walk-up and its registration are one runner, and other computers may write about either id (W2).
   * Without a merge there are none.
   */
  const seenBy = ({ subject, otherSubject }: NewEntry): string[] => {
    if (compareHlc(ahead, hlcStart) === 0) return [];
    const subjects = otherSubject === undefined ? [subject] : [subject, otherSubject];
    const ids = subjects.flatMap((id) => [id, ...statements.aliases.all(id, id)]);
    const seen = ids.flatMap((id) => statements.latestOfOthers.all(id, id, device));
    return [...new Set(seen.map((identity) => entryIdOf(identity)))];
  };

  return {
    ...createJournalReader(db.raw),
    device,
    /** A random id, new at each start of the core (J4). */
    epoch,
    /** Call it in a transaction, so that the entry commits together with its projections. */
    append(fresh: NewEntry): JournalEntry {
      requireTransaction(db);
      const wallAtMs = saneTime(clock.now());
      time = tickHlc(time, wallAtMs);
      const hlc = formatHlc(time, device);
      const salt = hexOf(random.bytes(8));
      const payload = payloadWithAuthor(fresh, seenBy(fresh));
      const entry = chainedEntry(fresh, { device, epoch, hlc, wallAtMs, payload, salt }, end);
      statements.insert(entry);
      end = { sequence: entry.sequence, hash: entry.hash };
      return entry;
    },
    get(entryId: string): JournalEntry | null {
      const identity = readEntryId(entryId);
      if (identity === null) return null;
      return statements.one.get(identity.device, identity.epoch, identity.sequence);
    },
    /** The entries of an event, newest first; of no event if `eventId` is null. `by` and `kinds` are optional filters. */
    latest(eventId: string | null, { by, kinds, limit }: LatestEntries): JournalEntry[] {
      const asked = kinds === undefined ? null : JSON.stringify(kinds);
      if (by === undefined) return statements.latest.all(eventId, asked, asked, limit);
      return statements.latestBy.all(eventId, device, by.deviceId ?? null, asked, asked, limit);
    },
    /** The entries of a command among the event's last `within` entries, in the journal's order. */
    byCommand: (eventId: string, commandId: string, within: number) =>
      statements.byCommand.all(eventId, within, commandId),
    /** The author's entries in an event's finish log that were not undone, newest first. */
    finishEntries: (eventId: string, { deviceId }: ByDevice, limit: number) =>
      statements.finishEntries.all(eventId, device, deviceId ?? null, limit),
    /** The author's check-ins, also those that were undone, newest first. */
    checkIns: (eventId: string, { deviceId }: ByDevice, limit: number): JournalEntry[] =>
      statements.checkIns.all(eventId, device, deviceId ?? null, limit),
    count: () => statements.count.get() ?? 0,
    /**
     * Adds the valid entries of other journals; known entries are skipped (J11). Call it in a transaction, and update the
     * projections with `runners.refreshFor(added)` in the same transaction. `isProven`: this database signed the entry.
     */
    merge(
      entries: readonly JournalEntry[],
      isProven: (entry: JournalEntry) => boolean = () => false,
    ): MergeOutcome {
      requireTransaction(db);
      const outcome = mergeEntries(entries, isProven);
      for (const { hlc } of outcome.added) {
        const remote = readHlc(hlc);
        if (remote === null) continue;
        time = receiveHlc(time, remote, clock.now());
        if (compareHlc(remote, ahead) > 0) ahead = remote;
      }
      meta.set("hlc", formatHlc(time, device));
      meta.set(aheadKey, formatHlc(ahead, device));
      return outcome;
    },
  };
}

function requireTransaction(db: Db): void {
  if (!db.inTransaction) throw new Error("The journal is written in a transaction only");
}

/** The entry that follows `end` in the hash chain (J11). */
function chainedEntry(
  fresh: NewEntry,
  written: Pick<JournalEntry, "device" | "epoch" | "hlc" | "wallAtMs"> & {
    readonly salt: string;
    readonly payload: ReturnType<typeof payloadWithAuthor>;
  },
  end: ChainEnd,
): JournalEntry {
  const { device, epoch, hlc, wallAtMs, salt, payload } = written;
  const body = {
    device,
    epoch,
    sequence: end.sequence + 1,
    hlc,
    wallAtMs,
    operator: fresh.operator,
    desk: fresh.desk,
    kind: fresh.kind,
    eventId: fresh.eventId,
    subject: fresh.subject,
    otherSubject: fresh.otherSubject ?? null,
    payloadHash: sha256(payloadHashText(salt, payload)),
    previousHash: end.hash,
    commandId: fresh.commandId ?? null,
  };
  return { ...body, payload, salt, hash: sha256(entryHashText(body)) };
}

/** The device id in the journal, created at the first start of a database. */
function deviceOf(db: Db, meta: MetaStore, random: Random): string {
  const found = meta.get("device");
  if (found !== null) return found;
  const device = hexOf(random.bytes(8));
  db.transaction(() => meta.set("device", device));
  return device;
}

/**
 * The latest logical time that this device wrote or received, so that the time does not go back after a restart with a
 * clock that was set back (J7). Reads only the last entry of each epoch, because the time increases within an epoch.
 */
export function lastTime(raw: Database, device: string): HlcTime {
  const written = raw
    .prepare<{ device: string }, string | null>(
      `${withOwnEpochs}
       SELECT max((SELECT hlc FROM journal WHERE device = @device AND epoch = own.epoch
                   ORDER BY sequence DESC LIMIT 1)) FROM own`,
    )
    .pluck()
    .get({ device });
  const received = createMetaStore(raw).get("hlc");
  return [written, received].map(readTime).toSorted(compareHlc).at(-1) ?? hlcStart;
}

const aheadKey = "hlc-ahead";

const readTime = (text: string | null | undefined): HlcTime => readHlc(text ?? "") ?? hlcStart;

/** Number of commands in the journal that this database performed. */
export const countOwnCommands = (raw: Database): number =>
  raw
    .prepare<[], number>(
      `SELECT count(DISTINCT command_id) FROM journal
       WHERE device = (SELECT value FROM meta WHERE key = 'device')`,
    )
    .pluck()
    .get() ?? 0;

/**
 * Adds `byDevice` (the paired device) and `seen` (entries that precede this one) to the payload. Redo passes the payload
 * of the earlier entry, so the values of that entry are removed.
 */
function payloadWithAuthor({ payload, deviceId }: NewEntry, seen: string[]): JsonObject {
  const { byDevice: _device, seen: _seen, ...own } = payload as unknown as JsonObject;
  return {
    ...own,
    ...(deviceId === undefined ? {} : { byDevice: deviceId }),
    ...(seen.length === 0 ? {} : { seen }),
  };
}

/** An SQL condition: this database wrote the entry for this paired device (null: for a screen on this computer). */
const isOwn = "device = ? AND payload ->> '$.byDevice' IS ?";
const isOfKinds = "(? IS NULL OR kind IN (SELECT value FROM json_each(?)))";
const newestFirst = "ORDER BY hlc DESC, device DESC, epoch DESC, sequence DESC";

function prepareJournal(raw: Database) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    journalTable.select<Parameters>(raw, rest);
  return {
    insert: journalTable.insert(raw),
    one: rows<[string, string, number]>("WHERE device = ? AND epoch = ? AND sequence = ?"),
    latest: rows<[string | null, string | null, string | null, number]>(
      `WHERE event_id IS ? AND ${isOfKinds} ${newestFirst} LIMIT ?`,
    ),
    latestBy: rows<[string | null, string, string | null, string | null, string | null, number]>(
      `WHERE event_id IS ? AND ${isOwn} AND ${isOfKinds} ${newestFirst} LIMIT ?`,
    ),
    byCommand: rows<[string, number, string]>(
      `WHERE rowid IN (SELECT rowid FROM journal WHERE event_id = ? ORDER BY hlc DESC LIMIT ?)
         AND command_id = ? ORDER BY ${journalOrder}`,
    ),
    // SQLite uses the index `journal_of_finish` only if the query repeats its condition on `kind` literally.
    finishEntries: rows<[string, string, string | null, number]>(
      `AS entry WHERE event_id = ? AND ${isOwn}
         AND kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set')
         AND kind <> 'finish.undone'
         AND NOT EXISTS (
           SELECT 1 FROM journal AS undo
           WHERE undo.subject = entry.subject AND undo.kind = 'finish.undone'
             AND undo.payload ->> '$.undoes' = entry.device || '.' || entry.epoch || '.' || entry.sequence
         )
       ORDER BY hlc DESC, sequence DESC LIMIT ?`,
    ),
    // The condition of the index `journal_of_check_in`, literally.
    checkIns: rows<[string, string, string | null, number]>(
      `WHERE event_id = ? AND ${isOwn} AND kind = 'check-in.made'
       ORDER BY hlc DESC, sequence DESC LIMIT ?`,
    ),
    count: raw.prepare<[], number>("SELECT count(*) FROM journal").pluck(),
    latestOfOthers: raw.prepare<[string, string, string], EntryIdentity>(
      `SELECT device, epoch, sequence, max(hlc) FROM journal
       WHERE (subject = ? OR other_subject = ?) AND device <> ? GROUP BY device`,
    ),
    /** The registration that a walk-up became, and the walk-up that became a registration. */
    aliases: raw
      .prepare<[string, string], string>(
        `SELECT registration_id FROM walk_up WHERE local_id = ? AND registration_id IS NOT NULL
         UNION ALL SELECT local_id FROM walk_up WHERE registration_id = ?`,
      )
      .pluck(),
  };
}
