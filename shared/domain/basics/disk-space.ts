/** If fewer bytes are free, the screen warns. */
const littleBytes = 1_000_000_000;
/** If fewer bytes are free, saving may fail soon. */
const noneBytes = 200_000_000;

/** The free space on the disk with the data; `unknown` if the system does not report it. */
export type DiskSpace = "enough" | "little" | "none" | "unknown";

export function judgeDiskSpace(freeBytes: number | null): DiskSpace {
  if (freeBytes === null) return "unknown";
  if (freeBytes < noneBytes) return "none";
  return freeBytes < littleBytes ? "little" : "enough";
}
