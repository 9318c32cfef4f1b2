import type { Database } from "better-sqlite3";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { chainOf } from "#shared/domain/desks/version-vector.ts";
import type { LogHolding } from "#shared/domain/finish-log/log-holder.ts";
import { finishLogSubject, holdingOf } from "#shared/domain/finish-log/log-holder.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";
import { journalOrder, journalTable } from "#core/db/stores/journal/journal-reader.ts";

interface ChainEnd {
  readonly device: string;
  readonly epoch: string;
  readonly last: number;
}

// SQLite uses an index only if a query repeats the condition of the index literally.
const ofLog = "kind IN ('finish.put', 'finish.removed', 'finish.undone')";
const underHold = `event_id = ? AND payload ->> '$.hold' = ? AND ${ofLog}`;

/** Who holds an event's finish log, and the entries that were written under each hold (M13). */
export type HoldStore = ReturnType<typeof createHoldStore>;

export function createHoldStore({ raw }: { readonly raw: Database }, journal: JournalReader) {
  const ends = raw.prepare<[string], ChainEnd>(
    `SELECT device, epoch, max(sequence) AS last FROM journal INDEXED BY journal_of_finish
     WHERE event_id = ? AND kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set')
       AND kind <> 'gun.set' GROUP BY device, epoch`,
  );
  // One seek for each chain: a page of the log asks this, and one hold may have thousands of entries.
  const nextChain = raw.prepare<[string, string, string, string], Omit<ChainEnd, "last">>(
    `SELECT device, epoch FROM journal WHERE ${underHold} AND (device, epoch) > (?, ?)
     ORDER BY device, epoch LIMIT 1`,
  );
  const lastOf = raw
    .prepare<[string, string, string, string], number>(
      `SELECT sequence FROM journal WHERE ${underHold} AND device = ? AND epoch = ?
       ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const endsUnder = (eventId: string, hold: string): ChainEnd[] => {
    const chains: ChainEnd[] = [];
    let chain = nextChain.get(eventId, hold, "", "");
    while (chain !== undefined) {
      const { device, epoch } = chain;
      chains.push({ device, epoch, last: lastOf.get(eventId, hold, device, epoch) ?? 0 });
      chain = nextChain.get(eventId, hold, device, epoch);
    }
    return chains;
  };
  const after = journalTable.select<[string, string, string, string, number]>(
    raw,
    `WHERE ${underHold} AND device = ? AND epoch = ? AND sequence > ? ORDER BY ${journalOrder}`,
  );
  /** The entries under all holds that are later in their chain than `limit` says. */
  const laterThan = (
    eventId: string,
    { holds }: LogHolding,
    limit: (hold: string, chain: string) => number,
  ): JournalEntry[] =>
    [...holds.keys()].flatMap((hold) =>
      endsUnder(eventId, hold).flatMap(({ device, epoch, last }) => {
        const counted = limit(hold, chainOf({ device, epoch }));
        return last > counted ? after.all(eventId, hold, device, epoch, counted) : [];
      }),
    );
  return {
    holding: (eventId: string): LogHolding =>
      holdingOf(
        journal
          .ofSubjects([finishLogSubject(eventId)])
          .filter((entry) => entry.eventId === eventId),
      ),
    /** The last entry of the log in each chain. */
    known: (eventId: string): VersionVector =>
      Object.fromEntries(ends.all(eventId).map((end) => [chainOf(end), end.last])),
    /** The entries of the log that do not count, in the journal's order. */
    setAside: (eventId: string, holding: LogHolding) =>
      laterThan(eventId, holding, holding.lastCounted),
    /** The subjects of the entries that do not count, or would not if another hold were the last one. */
    disputed: (eventId: string, holding: LogHolding): ReadonlySet<string> =>
      new Set(laterThan(eventId, holding, holding.lastUndisputed).map(({ subject }) => subject)),
  };
}
