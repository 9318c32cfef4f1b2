import type { ChainHead } from "#shared/contract/peer.ts";
import { chainOf } from "#shared/domain/desks/version-vector.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import { isSignedBy } from "#core/db/journal/journal-signer.ts";

type Position = Pick<ChainHead, "device" | "epoch" | "sequence" | "hash">;

/** What a signature of a chain signs: its last entry, whose hash covers every entry before it (M5, J6). */
const headText = ({ device, epoch, sequence, hash }: Position): string =>
  ["chute-chain-head", chainOf({ device, epoch }), sequence, hash].join("\n");

export function signHead(
  signer: JournalSigner,
  { device, epoch, sequence, hash }: JournalEntry,
): ChainHead {
  const position = { device, epoch, sequence, hash };
  return { ...position, signer: signer.id, signature: signer.sign(headText(position)) };
}

/** The last entry of each chain among these entries: the entries whose hashes must be signed. */
export function lastOfChains(entries: readonly JournalEntry[]): JournalEntry[] {
  const last = new Map<string, JournalEntry>();
  for (const entry of entries) last.set(chainOf(entry), entry);
  return [...last.values()];
}

/** The keys whose signatures count. */
export interface KnownSigners {
  /** The public key of a device's signatures; null if this database does not know the key. */
  readonly signerOf: (device: string) => string | null;
  /** The key of the hub that forwarded the entries and vouches for them; null if no hub forwarded them. */
  readonly hubSigner: string | null;
  readonly ownDevice: string;
}

/** The result of checking the signatures of entries from another database. */
export interface CheckedEntries {
  readonly accepted: JournalEntry[];
  /** Accepted entries that a valid signature covers. */
  readonly signed: ReadonlySet<JournalEntry>;
  /** Entries of a device with a known key that no valid signature covers. */
  readonly unsigned: number;
  /** Heads with a valid signature of the key that is known for their device. */
  readonly heads: ChainHead[];
}

/**
 * Takes the entries that a valid head covers, and the entries of devices whose key is unknown (M6). The paired peer
 * that sent the entries answers for those of unknown devices. About entries of this database, the merge itself decides
 * (J11).
 */
export function checkSignatures(
  entries: readonly JournalEntry[],
  heads: readonly ChainHead[],
  { signerOf, hubSigner, ownDevice }: KnownSigners,
): CheckedEntries {
  const valid = heads.filter((head) => {
    const isOfHub = head.signer === hubSigner && head.device !== ownDevice;
    return (
      (head.signer === signerOf(head.device) || isOfHub) &&
      isSignedBy(head.signer, headText(head), head.signature)
    );
  });
  const signed = coveredBy(valid, entries);
  const accepted = entries.filter(
    (entry) => entry.device === ownDevice || signed.has(entry) || signerOf(entry.device) === null,
  );
  return {
    accepted,
    signed,
    unsigned: entries.length - accepted.length,
    heads: valid.filter(({ device, signer }) => signer === signerOf(device)),
  };
}

/**
 * The entries that these heads cover. From the signed hash, each entry names the hash of the entry before it, so a
 * forged entry between genuine ones is not covered, also if its own hash fits its content.
 */
function coveredBy(
  heads: readonly ChainHead[],
  entries: readonly JournalEntry[],
): ReadonlySet<JournalEntry> {
  const byHash = new Map(entries.map((entry) => [`${positionOf(entry)} ${entry.hash}`, entry]));
  const covered = new Set<JournalEntry>();
  for (const head of heads) {
    let { sequence, hash } = head;
    for (;;) {
      const entry = byHash.get(`${positionOf({ ...head, sequence })} ${hash}`);
      if (entry === undefined || covered.has(entry)) break;
      covered.add(entry);
      sequence -= 1;
      hash = entry.previousHash;
    }
  }
  return covered;
}

const positionOf = ({ device, epoch, sequence }: Omit<Position, "hash">): string =>
  `${chainOf({ device, epoch })}.${sequence}`;
