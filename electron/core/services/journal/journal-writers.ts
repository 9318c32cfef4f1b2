import type { JournalWriter } from "#shared/contract/journal-mirror.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { readMirror } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { knownSignersKey } from "#core/db/journal/journal-signer.ts";
import { hashesMatch } from "#core/db/stores/journal/journal-merge.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { DeskContext } from "#core/services/context.ts";

/** Number of characters of a public key that are shown: enough to distinguish two writers, and few enough to read aloud. */
const shownSigns = 16;

export const shownSigner = (key: string | null): string | null => key?.slice(0, shownSigns) ?? null;

/** Maximum number of known writers: more than the computers of a race. The list is stored as one value. */
const maxKnown = 200;

/** Maximum number of names of operators and desks that are shown for each writer. */
const maxNames = 5;
const entriesInTurn = 500;

/** What the files of one writer contain, and the writer's whole key. */
export interface WriterFound {
  readonly key: string | null;
  readonly shown: JournalWriter;
}

type Draft = { -readonly [Field in keyof JournalWriter]: JournalWriter[Field] };

/** Signers that a person accepted before. Unsigned entries are never known. */
function readKnownSigners({ meta }: Pick<DeskContext["stores"], "meta">): readonly string[] {
  const kept = meta.get(knownSignersKey);
  return kept === null ? [] : (JSON.parse(kept) as string[]);
}

/** Call it in a transaction. */
export function rememberSigners(
  stores: Pick<DeskContext["stores"], "meta">,
  keys: Iterable<string | null>,
): void {
  const signed = [...keys].filter((key) => key !== null);
  const all = [...new Set([...readKnownSigners(stores), ...signed])];
  stores.meta.set(knownSignersKey, JSON.stringify(all.slice(-maxKnown)));
}

/**
 * Lists the writers of these files and how many entries of each writer an import would add (J11); changes nothing. A
 * changed entry and the rest of its chain would be refused, so they are not counted as the writer's.
 */
export async function readWriters(
  stores: Pick<DeskContext["stores"], "journal" | "meta">,
  paths: readonly string[],
  ownSigner: string,
): Promise<WriterFound[]> {
  const known = new Set([...readKnownSigners(stores), ownSigner]);
  const writers = new Map<string | null, Draft>();
  let read = 0;
  for (const path of paths) {
    const changedChains = new Set<string>();
    for await (const item of readMirror(path)) {
      if (item.kind !== "entry") continue;
      read += 1;
      if (read % entriesInTurn === 0) await yieldToEventLoop();
      const { signer } = item;
      const isKnown = signer !== null && known.has(signer);
      const writer = writers.get(signer) ?? newWriter(shownSigner(signer), isKnown);
      writers.set(signer, writer);
      if (stores.journal.get(entryIdOf(item.entry)) !== null) continue;
      const chain = `${item.entry.device}.${item.entry.epoch}`;
      if (!hashesMatch(item.entry)) changedChains.add(chain);
      if (!changedChains.has(chain)) note(writer, item.entry);
    }
  }
  return [...writers].map(([key, shown]) => ({ key, shown }));
}

const newWriter = (signer: string | null, isKnown: boolean): Draft => ({
  signer,
  isKnown,
  entries: 0,
  checkIns: 0,
  bibs: 0,
  walkUps: 0,
  finishLine: 0,
  operators: [],
  desks: [],
  firstAtMs: null,
  lastAtMs: null,
});

function note(writer: Draft, { kind, operator, desk, wallAtMs }: JournalEntry): void {
  writer.entries += 1;
  if (kind === "check-in.made") writer.checkIns += 1;
  else if (kind === "bib.given" || kind === "bib.swapped") writer.bibs += 1;
  else if (kind === "walk-up.saved") writer.walkUps += 1;
  else if (/^(?:podium|segment|group|finish|gun)\./.test(kind)) writer.finishLine += 1;
  writer.operators = withName(writer.operators, operator);
  writer.desks = withName(writer.desks, desk);
  writer.firstAtMs = Math.min(writer.firstAtMs ?? wallAtMs, wallAtMs);
  writer.lastAtMs = Math.max(writer.lastAtMs ?? wallAtMs, wallAtMs);
}

const withName = (names: string[], name: string): string[] =>
  names.length >= maxNames || names.includes(name) ? names : [...names, name];
