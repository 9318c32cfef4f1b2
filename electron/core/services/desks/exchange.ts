import type { ChainHead, EntryBatch, PushReply } from "#shared/contract/peer.ts";
import { mostEntries, mostEntryBytes } from "#shared/contract/peer.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";
import type { Stores } from "#core/db/stores.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { DeskContext } from "#core/services/context.ts";
import { importEntries, mergeTopics, noneImported } from "#core/services/journal/import-entries.ts";
import { checkSignatures, lastOfChains, signHead } from "./chain-heads.ts";
import { senderOf } from "./desks-role.ts";

const limits = { entries: mostEntries, bytes: mostEntryBytes };

/** Most entries are these. They change only the runners, so that the screens of all desks repeat few queries. */
const aboutRunners = /^(check-in|bib)[.]/;
const runnersTopic = ["roster"] as const;

export interface BatchSource {
  /** The journal device of the hub, if the hub sent the batch: the hub answers for the entries that it forwards (M5). */
  readonly hubDevice?: string;
  /** The vector of a full desk, which sends its journal in several batches. */
  readonly vector?: VersionVector;
}

/** The part of the answer to a push that the merge decides. */
export type TakenBatch = Pick<PushReply, "vector" | "taken" | "refused">;

/** The parts of a desk that the exchange needs. */
export interface ExchangeContext extends Pick<DeskContext, "db" | "stores"> {
  readonly ports: Pick<DeskContext["ports"], "clock">;
  readonly feed: Pick<DeskContext["feed"], "publish">;
  readonly sync: {
    readonly outbox: Pick<
      DeskContext["sync"]["outbox"],
      "followJournal" | "releaseRest" | "doubtUnsettled" | "wake"
    >;
  };
}

/** The exchange of journal entries with peers; the same at the hub and at a full desk. */
export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(
  { db, stores, ports, feed, sync }: ExchangeContext,
  signer: () => JournalSigner,
) {
  const { journal, exchange } = stores;

  const signerOf = (): ((device: string) => string | null) => {
    const known = new Map(exchange.members().map((member) => [member.device, member.signer]));
    known.set(journal.device, signer().id);
    return (device) => known.get(device) ?? null;
  };

  const take = async (
    { entries, heads }: Pick<EntryBatch, "entries" | "heads">,
    { hubDevice, vector }: BatchSource = {},
  ): Promise<TakenBatch> => {
    if (entries.length === 0) return { taken: 0, refused: {}, vector: exchange.vector() };
    // The batch was parsed in this turn of the event loop. Parsing, checking and each import have a turn of their own.
    await yieldToEventLoop();
    const keys = signerOf();
    const checked = checkSignatures(entries, heads, {
      signerOf: keys,
      hubSigner: hubDevice === undefined ? null : keys(hubDevice),
      ownDevice: journal.device,
    });
    const counts = noneImported();
    const items = checked.accepted.map((entry) => {
      const isProven = entry.device === journal.device && checked.signed.has(entry);
      return itemOf(entry, isProven ? signer().id : null);
    });
    // What was sent already is said by a later entry, which may come in another transaction or batch (M9).
    const rest = vector === undefined ? "here" : "follows";
    const target = { db, stores, ports, ownSigner: signer().id };
    let isAboutRunners = true;
    let released = 0;
    await yieldToEventLoop();
    try {
      // The outbox entry of a walk-up is made with it: the walk-up is never here without one.
      await importEntries(target, items, counts, (added) => {
        isAboutRunners &&= added.every(({ kind }) => aboutRunners.test(kind));
        const fresh = outboxSubjects(added);
        const isAboutHub = added.some(({ kind }) => kind === "hub.chosen");
        // Another database may send from now on, so that every outbox entry follows the journal (M10).
        if (isAboutHub) sync.outbox.followJournal("all", fresh, rest);
        else if (fresh.size > 0) sync.outbox.followJournal(fresh, fresh, rest);
        // A person chose this database at another computer, which may have sent any of the entries meanwhile (O10).
        if (isAboutHub && senderOf(stores).who === "this") sync.outbox.doubtUnsettled();
      });
      db.transaction(() => {
        addHeads(stores, checked.heads);
        if (vector !== undefined) {
          released = sync.outbox.releaseRest((device) =>
            isWhole(device, vector, exchange.vector()),
          );
        }
        // This commit needs at least one write, so that it flushes the entries: the answer says that they are on the
        // disk.
        stores.meta.set("last-exchange", String(ports.clock.now()));
      });
    } finally {
      // Also if a later part failed: what was taken is here.
      if (counts.taken > 0) {
        for (const topic of isAboutRunners ? runnersTopic : mergeTopics) feed.publish(topic);
      }
      if (counts.taken > 0 || released > 0) sync.outbox.wake();
    }
    const { taken, refused } = counts;
    const unsigned = checked.unsigned === 0 ? {} : { unsigned: checked.unsigned };
    const why = refused === 0 ? unsigned : { ...unsigned, merge: refused };
    return { taken, refused: why, vector: exchange.vector() };
  };

  const oneByOne = createSerialQueue();

  return {
    vector: () => exchange.vector(),
    /** Entries and signed heads that a journal with this vector lacks (M4). */
    batchFor(theirs: VersionVector): EntryBatch {
      const batch = exchange.missingFor(theirs, limits);
      // This database signs its own chains, and answers for the last entries of the chains that it forwards.
      const keys = signerOf();
      const heads = batch.heads.filter(
        ({ device, signer: key }) => device !== journal.device && key === keys(device),
      );
      const isLast = new Set(heads.map(({ hash }) => hash));
      const own = lastOfChains(batch.entries)
        .filter(({ hash }) => !isLast.has(hash))
        .map((entry) => signHead(signer(), entry));
      return { ...batch, heads: [...heads, ...own] };
    },
    /**
     * Merges what a peer sent, in small transactions (J11). Returns after the commit. One batch follows the other, so that
     * no answer counts entries of another batch that are not on the disk yet.
     */
    take: (batch: Pick<EntryBatch, "entries" | "heads">, from?: BatchSource) =>
      oneByOne(() => take(batch, from)),
  };
}

/** Keeps the signed heads of other databases whose entries are here. */
function addHeads({ exchange, journal }: Stores, heads: readonly ChainHead[]): void {
  for (const head of heads) {
    const hash = exchange.hashAt(head.device, head.epoch, head.sequence);
    if (hash === head.hash && head.device !== journal.device) exchange.addHead(head);
  }
}

/** Whether `own` has every entry of this device that `theirs` has. */
const isWhole = (device: string, theirs: VersionVector, own: VersionVector): boolean =>
  Object.entries(theirs).every(
    ([chain, last]) => !chain.startsWith(`${device}.`) || last <= (own[chain] ?? 0),
  );

/** The subjects whose outbox entries these journal entries may concern. */
const outboxSubjects = (added: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(
    added
      .filter(({ kind }) => /^(walk-up|event|outbox)[.]/.test(kind))
      .map(({ subject }) => subject),
  );

/** Entries of this database that its own valid signature covers are proven (J11). */
const itemOf = (entry: JournalEntry, signer: string | null) => ({
  kind: "entry" as const,
  entry,
  bytes: JSON.stringify(entry.payload).length,
  signer,
});
