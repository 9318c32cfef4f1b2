import type { JournalImport } from "#shared/contract/journal-mirror.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { MirrorItem } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { DeskContext } from "#core/services/context.ts";
import { shownSigner } from "./journal-writers.ts";

/** The topics that entries of another computer may change. */
export const mergeTopics = [
  "roster",
  "podium",
  "finish",
  "events",
  "digest",
  "outbox",
  "sync",
] as const;

/** Maximum size of one transaction, so that other work gets its turn (J11). */
const batchEntries = 32;
const batchBytes = 32 * 1024;

/** The result of importing entries of another journal. */
export type ImportCounts = Omit<JournalImport, "files" | "inDoubt">;

export const noneImported = (): ImportCounts => ({
  taken: 0,
  known: 0,
  refused: 0,
  refusedAsOwn: 0,
  otherFiles: 0,
  laterFiles: 0,
  writers: [],
});

/** The counter for each kind of item that is not an entry. */
const countOf = {
  refused: "refused",
  "other-format": "otherFiles",
  "later-format": "laterFiles",
} as const;

export interface ImportTarget {
  /** The signing key of this database; null if it signs nothing. */
  readonly ownSigner: string | null;
  /** Import only entries of these signers; absent: of all. */
  readonly onlyOf?: ReadonlySet<string | null> | undefined;
  readonly db: DeskContext["db"];
  readonly stores: DeskContext["stores"];
  readonly ports: Pick<DeskContext["ports"], "clock">;
}

type InEach = (added: readonly JournalEntry[]) => void;

/**
 * Imports the entries of another journal into this one (J4, J11), in small transactions; the next flushing
 * commit makes them durable. `inEach` runs within each transaction, with the entries that were new.
 */
export async function importEntries(
  desk: ImportTarget,
  items: AsyncIterable<MirrorItem> | Iterable<MirrorItem>,
  counts: ImportCounts,
  inEach: InEach = () => undefined,
): Promise<void> {
  let entries: JournalEntry[] = [];
  let bytes = 0;
  const signers = new Map<JournalEntry, string | null>();
  for await (const item of items) {
    if (item.kind === "entry" && desk.onlyOf?.has(item.signer) === false) counts.refused += 1;
    else if (item.kind === "entry") {
      entries.push(item.entry);
      bytes += item.bytes;
      signers.set(item.entry, item.signer);
    } else counts[countOf[item.kind]] += 1;
    if (entries.length < batchEntries && bytes < batchBytes) continue;
    importBatch(desk, entries, signers, counts, inEach);
    entries = [];
    bytes = 0;
    signers.clear();
    // A timer that is due, such as that of the search index, gets a turn without a transaction of this import in it.
    await yieldToEventLoop();
    await yieldToEventLoop();
  }
  importBatch(desk, entries, signers, counts, inEach);
}

/** Imports a batch in one transaction, and refreshes the projections that screens read. */
function importBatch(
  { db, stores, ports, ownSigner }: ImportTarget,
  entries: readonly JournalEntry[],
  signers: ReadonlyMap<JournalEntry, string | null>,
  counts: ImportCounts,
  inEach: InEach,
): void {
  const merged = db.transactionWithoutFlush(() => {
    const isProven = (entry: JournalEntry): boolean =>
      ownSigner !== null && signers.get(entry) === ownSigner;
    const outcome = stores.journal.merge(entries, isProven);
    stores.runners.refreshFor(outcome.added);
    stores.registrations.noticeMerged(outcome.added, ports.clock.now());
    inEach(outcome.added);
    return outcome;
  });
  counts.taken += merged.added.length;
  counts.known += merged.known;
  counts.refused += merged.refused.length;
  // A signature says nothing of a refused entry: its content may be another than the signed one.
  const refused = new Set(merged.refused.map(({ entry }) => entry));
  for (const [entry, signer] of signers) if (!refused.has(entry)) countWriter(counts, signer);
  counts.refusedAsOwn += merged.refused.filter(({ why }) => why === "own").length;
}

function countWriter({ writers }: ImportCounts, key: string | null): void {
  const signer = shownSigner(key);
  const known = writers.find((writer) => writer.signer === signer);
  if (known === undefined) writers.push({ signer, entries: 1 });
  else known.entries += 1;
}
