import { compareText } from "#shared/domain/basics/compare-text.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Json, JsonObject } from "./canonical-json.ts";
import type { EntryIdentity } from "#shared/domain/basics/ids.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";

/** One entry of the journal, as it is stored. */
export interface JournalEntry extends EntryIdentity {
  /** `formatHlc` text; the journal's order (J3). */
  readonly hlc: string;
  readonly wallAtMs: number;
  readonly operator: string;
  readonly desk: string;
  /** A `FactKind`, or a kind of a later version, which is stored and ignored. */
  readonly kind: string;
  readonly eventId: string | null;
  readonly subject: string;
  readonly otherSubject: string | null;
  /** Null after it was wiped (J6). */
  readonly payload: JsonObject | null;
  /** Random; hashed with the payload, so that nobody can guess a wiped payload from its hash. Null after a wipe. */
  readonly salt: string | null;
  readonly payloadHash: string;
  /** Hash of the entry before it in its epoch; empty for the first. */
  readonly previousHash: string;
  readonly hash: string;
  readonly commandId: string | null;
}

/** The text whose hash is `payloadHash`. */
export const payloadHashText = (salt: string, payload: Json): string =>
  `${salt}\n${canonicalJson(payload)}`;

/** The text whose hash is `hash` (J6): all fields, with the hash of the payload instead of the payload. */
export const entryHashText = (entry: Omit<JournalEntry, "hash" | "payload" | "salt">): string =>
  canonicalJson([
    entry.device,
    entry.epoch,
    entry.sequence,
    entry.hlc,
    entry.wallAtMs,
    entry.operator,
    entry.desk,
    entry.kind,
    entry.eventId,
    entry.subject,
    entry.otherSubject,
    entry.commandId,
    entry.payloadHash,
    entry.previousHash,
  ]);

/** The order of the journal: by logical clock, then by identity. It is the same on every computer (J4). */
export function compareEntries(one: JournalEntry, other: JournalEntry): number {
  return (
    compareText(one.hlc, other.hlc) ||
    compareText(one.device, other.device) ||
    compareText(one.epoch, other.epoch) ||
    one.sequence - other.sequence
  );
}

/** More entries about one subject are an attack on the running time; then only the clock decides. */
const mostOrdered = 1_000;
const mostSeen = 100;

/**
 * The entries about one subject in the order in which they apply (J10): the order of the journal, except that an entry is always
 * after the entries that its writer had seen (`payload.seen`), also if the clocks disagree. The order is the same on every
 * computer that has the same entries.
 */
export function inSeenOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  const sorted = entries.toSorted(compareEntries);
  if (sorted.length > mostOrdered) return sorted;
  if (sorted.every((entry) => seenOf(entry).length === 0)) return sorted;
  const waiting = new Map(sorted.map((entry) => [entryIdOf(entry) as string, entry]));
  const ordered: JournalEntry[] = [];
  while (waiting.size > 0) {
    const entry = nextOf(waiting);
    if (entry === undefined) break;
    waiting.delete(entryIdOf(entry));
    ordered.push(entry);
  }
  return ordered;
}

/** The first entry whose writer had seen none of the others. */
function nextOf(waiting: ReadonlyMap<string, JournalEntry>): JournalEntry | undefined {
  for (const entry of waiting.values()) {
    if (seenOf(entry).every((id) => !waiting.has(id))) return entry;
  }
  // Only forged entries name each other in a ring; then the first one of the journal's order is next.
  const [first] = waiting.values();
  return first;
}

/** The ids of other computers' entries about the same subject that the writer had seen; most entries have none. */
export function seenOf({ payload }: JournalEntry): readonly string[] {
  const seen = payload?.["seen"];
  if (!Array.isArray(seen)) return [];
  return seen.slice(0, mostSeen).filter((id) => typeof id === "string");
}
