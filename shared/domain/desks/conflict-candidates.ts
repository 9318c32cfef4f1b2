import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Fact, FactKind } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

/** What two databases may set differently without knowing of each other (M11). */
export const conflictKinds = [
  "bib",
  "check-in",
  "walk-up",
  "time-zone",
  "groups",
  "segment",
  "gun",
  "finish-item",
  "sheet",
  "hub",
] as const;
export type ConflictKind = (typeof conflictKinds)[number];

/** What entries of each kind set. Other kinds set nothing that can be in conflict. */
const kindOf: Readonly<Partial<Record<string, ConflictKind>>> = {
  "bib.given": "bib",
  "bib.swapped": "bib",
  "check-in.made": "check-in",
  "walk-up.saved": "walk-up",
  "walk-up.edited": "walk-up",
  "time-zone.set": "time-zone",
  "group.saved": "groups",
  "segment.saved": "segment",
  "segment.removed": "segment",
  "gun.set": "gun",
  "finish.put": "finish-item",
  "finish.removed": "finish-item",
  "podium.entered": "sheet",
  "hub.chosen": "hub",
} satisfies Partial<Record<FactKind, ConflictKind>>;

/** Cheap test before any payload is read: one computer knows what it wrote before, so a conflict has two writers. */
export function haveSeveralWriters(entries: readonly JournalEntry[]): boolean {
  const writers = new Map<ConflictKind, string>();
  return entries.some(({ kind: name, device }) => {
    const kind = kindOf[name];
    if (kind === undefined) return false;
    const writer = writers.get(kind);
    writers.set(kind, device);
    return writer !== undefined && writer !== device;
  });
}

/** One entry that sets something, and the value that it sets. */
export interface Candidate {
  readonly kind: ConflictKind;
  readonly entry: JournalEntry;
  /** Equal for equal values. */
  readonly value: string;
}

/** Returns null if the entry sets nothing of the subject with these ids that can be in conflict. */
export function candidateOf(entry: JournalEntry, ids: ReadonlySet<string>): Candidate | null {
  const kind = kindOf[entry.kind];
  const fact = kind === undefined ? null : parseFact(entry);
  if (kind === undefined || fact === null) return null;
  if (!ids.has(entry.subject) && fact.kind !== "bib.swapped") return null;
  return { kind, entry, value: canonicalJson(valueOf(fact, entry, ids)) };
}

function valueOf(fact: Fact, entry: JournalEntry, ids: ReadonlySet<string>): Json {
  switch (fact.kind) {
    case "bib.given":
    case "bib.swapped":
      return bibIn(entry, ids) ?? null;
    case "check-in.made":
      return entryIdOf(entry);
    case "walk-up.saved":
    case "walk-up.edited":
      return { ...fact.payload.form };
    case "time-zone.set":
      return fact.payload.timeZone;
    case "group.saved":
      return fact.payload.groups;
    case "segment.saved":
      return [fact.payload.label, fact.payload.depth, fact.payload.clock];
    case "gun.set":
      return fact.payload.atMs;
    case "finish.put": {
      const { at, atMs, bib, runnerId = null } = fact.payload;
      return [at, atMs, bib, runnerId];
    }
    case "podium.entered":
      return fact.payload.slots.map((slot) => ({ ...slot }));
    case "hub.chosen":
      return fact.payload.device;
    // Removed.
    default:
      return null;
  }
}

/** The bib that this entry gives the runner with these ids; undefined if it gives none. Null: a swap gave "no bib". */
export function bibIn(entry: JournalEntry, ids: ReadonlySet<string>): string | null | undefined {
  const fact = parseFact(entry);
  if (fact?.kind === "bib.given") return fact.payload.bib;
  if (fact?.kind !== "bib.swapped") return undefined;
  return ids.has(entry.subject) ? fact.payload.bib : fact.payload.otherBib;
}
