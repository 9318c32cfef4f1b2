import { chainOf } from "#shared/domain/desks/version-vector.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { standingEntries } from "#shared/domain/journal/standing-entries.ts";

/** The subject of the `finish-log.held` entries of an event. */
export const finishLogSubject = (eventId: string): string => `finish-log:${eventId}`;

/** One computer holds an event's finish log from this entry on (M13). */
export interface LogHold {
  readonly entryId: EntryId;
  /** The journal device of the computer. */
  readonly device: string;
  readonly name: string;
  /** The hold that it continues; null for the first one. */
  readonly follows: string | null;
  /** The last entry of the log in each chain that the writer knew. */
  readonly known: VersionVector;
  readonly why: "first" | "taken-over" | "settled";
  readonly operator: string;
  readonly atMs: number;
}

/** @param entries Every entry about `finishLogSubject`. */
export function holdingOf(entries: readonly JournalEntry[]) {
  const held = entries.filter((entry) => readHold(entry) !== null);
  const holds = new Map(
    held.flatMap((entry) => readHold(entry) ?? []).map((hold) => [hold.entryId as string, hold]),
  );
  const last = standingEntries(held).at(-1);
  const holder = last === undefined ? null : (holds.get(entryIdOf(last)) ?? null);
  const line = lineOf(holder, holds);
  const followed = new Set([...holds.values()].map(({ follows }) => follows));
  const lines = [...holds.values()]
    .filter(({ entryId }) => !followed.has(entryId))
    .map((hold) => lineOf(hold, holds));

  /** The lines of the choices that are not in force although no later choice knew of them. */
  const otherChoices = standingEntries(
    held.filter((entry) => holds.get(entryIdOf(entry))?.why === "settled"),
    held,
  )
    .map((entry) => lineOf(holds.get(entryIdOf(entry)) ?? null, holds))
    .filter(([choice]) => choice !== undefined && !line.includes(choice));

  const lastCounted = (hold: string, chain: string): number => {
    const own = holds.get(hold);
    return own === undefined ? Infinity : lastIn(line, own, chain);
  };

  return {
    /** Null if nobody ever held it: then everybody writes. */
    holder,
    holds,
    /** The hold with which the holder began to write: a person at any desk may have chosen its log since. */
    writtenSince: (hold: LogHold): LogHold =>
      lineOf(hold, holds).find(({ why }) => why !== "settled") ?? hold,
    /** The last entry of the chain that counts under a hold; infinite if all count. */
    lastCounted,
    /** The last entry of the chain that counts under a hold, whichever hold is the last one. */
    lastUndisputed(hold: string, chain: string): number {
      const own = holds.get(hold);
      if (own === undefined) return Infinity;
      return Math.min(...[line, ...lines].map((each) => lastIn(each, own, chain)));
    },
    /**
     * False for an entry that was written without knowing that another computer had taken over, or under a hold that
     * another one superseded without knowing of it: such entries never mix with the holder's.
     */
    isCounted(entry: JournalEntry): boolean {
      const hold = holdIn(entry);
      return hold === null || entry.sequence <= lastCounted(hold, chainOf(entry));
    },
    /**
     * Whether a person has already chosen between this entry's side and another one, and nobody chose this entry's side
     * without knowing of that choice (J10).
     */
    isDecided(entry: JournalEntry): boolean {
      const own = holds.get(holdIn(entry) ?? "");
      const chain = chainOf(entry);
      return (
        line.some(({ why, known }) => why === "settled" && entry.sequence <= (known[chain] ?? 0)) &&
        !otherChoices.some(
          (other) => own !== undefined && entry.sequence <= lastIn(other, own, chain),
        )
      );
    },
  };
}

/** Who holds a finish log, and which of its entries count. */
export type LogHolding = ReturnType<typeof holdingOf>;

/** The hold under which an entry of the finish log was written; null if nobody held the log. */
export function holdIn({ payload }: JournalEntry): string | null {
  const hold = payload?.["hold"];
  return typeof hold === "string" ? hold : null;
}

function readHold(entry: JournalEntry): LogHold | null {
  const fact = parseFact(entry);
  if (fact?.kind !== "finish-log.held") return null;
  const { operator, wallAtMs: atMs } = entry;
  return { ...fact.payload, entryId: entryIdOf(entry), operator, atMs };
}

/** The holder's hold and those that it continues, newest first. */
function lineOf(holder: LogHold | null, holds: ReadonlyMap<string, LogHold>): LogHold[] {
  const line: LogHold[] = [];
  const seen = new Set<string>();
  for (let hold: LogHold | null = holder; hold !== null && !seen.has(hold.entryId);) {
    line.push(hold);
    seen.add(hold.entryId);
    hold = hold.follows === null ? null : (holds.get(hold.follows) ?? null);
  }
  return line;
}

/** The last entry of the chain under a hold that counts if this line of holds is in force. */
function lastIn(line: readonly LogHold[], hold: LogHold, chain: string): number {
  const at = line.indexOf(hold);
  if (at < 0) return 0;
  // Entries of the computer that went on holding the log count, whoever wrote the next hold.
  const successor = line.slice(0, at).findLast(({ device }) => device !== hold.device);
  return successor === undefined ? Infinity : (successor.known[chain] ?? 0);
}

/** One side of a finish log that two computers wrote without knowing of each other. */
export interface LogSide {
  readonly hold: LogHold;
  readonly isInForce: boolean;
  /** Entries of the log that count only if a person chooses this side; empty for the side in force. */
  readonly entries: readonly JournalEntry[];
}

/**
 * The sides between which a person must choose, the one in force first; empty if there is no such conflict.
 *
 * @param setAside The entries of the log that do not count.
 */
export function logSides(holding: LogHolding, setAside: readonly JournalEntry[]): LogSide[] {
  const { holder, holds } = holding;
  if (holder === null) return [];
  const byHold = new Map<string, JournalEntry[]>();
  for (const entry of setAside) {
    const hold = holdIn(entry);
    if (hold === null || holding.isDecided(entry)) continue;
    byHold.set(hold, [...(byHold.get(hold) ?? []), entry]);
  }
  const lines = new Map(
    [...byHold.keys()].map((id) => [
      id,
      lineOf(holds.get(id) ?? null, holds).map((hold) => hold.entryId as string),
    ]),
  );
  const sides = [...byHold.keys()].flatMap((id): LogSide[] => {
    const hold = holds.get(id);
    const isOlder = [...lines].some(([other, line]) => other !== id && line.includes(id));
    if (hold === undefined || isOlder) return [];
    const entries = (lines.get(id) ?? []).flatMap((each) => byHold.get(each) ?? []);
    return [{ hold, isInForce: false, entries }];
  });
  return sides.length === 0 ? [] : [{ hold: holder, isInForce: true, entries: [] }, ...sides];
}
