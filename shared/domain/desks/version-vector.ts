/**
 * How far a journal is known: for each chain (`device.epoch`) the sequence number of its last entry. A merge takes
 * entries of a chain without gaps (J11), so one number says which entries of the chain are known.
 */
export type VersionVector = Readonly<Record<string, number>>;

/** The name of a chain in a version vector. */
export const chainOf = ({
  device,
  epoch,
}: {
  readonly device: string;
  readonly epoch: string;
}): string => `${device}.${epoch}`;

/** The number of entries that a journal with `theirs` lacks of a journal with `ours`. */
export function countMissing(ours: VersionVector, theirs: VersionVector): number {
  let missing = 0;
  for (const [chain, last] of Object.entries(ours)) {
    missing += Math.max(0, last - (theirs[chain] ?? 0));
  }
  return missing;
}
