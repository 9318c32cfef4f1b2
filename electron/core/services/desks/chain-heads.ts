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

/** The last entry of each chain of `device` among these entries: the entries whose hashes must be signed. */
export function lastOfChains(entries: readonly JournalEntry[], device: string): JournalEntry[] {
  const last = new Map<string, JournalEntry>();
  for (const entry of entries) if (entry.device === device) last.set(chainOf(entry), entry);
  return [...last.values()];
}

/** The result of checking the signatures of entries from another database. */
export interface CheckedEntries {
  readonly accepted: JournalEntry[];
  /** Entries of a device with a known key that no valid signature covers. */
  readonly unsigned: number;
  /** Heads with a valid signature of the key that is known for their device. */
  readonly heads: ChainHead[];
}

/**
 * Takes the entries that a valid head covers, and the entries of devices whose key is unknown (M5). The paired peer
 * that sent them answers for the latter.
 *
 * @param signerOf The known public key of a device's signatures; null if unknown.
 */
export function checkSignatures(
  entries: readonly JournalEntry[],
  heads: readonly ChainHead[],
  signerOf: (device: string) => string | null,
): CheckedEntries {
  const hashes = new Map(entries.map((entry) => [positionOf(entry), entry.hash]));
  const valid = heads.filter((head) => {
    const signer = signerOf(head.device);
    return (
      signer === head.signer &&
      hashes.get(positionOf(head)) === head.hash &&
      isSignedBy(signer, headText(head), head.signature)
    );
  });
  const covered = new Map<string, number>();
  for (const head of valid) {
    covered.set(chainOf(head), Math.max(head.sequence, covered.get(chainOf(head)) ?? 0));
  }
  const accepted = entries.filter(
    (entry) =>
      signerOf(entry.device) === null || entry.sequence <= (covered.get(chainOf(entry)) ?? 0),
  );
  return { accepted, unsigned: entries.length - accepted.length, heads: valid };
}

const positionOf = ({ device, epoch, sequence }: Position | JournalEntry): string =>
  `${chainOf({ device, epoch })}.${sequence}`;
