import type { Database } from "better-sqlite3";
import type { JsonObject } from "#shared/domain/journal/canonical-json.ts";
import {
  formatHlc,
  hlcStart,
  readHlc,
  receiveHlc,
  saneTime,
  tickHlc,
} from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { HlcTime } from "#shared/domain/journal/hybrid-logical-clock.ts";
import { compareHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { EntryIdentity } from "#shared/domain/basics/ids.ts";
import { entryIdOf, readEntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { FactKind, FactPayloads } from "#shared/domain/journal/journal-facts.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import type { Clock, Random } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { prepareRows } from "#core/db/table.ts";
import type { MergeOutcome } from "./journal-merge.ts";
import { createMerge, sha256 } from "./journal-merge.ts";
import type { JournalReader } from "./journal-reader.ts";
import { createJournalReader, journalOrder, journalTable } from "./journal-reader.ts";

/** A fact as a service hands it in. */
export type NewFact = {
  [Kind in FactKind]: { readonly kind: Kind; readonly payload: FactPayloads[Kind] };
}[FactKind] & {
  readonly eventId: string | null;
  readonly subject: string;
  readonly otherSubject?: string | undefined;
  readonly operator: string;
  readonly desk: string;
  /** The paired device that did it; absent for this computer's own screen (S10). */
  readonly deviceId?: string | undefined;
  readonly commandId?: string | undefined;
};

/** Whose entries are asked for: those that one desk made at this database, by its name and its device. */
export type EntryAuthor = Pick<NewFact, "desk" | "deviceId">;

export interface JournalStore extends JournalReader {
  readonly device: string;
  /** Random since this start of the core (J4). */
  readonly epoch: string;
  /** Writes one fact. In a transaction only: the fact and what it means commit together. */
  append(fact: NewFact): JournalEntry;
  get(entryId: string): JournalEntry | null;
  /** Newest first, of one event (null: of none); of one author and of some kinds when they are given. */
  latest(
    eventId: string | null,
    filter: {
      readonly by?: EntryAuthor | undefined;
      readonly kinds?: readonly FactKind[];
      readonly limit: number;
    },
  ): JournalEntry[];
  /** What one command wrote, among the event's last `within` entries; in the journal's order. */
  byCommand(eventId: string, commandId: string, within: number): JournalEntry[];
  /** What its author did in an event's finish log and nobody took back, newest first. */
  finishDeeds(eventId: string, by: EntryAuthor, limit: number): JournalEntry[];
  count(): number;
  /**
   * Set union by identity (J4) of what can be verified (J11): entries from other journals, as often as one likes. In a
   * transaction only; the projections follow when `runners.refreshFor(added)` is called in the same one. `isProven`: this
   * database signed the entry itself.
   */
  merge(
    entries: readonly JournalEntry[],
    isProven?: (entry: JournalEntry) => boolean,
  ): MergeOutcome;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Where our own chain of this epoch stands. */
interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

export function createJournalStore(
  db: Db,
  ports: { readonly clock: Clock; readonly random: Random },
): JournalStore {
  const { clock, random } = ports;
  const device = deviceOf(db, random);
  const epoch = hexOf(random.bytes(8));
  const statements = prepareJournal(db.raw);
  const mergeEntries = createMerge(db.raw, { device, epoch });

  let saved: ChainEnd = { sequence: 0, hash: "" };
  let end = saved;
  let time = lastTime(db.raw, device);
  /** The latest clock text of another computer that ours was not advanced by (J7). */
  let ahead = readTime(statements.meta.get(aheadKey));
  db.onCommit(() => {
    saved = end;
  });
  db.onRollback(() => {
    end = saved;
  });

  /**
   * The latest entry of each other computer about these subjects that is here (J10): the new one comes after it, whatever
   * the clocks say, and is no rival of it. Only where something was merged is there anything to look for.
   */
  const seenBy = ({ subject, otherSubject }: NewFact): string[] => {
    if (compareHlc(ahead, hlcStart) === 0) return [];
    const subjects = otherSubject === undefined ? [subject] : [subject, otherSubject];
    const ids = subjects.flatMap((id) => statements.latestOfOthers.all(id, id, device));
    return [...new Set(ids.map((identity) => entryIdOf(identity)))];
  };

  return {
    ...createJournalReader(db.raw),
    device,
    epoch,
    append(fact) {
      requireTransaction(db);
      const wallAtMs = saneTime(clock.now());
      time = tickHlc(time, wallAtMs);
      const hlc = formatHlc(time, device);
      const salt = hexOf(random.bytes(8));
      const payload = payloadWithAuthor(fact, seenBy(fact));
      const written = { device, epoch, hlc, wallAtMs, payload, salt };
      const entry = chainedEntry(fact, written, end);
      statements.insert.run(journalTable.values(entry));
      end = { sequence: entry.sequence, hash: entry.hash };
      return entry;
    },
    get(entryId) {
      const identity = readEntryId(entryId);
      if (identity === null) return null;
      return statements.one.get(identity.device, identity.epoch, identity.sequence);
    },
    latest(eventId, { by, kinds, limit }) {
      const asked = kinds === undefined ? null : JSON.stringify(kinds);
      if (by === undefined) return statements.latest.all(eventId, asked, asked, limit);
      const { desk, deviceId = null } = by;
      return statements.latestBy.all(eventId, desk, device, deviceId, asked, asked, limit);
    },
    byCommand: (eventId, commandId, within) => statements.byCommand.all(eventId, within, commandId),
    finishDeeds: (eventId, { desk, deviceId = null }, limit) =>
      statements.finishDeeds.all(eventId, desk, device, deviceId, limit),
    count: () => statements.count.get() ?? 0,
    merge(entries, isProven = () => false) {
      requireTransaction(db);
      const outcome = mergeEntries(entries, isProven);
      for (const { hlc } of outcome.added) {
        const remote = readHlc(hlc);
        if (remote === null) continue;
        time = receiveHlc(time, remote, clock.now());
        if (compareHlc(remote, ahead) > 0) ahead = remote;
      }
      statements.setMeta.run("hlc", formatHlc(time, device));
      statements.setMeta.run(aheadKey, formatHlc(ahead, device));
      return outcome;
    },
  };
}

function requireTransaction(db: Db): void {
  if (!db.inTransaction) throw new Error("The journal is written in a transaction only");
}

/** The entry that follows `end` in the hash chain (J11). */
function chainedEntry(
  fact: NewFact,
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
    operator: fact.operator,
    desk: fact.desk,
    kind: fact.kind,
    eventId: fact.eventId,
    subject: fact.subject,
    otherSubject: fact.otherSubject ?? null,
    payloadHash: sha256(payloadHashText(salt, payload)),
    previousHash: end.hash,
    commandId: fact.commandId ?? null,
  };
  return { ...body, payload, salt, hash: sha256(entryHashText(body)) };
}

/** The device's name in the journal, made at the first start of a database. */
function deviceOf(db: Db, random: Random): string {
  const read = db.raw.prepare<[], string>("SELECT value FROM meta WHERE key = 'device'").pluck();
  const found = read.get();
  if (found !== undefined) return found;
  const device = hexOf(random.bytes(8));
  const write = db.raw.prepare<[string]>("INSERT INTO meta (key, value) VALUES ('device', ?)");
  db.transaction(() => write.run(device));
  return device;
}

/**
 * The latest logical time this device wrote or let in (`receiveHlc`), so that a restart under a clock that was set back
 * goes on after it (J7). Looks at the last entry of each own epoch only: within one the time never goes back.
 */
export function lastTime(raw: Database, device: string): HlcTime {
  const written = raw
    .prepare<{ device: string }, string | null>(
      `WITH RECURSIVE own (epoch) AS (
         SELECT min(epoch) FROM journal WHERE device = @device
         UNION ALL
         SELECT (SELECT min(epoch) FROM journal WHERE device = @device AND epoch > own.epoch)
         FROM own WHERE own.epoch IS NOT NULL
       )
       SELECT max((SELECT hlc FROM journal WHERE device = @device AND epoch = own.epoch
                   ORDER BY sequence DESC LIMIT 1)) FROM own`,
    )
    .pluck()
    .get({ device });
  const letIn = raw.prepare<[], string>("SELECT value FROM meta WHERE key = 'hlc'").pluck().get();
  return [written, letIn].map(readTime).toSorted(compareHlc).at(-1) ?? hlcStart;
}

const aheadKey = "hlc-ahead";

const readTime = (text: string | null | undefined): HlcTime => readHlc(text ?? "") ?? hlcStart;

/** Commands of this database that its journal knows. */
export const countOwnCommands = (raw: Database): number =>
  raw
    .prepare<[], number>(
      `SELECT count(DISTINCT command_id) FROM journal
       WHERE device = (SELECT value FROM meta WHERE key = 'device')`,
    )
    .pluck()
    .get() ?? 0;

/**
 * The payload with the device that did it as `byDevice`, hashed like the rest of it. The payload of a former entry that is done
 * again (Redo) names who did that one: its `byDevice` is left out. `seen`: what stands before it, whatever the clocks say.
 */
function payloadWithAuthor({ payload, deviceId }: NewFact, seen: string[]): JsonObject {
  const { byDevice: _device, seen: _seen, ...own } = payload as unknown as JsonObject;
  return {
    ...own,
    ...(deviceId === undefined ? {} : { byDevice: deviceId }),
    ...(seen.length === 0 ? {} : { seen }),
  };
}

/** Written here, and by this device (null: this computer's own screen). */
const isOwn = "device = ? AND payload ->> '$.byDevice' IS ?";
const isOfKinds = "(? IS NULL OR kind IN (SELECT value FROM json_each(?)))";
const newestFirst = "ORDER BY hlc DESC, device DESC, epoch DESC, sequence DESC";

function prepareJournal(raw: Database) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<JournalEntry, Parameters>(
      raw,
      journalTable,
      `SELECT ${journalTable.columns} FROM journal ${rest}`,
    );
  return {
    insert: raw.prepare(journalTable.insertSql),
    one: rows<[string, string, number]>("WHERE device = ? AND epoch = ? AND sequence = ?"),
    latest: rows<[string | null, string | null, string | null, number]>(
      `WHERE event_id IS ? AND ${isOfKinds} ${newestFirst} LIMIT ?`,
    ),
    latestBy: rows<
      [string | null, string, string, string | null, string | null, string | null, number]
    >(`WHERE event_id IS ? AND desk = ? AND ${isOwn} AND ${isOfKinds} ${newestFirst} LIMIT ?`),
    byCommand: rows<[string, number, string]>(
      `WHERE rowid IN (SELECT rowid FROM journal WHERE event_id = ? ORDER BY hlc DESC LIMIT ?)
         AND command_id = ? ORDER BY ${journalOrder}`,
    ),
    // The list of kinds is the index's own condition, word for word: without it the index is not used.
    finishDeeds: rows<[string, string, string, string | null, number]>(
      `AS deed WHERE event_id = ? AND desk = ? AND ${isOwn}
         AND kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set')
         AND kind <> 'finish.undone'
         AND NOT EXISTS (
           SELECT 1 FROM journal AS undo
           WHERE undo.subject = deed.subject AND undo.kind = 'finish.undone'
             AND undo.payload ->> '$.undoes' = deed.device || '.' || deed.epoch || '.' || deed.sequence
         )
       ORDER BY hlc DESC, sequence DESC LIMIT ?`,
    ),
    count: raw.prepare<[], number>("SELECT count(*) FROM journal").pluck(),
    latestOfOthers: raw.prepare<[string, string, string], EntryIdentity>(
      `SELECT device, epoch, sequence, max(hlc) FROM journal
       WHERE (subject = ? OR other_subject = ?) AND device <> ? GROUP BY device`,
    ),
    meta: raw.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck(),
    setMeta: raw.prepare<[string, string]>(
      `INSERT INTO meta (key, value) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ),
  };
}
