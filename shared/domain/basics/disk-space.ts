/** Below these the disk is worth a word, and then no place to work on. */
const littleBytes = 1_000_000_000;
const noRoomBytes = 200_000_000;

/** How much room there is to go on saving; `unknown` where the system does not say. */
export type DiskRoom = "enough" | "little" | "none" | "unknown";

export function diskRoom(freeBytes: number | null): DiskRoom {
  if (freeBytes === null) return "unknown";
  if (freeBytes < noRoomBytes) return "none";
  return freeBytes < littleBytes ? "little" : "enough";
}
