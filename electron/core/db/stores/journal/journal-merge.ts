import { hash as hashText } from "node:crypto";
import type { Database } from "better-sqlite3";
import { isSaneTime, readHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import { journalTable } from "./journal-reader.ts";

/**
 * Why an entry of another journal is not taken (J11).
 *
 * - `own`: it gives itself out for an entry of this database, which this database did not write.
 * - `changed`: its hashes do not fit, or another entry is known under its identity.
 * - `gap`: an entry before it is missing or was refused. It is taken once that one is here.
 * - `clock`: its clock text is not of the format, is another device's, goes back, or tells an impossible time.
 * - `erased`: its payload is missing. Chute erases none yet, so nothing can vouch for it.
 */
type MergeRefusal = "own" | "changed" | "gap" | "clock" | "erased";

export interface MergeOutcome {
  readonly added: readonly JournalEntry[];
  /** Already here, byte for byte but for an erased payload. */
  readonly known: number;
  readonly refused: readonly { readonly entry: JournalEntry; readonly why: MergeRefusal }[];
}

/** Stands in `meta` of a database that may lack entries it wrote itself: it goes on from a backup or an older copy (S5). */
export const lacksOwnEntriesKey = "lacks-own-entries";

export const sha256 = (text: string): string => hashText("sha256", text);

/** Whether an entry is what its own hashes say; an erased payload cannot be compared and passes (J6). */
export function hashesFit(entry: JournalEntry): boolean {
  const { payload, salt } = entry;
  const payloadFits =
    payload === null ||
    (salt !== null && sha256(payloadHashText(salt, payload)) === entry.payloadHash);
  return payloadFits && sha256(entryHashText(entry)) === entry.hash;
}

/** How far the chain of a (device, epoch) is known here. */
type ChainEnd = Pick<JournalEntry, "sequence" | "hash" | "hlc">;

const chainStart: ChainEnd = { sequence: 0, hash: "", hlc: "" };

/** Devices and epochs are part of names that are taken apart at the dots (J4). */
const nameForm = /^[\w-]{1,64}$/;

/**
 * Takes of each (device, epoch) what continues the chain known here without a gap and can be verified, and nothing else
 * (J11). The one way in for entries that this run did not write. In a transaction.
 */
export function createMerge(
  raw: Database,
  own: Pick<JournalEntry, "device" | "epoch">,
): (entries: readonly JournalEntry[], isProven: (entry: JournalEntry) => boolean) => MergeOutcome {
  const insert = raw.prepare(journalTable.insertSql);
  const readEnd = raw.prepare<[string, string], ChainEnd>(
    `SELECT sequence, hash, hlc FROM journal WHERE device = ? AND epoch = ?
     ORDER BY sequence DESC LIMIT 1`,
  );
  const readHash = raw
    .prepare<[string, string, number], string>(
      "SELECT hash FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
    )
    .pluck();
  const lacksOwn = raw.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck();

  return (entries, isProven) => {
    const added: JournalEntry[] = [];
    const refused: { entry: JournalEntry; why: MergeRefusal }[] = [];
    const ends = new Map<string, ChainEnd>();
    const takesOwn = lacksOwn.get(lacksOwnEntriesKey) === "1";
    let known = 0;

    /** Nobody else writes entries of ours: they are taken where some may be missing, or we signed them ourselves. */
    const isOwn = (entry: JournalEntry): boolean =>
      entry.device === own.device && (entry.epoch === own.epoch || !(takesOwn || isProven(entry)));

    const judge = (entry: JournalEntry, end: ChainEnd): MergeRefusal | "known" | null => {
      if (!hashesFit(entry)) return "changed";
      if (entry.sequence <= end.sequence) {
        const here = readHash.get(entry.device, entry.epoch, entry.sequence);
        return here === entry.hash ? "known" : "changed";
      }
      if (isOwn(entry)) return "own";
      if (entry.sequence !== end.sequence + 1) return "gap";
      if (entry.previousHash !== end.hash) return "changed";
      if (!clockFits(entry, end)) return "clock";
      return entry.payload === null || entry.salt === null ? "erased" : null;
    };

    for (const entry of entries.toSorted((one, other) => one.sequence - other.sequence)) {
      const { device, epoch } = entry;
      const chain = `${device}.${epoch}`;
      const end = ends.get(chain) ?? readEnd.get(device, epoch) ?? chainStart;
      const verdict = judge(entry, end);
      if (verdict === "known") known += 1;
      else if (verdict !== null) refused.push({ entry, why: verdict });
      else {
        insert.run(journalTable.values(entry));
        added.push(entry);
        ends.set(chain, entry);
        continue;
      }
      ends.set(chain, end);
    }
    return { added, known, refused };
  };
}

/** The clock text is the entry's own device's, later than the one before it, and of a time that a clock can show. */
function clockFits(entry: JournalEntry, end: ChainEnd): boolean {
  const { device, epoch, hlc, wallAtMs } = entry;
  return (
    nameForm.test(device) &&
    nameForm.test(epoch) &&
    readHlc(hlc)?.device === device &&
    hlc > end.hlc &&
    isSaneTime(wallAtMs)
  );
}
