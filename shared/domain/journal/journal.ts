import { z } from "zod";
import { compareText } from "#shared/domain/basics/compare-text.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Json, JsonObject } from "./canonical-json.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";

/** One entry of the journal, as it is stored. */
export const journalEntrySchema = z.object({
  device: z.string().min(1),
  epoch: z.string().min(1),
  sequence: z.int().min(1),
  /** `formatHlc` text; the journal's order (J3). */
  hlc: z.string(),
  wallAtMs: z.int(),
  operator: z.string(),
  desk: z.string(),
  /** A `FactKind`, or a kind of a later version, which is stored and ignored. */
  kind: z.string(),
  eventId: z.string().nullable(),
  subject: z.string(),
  otherSubject: z.string().nullable(),
  /** The payload; null after it was wiped (J6). */
  payload: (z.record(z.string(), z.json()) as z.ZodType as z.ZodType<JsonObject>).nullable(),
  /**
   * A random text that is hashed together with the payload, so that nobody can guess a wiped payload from its hash.
   * Null after the payload was wiped.
   */
  salt: z.string().nullable(),
  payloadHash: z.string(),
  /** Hash of the entry before it in its epoch; empty for the first. */
  previousHash: z.string(),
  hash: z.string(),
  commandId: z.string().nullable(),
});
export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** Who made a journal entry, at which desk, and when. */
export const actorSchema = z.object({ operator: z.string(), desk: z.string(), atMs: z.int() });
export type Actor = Readonly<z.infer<typeof actorSchema>>;

export const actorOfEntry = ({ operator, desk, wallAtMs }: JournalEntry): Actor => ({
  operator,
  desk,
  atMs: wallAtMs,
});

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

/**
 * The maximum number of entries about one subject that are ordered by `seen`. More entries are an attack on the running
 * time; then only the clock decides.
 */
const maxOrdered = 1_000;
const maxSeen = 100;

/**
 * The entries about one subject in the order in which they apply (J10): the order of the journal, except that an entry is always
 * after the entries that its writer had seen (`payload.seen`), also if the clocks disagree. The order is the same on every
 * computer that has the same entries.
 */
export function inSeenOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  const sorted = entries.toSorted(compareEntries);
  if (sorted.length > maxOrdered) return sorted;
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
  return seen.slice(0, maxSeen).filter((id) => typeof id === "string");
}
