import { hash as hashText } from "node:crypto";
import type { Database } from "better-sqlite3";
import { isSaneTime, readHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import { journalTable } from "./journal-reader.ts";

/**
 * Why an entry of another journal is refused (J11, see shared/domain/SPEC.md).
 *
 * - `own`: the entry names this database as its writer, but this database did not write it.
 * - `changed`: the hashes do not match the content, or another entry with the same identity is known.
 * - `gap`: an earlier entry of the chain is missing or was refused. A later merge can add both.
 * - `clock`: the logical time has the wrong format or device, is earlier than the entry before, or is impossible.
 * - `erased`: the payload is missing. Chute does not erase payloads yet, so nothing proves such an entry.
 */
type MergeRefusal = "own" | "changed" | "gap" | "clock" | "erased";

export interface MergeOutcome {
  readonly added: readonly JournalEntry[];
  /** Number of entries that this journal already has. */
  readonly known: number;
  readonly refused: readonly { readonly entry: JournalEntry; readonly why: MergeRefusal }[];
}

/** Key in `meta` of a database restored from a backup or an older clone, which may lack its own last entries (S5). */
export const lacksOwnEntriesKey = "lacks-own-entries";

export const sha256 = (text: string): string => hashText("sha256", text);

/** Whether the hashes of an entry match its content. An erased payload (J6) is not compared. */
export function hashesMatch(entry: JournalEntry): boolean {
  const { payload, salt } = entry;
  const payloadMatches =
    payload === null ||
    (salt !== null && sha256(payloadHashText(salt, payload)) === entry.payloadHash);
  return payloadMatches && sha256(entryHashText(entry)) === entry.hash;
}

/** The last known entry of the chain of a device and epoch. */
type ChainEnd = Pick<JournalEntry, "sequence" | "hash" | "hlc">;

const chainStart: ChainEnd = { sequence: 0, hash: "", hlc: "" };

/** No dots, because entry ids separate device, epoch and sequence with dots (J4). */
const idPattern = /^[\w-]{1,64}$/;

/**
 * Adds the entries that continue the known chain of their device and epoch without a gap, if they are valid. Every
 * entry that this run of the program did not write itself is added by this function. Call it in a transaction.
 */
export function createMerge(
  raw: Database,
  own: Pick<JournalEntry, "device" | "epoch">,
): (entries: readonly JournalEntry[], isProven: (entry: JournalEntry) => boolean) => MergeOutcome {
  const insert = journalTable.insert(raw);
  const readEnd = raw.prepare<[string, string], ChainEnd>(
    `SELECT sequence, hash, hlc FROM journal WHERE device = ? AND epoch = ?
     ORDER BY sequence DESC LIMIT 1`,
  );
  const readHash = raw
    .prepare<[string, string, number], string>(
      "SELECT hash FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
    )
    .pluck();
  const meta = createMetaStore(raw);

  return (entries, isProven) => {
    const added: JournalEntry[] = [];
    const refused: { entry: JournalEntry; why: MergeRefusal }[] = [];
    const ends = new Map<string, ChainEnd>();
    const takesOwn = meta.get(lacksOwnEntriesKey) === "1";
    let known = 0;

    /**
     * Only this database writes entries with its device. An entry from elsewhere that has this device is forged, except
     * an entry of an earlier epoch that this database may have lost or has signed.
     */
    const isForged = (entry: JournalEntry): boolean =>
      entry.device === own.device && (entry.epoch === own.epoch || !(takesOwn || isProven(entry)));

    const judge = (entry: JournalEntry, end: ChainEnd): MergeRefusal | "known" | null => {
      if (!hashesMatch(entry)) return "changed";
      if (entry.sequence <= end.sequence) {
        const here = readHash.get(entry.device, entry.epoch, entry.sequence);
        return here === entry.hash ? "known" : "changed";
      }
      if (isForged(entry)) return "own";
      if (entry.sequence !== end.sequence + 1) return "gap";
      if (entry.previousHash !== end.hash) return "changed";
      if (!isClockValid(entry, end)) return "clock";
      return entry.payload === null || entry.salt === null ? "erased" : null;
    };

    for (const entry of entries.toSorted((one, other) => one.sequence - other.sequence)) {
      const { device, epoch } = entry;
      const chain = `${device}.${epoch}`;
      const end = ends.get(chain) ?? readEnd.get(device, epoch) ?? chainStart;
      const verdict = judge(entry, end);
      ends.set(chain, verdict === null ? entry : end);
      if (verdict === null) {
        insert(entry);
        added.push(entry);
      } else if (verdict === "known") known += 1;
      else refused.push({ entry, why: verdict });
    }
    return { added, known, refused };
  };
}

/**
 * Whether the logical time belongs to the entry's device and is later than that of the entry before, and the wall time
 * is possible.
 */
function isClockValid(entry: JournalEntry, end: ChainEnd): boolean {
  const { device, epoch, hlc, wallAtMs } = entry;
  return (
    idPattern.test(device) &&
    idPattern.test(epoch) &&
    readHlc(hlc)?.device === device &&
    hlc > end.hlc &&
    isSaneTime(wallAtMs)
  );
}
