import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "./journal.ts";
import { inSeenOrder, seenOf } from "./journal.ts";

/**
 * The candidates that no other candidate supersedes, in the order in which they count (J10): there is one if each
 * writer knew of the earlier entries, and several if computers wrote without knowing of each other.
 *
 * An entry knows the entries that its writer had seen (`seen`), what the writers of those entries had seen, and every
 * earlier entry of its own computer.
 *
 * @param candidates Entries that set the same thing.
 * @param about Every entry of the subject, for what their writers knew; the candidates themselves by default.
 */
export function standingEntries(
  candidates: readonly JournalEntry[],
  about: readonly JournalEntry[] = candidates,
): JournalEntry[] {
  const ordered = inSeenOrder(candidates);
  // One computer knows what it wrote before, so its last entry is in force.
  if (new Set(about.map(({ device }) => device)).size < 2) return ordered.slice(-1);
  const known = knowledgeOf(inSeenOrder(about));
  return ordered.filter((entry) =>
    ordered.every((other) => other === entry || !knows(known, other, entry)),
  );
}

/** For each computer, the clock text of its latest entry that a writer knew of. */
type Known = ReadonlyMap<string, string>;

/** What the writer of each entry knew. */
export function knowledgeOf(ordered: readonly JournalEntry[]): ReadonlyMap<JournalEntry, Known> {
  const byId = new Map(ordered.map((entry) => [entryIdOf(entry) as string, entry]));
  const lastOfDevice = new Map<string, JournalEntry>();
  const known = new Map<JournalEntry, Known>();
  for (const entry of ordered) {
    const own = lastOfDevice.get(entry.device);
    const seen = seenOf(entry).flatMap((id) => byId.get(id) ?? []);
    const all = new Map<string, string>();
    for (const before of own === undefined ? seen : [own, ...seen]) {
      for (const [device, hlc] of known.get(before) ?? []) raise(all, device, hlc);
      raise(all, before.device, before.hlc);
    }
    known.set(entry, all);
    lastOfDevice.set(entry.device, entry);
  }
  return known;
}

function raise(known: Map<string, string>, device: string, hlc: string): void {
  if ((known.get(device) ?? "") < hlc) known.set(device, hlc);
}

/** Whether the writer of `later` knew of `earlier`. */
export const knows = (
  known: ReadonlyMap<JournalEntry, Known>,
  later: JournalEntry,
  earlier: JournalEntry,
): boolean => (known.get(later)?.get(earlier.device) ?? "") >= earlier.hlc;
