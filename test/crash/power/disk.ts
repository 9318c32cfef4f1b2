import type { TraceEvent, TracedFile } from "./trace.ts";

type Change = Extract<TraceEvent, { readonly at: "write" | "truncate" }>;

type Write = Extract<Change, { readonly at: "write" }>;

interface Inode {
  /** The bytes that are certainly on the disk: those of the last flush. */
  durable: Buffer;
  /** The changes since the last flush, oldest first. A power cut keeps any of them. */
  pending: Change[];
}

/** What a power cut kept. */
export interface Cut {
  /** The number of name changes, in order, that are kept although their folder was not flushed. */
  names(pending: number): number;
  /** Whether change `index` of `of` changes is kept. */
  keeps(index: number, of: number): boolean;
  /** The 512-byte sectors of a kept write that are kept; null for the whole write. */
  sectors(count: number): readonly boolean[] | null;
}

/** The files that the next start finds. It is empty if the folder itself is gone. */
export type Image = ReadonlyMap<TracedFile, Buffer>;

export interface Disk {
  apply(event: TraceEvent): void;
  /** The number of changes that no flush covers yet. */
  readonly pending: number;
  image(cut: Cut): Image;
}

const sectorBytes = 512;

/**
 * A disk that promises what POSIX promises and nothing more: the bytes of a file are safe once the file was flushed,
 * and a name is safe once its folder was flushed. Before that, any write of a file may be missing, a later write may be
 * there without an earlier one, and a write may be there in part, sector by sector. Names are lost from the newest
 * backwards, as in every journalling file system. Bytes beside a torn write do not change, as SQLite assumes of every
 * drive (`SQLITE_IOCAP_POWERSAFE_OVERWRITE`).
 */
export function createDisk(): Disk {
  /** The names as the running program sees them, and the names that are certainly on the disk. */
  const seen = new Map<TracedFile, Inode>();
  let durable = new Map<TracedFile, Inode>();
  let hasFolder = false;
  /** Null if the name was removed. */
  let pendingNames: { readonly file: TracedFile; readonly inode: Inode | null }[] = [];
  let pendingFolder = false;

  const inodeOf = (file: TracedFile): Inode => {
    const inode = seen.get(file);
    if (inode === undefined) throw new Error(`${file} was never made`);
    return inode;
  };

  const withNames = (count: number): Map<TracedFile, Inode> => {
    const names = new Map(durable);
    for (const { file, inode } of pendingNames.slice(0, count)) {
      if (inode === null) names.delete(file);
      else names.set(file, inode);
    }
    return names;
  };

  return {
    get pending() {
      const inodes = new Set([...seen.values(), ...durable.values()]);
      const changes = [...inodes].reduce((sum, { pending }) => sum + pending.length, 0);
      return changes + pendingNames.length + Number(pendingFolder);
    },

    apply(event) {
      switch (event.at) {
        case "make-folder":
          pendingFolder = true;
          return;
        case "create": {
          const inode: Inode = { durable: Buffer.alloc(0), pending: [] };
          seen.set(event.file, inode);
          pendingNames.push({ file: event.file, inode });
          return;
        }
        case "unlink":
          seen.delete(event.file);
          pendingNames.push({ file: event.file, inode: null });
          return;
        case "write":
        case "truncate":
          inodeOf(event.file).pending.push(event);
          return;
        case "sync": {
          const inode = inodeOf(event.file);
          if (inode.pending.every((change) => isWithin(inode.durable, change))) {
            for (const { bytes, offset } of inode.pending) bytes.copy(inode.durable, offset);
          } else {
            inode.durable = contentOf(inode, everything);
          }
          inode.pending = [];
          return;
        }
        case "sync-folder":
          if (event.folder === "data") {
            hasFolder ||= pendingFolder;
            pendingFolder = false;
          } else {
            durable = withNames(pendingNames.length);
            pendingNames = [];
          }
          return;
        case "acknowledged":
        case "arrived":
          return;
      }
    },

    image(cut) {
      const isThere = hasFolder || (pendingFolder && cut.names(1) === 1);
      if (!isThere) return new Map();
      const names = withNames(cut.names(pendingNames.length));
      return new Map([...names].map(([file, inode]) => [file, contentOf(inode, cut)]));
    },
  };
}

/** A cut that loses nothing. */
export const everything: Cut = { names: (all) => all, keeps: () => true, sectors: () => null };
/** A cut that loses everything that no flush covers. */
export const nothing: Cut = { names: () => 0, keeps: () => false, sectors: () => null };

function contentOf({ durable, pending }: Inode, cut: Cut): Buffer {
  const kept = pending.filter((_, index) => cut.keeps(index, pending.length));
  if (kept.length === 0) return durable;
  const most = kept.reduce(
    (size, change) => (change.at === "write" ? Math.max(size, endOf(change)) : size),
    durable.length,
  );
  const bytes = Buffer.alloc(most);
  durable.copy(bytes);
  let size = durable.length;
  for (const change of kept) {
    if (change.at === "truncate") {
      if (change.size < size) bytes.fill(0, change.size, size);
      size = change.size;
    } else {
      size = Math.max(size, copyWrite(bytes, change, cut));
    }
  }
  return size <= bytes.length ? bytes.subarray(0, size) : Buffer.concat([bytes], size);
}

const isWithin = (bytes: Buffer, change: Change): change is Write =>
  change.at === "write" && endOf(change) <= bytes.length;

const endOf = ({ offset, bytes }: Write): number => offset + bytes.length;

/** Copies the kept bytes of a write and returns the offset at which they end. */
function copyWrite(into: Buffer, write: Write, cut: Cut): number {
  const first = Math.floor(write.offset / sectorBytes);
  const last = Math.floor((endOf(write) - 1) / sectorBytes);
  const torn = cut.sectors(last - first + 1);
  if (torn === null) {
    write.bytes.copy(into, write.offset);
    return endOf(write);
  }
  let end = 0;
  for (const [index, isKept] of torn.entries()) {
    if (!isKept) continue;
    const from = Math.max(write.offset, (first + index) * sectorBytes);
    const to = Math.min(endOf(write), (first + index + 1) * sectorBytes);
    write.bytes.copy(into, from, from - write.offset, to - write.offset);
    end = to;
  }
  return end;
}
