import { statSync } from "node:fs";

/**
 * Problem with the files of an open database (J1).
 *
 * - `file-gone`: a file was deleted or renamed.
 * - `file-replaced`: another file has the name of an open file, for example after `mv copy chute.sqlite`; or another
 *   program shortened the database or the WAL, or wrote into the WAL.
 */
export type FileProblem = "file-gone" | "file-replaced";

const names = ["", "-wal", "-shm"] as const;
/** SQLite creates a missing `-shm` file again. */
const isNeeded = (name: (typeof names)[number]): boolean => name !== "-shm";

/**
 * Returns a check that the open files still have their names and that `isWalWhole`. It takes a few microseconds. Without
 * it, SQLite would continue to write to a deleted or replaced file, and report commits as saved that are lost.
 *
 * After a problem the check returns that problem until the program starts again: other connections may have opened the
 * wrong files meanwhile, also if the right ones are back.
 */
export function watchFiles(path: string, isWalWhole: () => boolean): () => FileProblem | null {
  const opened = new Map<string, string>();
  let problem: FileProblem | null = null;
  /** The database file never becomes shorter by itself, because nothing here runs VACUUM. */
  let databaseBytes = 0n;
  const check = (): FileProblem | null => {
    for (const name of names) {
      const found = statSync(`${path}${name}`, { bigint: true, throwIfNoEntry: false });
      if (found === undefined) {
        if (isNeeded(name)) return "file-gone";
        continue;
      }
      if (name === "") {
        if (found.size < databaseBytes) return "file-replaced";
        databaseBytes = found.size;
      }
      // Windows does not allow replacing an open file.
      if (process.platform === "win32") continue;
      const identity = `${found.dev} ${found.ino}`;
      const known = opened.get(name);
      if (known !== undefined && known !== identity) return "file-replaced";
      // Some file systems assign the inode with the first byte.
      if (found.size > 0n) opened.set(name, identity);
    }
    return isWalWhole() ? null : "file-replaced";
  };
  check();
  return () => (problem ??= check());
}
