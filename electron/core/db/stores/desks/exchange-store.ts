import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { ChainHead, EntryBatch, Member } from "#shared/contract/peer.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { chainOf } from "#shared/domain/desks/version-vector.ts";
import type { Db } from "#core/db/open/database.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import { column, defineTable } from "#core/db/table.ts";

interface Chain {
  readonly device: string;
  readonly epoch: string;
}

interface SignerRow extends Member {
  readonly sinceMs: number;
}

const headTable = defineTable<ChainHead>("chain_head", {
  device: column.plain(),
  epoch: column.plain(),
  sequence: column.plain(),
  hash: column.plain(),
  signer: column.plain(),
  signature: column.plain(),
});

const signerTable = defineTable<SignerRow>("peer_signer", {
  device: column.plain(),
  signer: column.plain(),
  name: column.plain(),
  sinceMs: column.plain(),
});

/** The exchange of journal entries between databases (M4). */
export function createExchangeStore({ raw }: Db) {
  // All three columns of the unique index: with two of them, SQLite reads every entry of the chain before.
  const nextChain = raw.prepare<[string, string], Chain>(
    `SELECT device, epoch FROM journal WHERE (device, epoch, sequence) > (?, ?, ${Number.MAX_SAFE_INTEGER})
     ORDER BY device, epoch, sequence LIMIT 1`,
  );
  const lastOf = raw
    .prepare<[string, string], number>(
      "SELECT max(sequence) FROM journal WHERE device = ? AND epoch = ?",
    )
    .pluck();
  const after = journalTable.select<[string, string, number, number]>(
    raw,
    "WHERE device = ? AND epoch = ? AND sequence > ? ORDER BY sequence LIMIT ?",
  );
  const hashAt = raw
    .prepare<[string, string, number], string>(
      "SELECT hash FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
    )
    .pluck();
  const headsBetween = headTable.select<[string, string, number, number]>(
    raw,
    "WHERE device = ? AND epoch = ? AND sequence > ? AND sequence <= ? ORDER BY sequence",
  );
  const putMember = signerTable.upsert(raw, ["device"]);
  const members = signerTable.select<[]>(raw, "ORDER BY device");

  const chains = (): Chain[] => {
    const found: Chain[] = [];
    let chain = nextChain.get("", "");
    while (chain !== undefined) {
      found.push(chain);
      chain = nextChain.get(chain.device, chain.epoch);
    }
    return found;
  };

  return {
    vector: (): VersionVector =>
      Object.fromEntries(
        chains().map((chain) => [chainOf(chain), lastOf.get(chain.device, chain.epoch) ?? 0]),
      ),
    /** Entries that a journal with this vector lacks, of every chain from its first missing one. */
    missingFor(theirs: VersionVector, limits: { entries: number; bytes: number }): EntryBatch {
      const entries: JournalEntry[] = [];
      const heads: ChainHead[] = [];
      let bytes = 0;
      for (const { device, epoch } of chains()) {
        const known = theirs[chainOf({ device, epoch })] ?? 0;
        if ((lastOf.get(device, epoch) ?? 0) <= known) continue;
        const rows = after.all(device, epoch, known, limits.entries - entries.length + 1);
        for (const entry of rows) {
          const size = Buffer.byteLength(JSON.stringify(entry.payload)) + bytesOfRest;
          const isOver = entries.length >= limits.entries || bytes + size > limits.bytes;
          if (isOver && entries.length > 0) {
            addHeads(heads, headsBetween.all(device, epoch, known, entry.sequence - 1));
            return { entries, heads, more: true };
          }
          entries.push(entry);
          bytes += size;
        }
        addHeads(heads, headsBetween.all(device, epoch, known, rows.at(-1)?.sequence ?? known));
      }
      return { entries, heads, more: false };
    },
    /** The hash of an entry; null if the entry is not here. */
    hashAt: (device: string, epoch: string, sequence: number) =>
      hashAt.get(device, epoch, sequence) ?? null,
    /** In a transaction. */
    addHead: headTable.upsert(raw, ["device", "epoch", "sequence"]),
    members: (): Member[] =>
      members.all().map(({ device, signer, name }) => ({ device, signer, name })),
    /** In a transaction. A key that is already known for the device is replaced. */
    putMember: (member: Member & { readonly sinceMs: number }) => putMember(member),
  };
}

/** The fields of an entry except the payload: hashes, ids, names. */
const bytesOfRest = 700;

/** Only the last head of a chain is needed: it covers every entry before it. */
function addHeads(heads: ChainHead[], found: readonly ChainHead[]): void {
  const last = found.at(-1);
  if (last !== undefined) heads.push(last);
}
