import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { inSeenOrder, seenOf } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { voidedIn } from "#shared/domain/registrations/runner-projection.ts";

/** A bib of one runner that was not undone, with its entry. Null: a swap with a runner without a bib. */
export interface RivalBib {
  readonly bib: string | null;
  readonly entry: JournalEntry;
}

/**
 * The bibs that several computers gave one runner without knowing of each other (J10). The bib in force comes first. Empty
 * if there are fewer than two different bibs. An entry knows the entries that its writer had seen, the entries that those
 * writers had seen, and the earlier entries of its own computer.
 *
 * @param ids All ids of the runner.
 * @param facts Every entry with the runner as subject or other subject.
 */
export function rivalBibs(ids: ReadonlySet<string>, facts: readonly JournalEntry[]): RivalBib[] {
  // A computer always knows its own earlier entries.
  if (new Set(facts.map(({ device }) => device)).size < 2) return [];
  const ordered = inSeenOrder(facts);
  const known = knowledgeOf(ordered);
  const voided = voidedIn(ordered);
  const given = ordered.flatMap((entry): RivalBib[] => {
    if (voided.has(entryIdOf(entry))) return [];
    const bib = bibIn(entry, ids);
    return bib === undefined ? [] : [{ bib, entry }];
  });
  const standing = given.filter(({ entry }) =>
    given.every((other) => other.entry === entry || !knows(known, other.entry, entry)),
  );
  const bibs = new Map(standing.toReversed().map((rival) => [rival.bib, rival]));
  return bibs.size < 2 ? [] : [...bibs.values()];
}

/** By computer: the clock text of its latest entry that the writer knew. */
type Known = ReadonlyMap<string, string>;

function knowledgeOf(ordered: readonly JournalEntry[]): ReadonlyMap<JournalEntry, Known> {
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

const knows = (
  known: ReadonlyMap<JournalEntry, Known>,
  writer: JournalEntry,
  { device, hlc }: JournalEntry,
): boolean => (known.get(writer)?.get(device) ?? "") >= hlc;

/** The bib that this entry gives the runner; undefined if the entry is not about bibs. */
function bibIn(entry: JournalEntry, ids: ReadonlySet<string>): string | null | undefined {
  const fact = parseFact(entry);
  if (fact?.kind === "bib.given") return fact.payload.bib;
  if (fact?.kind !== "bib.swapped") return undefined;
  return ids.has(entry.subject) ? fact.payload.bib : fact.payload.otherBib;
}
