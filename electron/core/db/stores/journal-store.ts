import { hash as hashText } from "node:crypto";
import type { Database } from "better-sqlite3";
import type { JsonObject } from "#shared/domain/canonical-json.ts";
import { formatHlc, hlcStart, readHlc, receiveHlc, tickHlc } from "#shared/domain/hlc.ts";
import type { HlcTime } from "#shared/domain/hlc.ts";
import { compareHlc } from "#shared/domain/hlc.ts";
import { readEntryId } from "#shared/domain/ids.ts";
import type { JournalEntry } from "#shared/domain/journal.ts";
import type { FactKind, FactPayloads } from "#shared/domain/facts.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal.ts";
import type { Clock, Random } from "../../ports.ts";
import type { Db } from "../database.ts";
import { prepareRows } from "../table.ts";
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
  readonly commandId?: string | undefined;
};

export interface MergeOutcome {
  readonly added: readonly JournalEntry[];
  /** Already here, byte for byte but for a wiped payload. */
  readonly known: number;
  /** Same identity, other content, or a hash that does not fit: never taken, always reported (J6). */
  readonly refused: readonly JournalEntry[];
}

export interface JournalStore extends JournalReader {
  readonly device: string;
  /** Random since this start of the core (J4). */
  readonly epoch: string;
  /** Writes one fact. In a transaction only: the fact and what it means commit together. */
  append(fact: NewFact): JournalEntry;
  get(entryId: string): JournalEntry | null;
  /** Newest first, of one event (null: of none); of one desk and of some kinds when they are given. */
  latest(
    eventId: string | null,
    filter: {
      readonly desk?: string | null | undefined;
      readonly kinds?: readonly FactKind[];
      readonly limit: number;
    },
  ): JournalEntry[];
  /** What one command wrote, among the event's last `within` entries; in the journal's order. */
  byCommand(eventId: string, commandId: string, within: number): JournalEntry[];
  /** What a desk did in an event's finish log and nobody took back, newest first. */
  finishDeeds(eventId: string, desk: string, limit: number): JournalEntry[];
  count(): number;
  /**
   * Set union by identity (J4): entries from other journals, in any order and as often as one likes. In a transaction
   * only; the projections follow when `runners.refreshFor(added)` is called in the same one.
   */
  merge(entries: readonly JournalEntry[]): MergeOutcome;
}

const sha256 = (text: string): string => hashText("sha256", text);

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

  let saved: ChainEnd = { sequence: 0, hash: "" };
  let end = saved;
  let time = lastTime(db.raw, device);
  db.onCommit(() => {
    saved = end;
  });
  db.onRollback(() => {
    end = saved;
  });

  const requireTransaction = (): void => {
    if (!db.inTransaction) throw new Error("The journal is written in a transaction only");
  };

  return {
    ...createJournalReader(db.raw),
    device,
    epoch,
    append(fact) {
      requireTransaction();
      const wallAtMs = clock.now();
      time = tickHlc(time, wallAtMs);
      const salt = hexOf(random.bytes(8));
      const payload = fact.payload as unknown as JsonObject;
      const body = {
        device,
        epoch,
        sequence: end.sequence + 1,
        hlc: formatHlc(time, device),
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
      const entry = { ...body, payload, salt, hash: sha256(entryHashText(body)) };
      statements.insert.run(journalTable.values(entry));
      end = { sequence: entry.sequence, hash: entry.hash };
      return entry;
    },
    get(entryId) {
      const identity = readEntryId(entryId);
      if (identity === null) return null;
      return statements.one.get(identity.device, identity.epoch, identity.sequence);
    },
    latest(eventId, { desk = null, kinds, limit }) {
      const asked = kinds === undefined ? null : JSON.stringify(kinds);
      return statements.latest.all(eventId, desk, desk, asked, asked, limit);
    },
    byCommand: (eventId, commandId, within) => statements.byCommand.all(eventId, within, commandId),
    finishDeeds: (eventId, desk, limit) => statements.finishDeeds.all(eventId, desk, limit),
    count: () => statements.count.get() ?? 0,
    merge(entries) {
      requireTransaction();
      const added: JournalEntry[] = [];
      const refused: JournalEntry[] = [];
      let known = 0;
      for (const entry of entries) {
        const here = statements.one.get(entry.device, entry.epoch, entry.sequence);
        if (!hashesFit(entry) || (here !== null && here.hash !== entry.hash)) refused.push(entry);
        else if (here !== null) known += 1;
        else {
          statements.insert.run(journalTable.values(entry));
          added.push(entry);
          const remote = readHlc(entry.hlc);
          if (remote !== null) time = receiveHlc(time, remote, clock.now());
        }
      }
      statements.keepTime.run(formatHlc(time, device));
      return { added, known, refused };
    },
  };
}

/** Whether an entry is what its own hashes say; a wiped payload cannot be compared and passes (J6). */
export function hashesFit(entry: JournalEntry): boolean {
  const { payload, salt } = entry;
  const payloadFits =
    payload === null ||
    (salt !== null && sha256(payloadHashText(salt, payload)) === entry.payloadHash);
  return payloadFits && sha256(entryHashText(entry)) === entry.hash;
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
  const times = [written, letIn].map((text) =>
    typeof text === "string" ? (readHlc(text) ?? hlcStart) : hlcStart,
  );
  return times.toSorted(compareHlc).at(-1) ?? hlcStart;
}

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
    latest: rows<
      [string | null, string | null, string | null, string | null, string | null, number]
    >(
      `WHERE event_id IS ? AND (? IS NULL OR desk = ?)
         AND (? IS NULL OR kind IN (SELECT value FROM json_each(?)))
       ORDER BY hlc DESC, device DESC, epoch DESC, sequence DESC LIMIT ?`,
    ),
    byCommand: rows<[string, number, string]>(
      `WHERE rowid IN (SELECT rowid FROM journal WHERE event_id = ? ORDER BY hlc DESC LIMIT ?)
         AND command_id = ? ORDER BY ${journalOrder}`,
    ),
    // The list of kinds is the index's own condition, word for word: without it the index is not used.
    finishDeeds: rows<[string, string, number]>(
      `AS deed WHERE event_id = ? AND desk = ?
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
    keepTime: raw.prepare<[string]>(
      `INSERT INTO meta (key, value) VALUES ('hlc', ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ),
  };
}
