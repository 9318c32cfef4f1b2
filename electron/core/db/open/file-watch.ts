import { statSync } from "node:fs";

/**
 * What happened to the files of an open database (J1).
 *
 * - `file-gone`: a name leads nowhere.
 * - `file-replaced`: a name leads to another file than the one that is open, as after `mv copy chute.sqlite`.
 */
export type FileTrouble = "file-gone" | "file-replaced";

const names = ["", "-wal", "-shm"] as const;
/** SQLite makes the shared memory anew where it is missing. */
const isNeeded = (name: (typeof names)[number]): boolean => name !== "-shm";

/**
 * Returns a check whether the files still have their names. SQLite goes on writing to a file that was deleted or replaced
 * under it, and would call a commit saved that nobody can ever read. It costs a few microseconds.
 */
export function watchFiles(path: string): () => FileTrouble | null {
  const opened = new Map<string, string>();
  const check = (): FileTrouble | null => {
    for (const name of names) {
      const found = statSync(`${path}${name}`, { bigint: true, throwIfNoEntry: false });
      if (found === undefined) {
        if (isNeeded(name)) return "file-gone";
        continue;
      }
      // Some disks give a file its number with its first byte. Windows lets nobody replace a file that is open.
      if (found.size === 0n || process.platform === "win32") continue;
      const identity = `${found.dev} ${found.ino}`;
      const known = opened.get(name);
      if (known === undefined) opened.set(name, identity);
      else if (known !== identity) return "file-replaced";
    }
    return null;
  };
  check();
  return check;
}
