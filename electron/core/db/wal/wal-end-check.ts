import { readSync } from "node:fs";
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { withFile } from "#core/db/files/files.ts";
import { errorCode } from "#core/db/files/file-errors.ts";

const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Returns a check that the WAL file still has its header and the end of its last commit, with the same salts. If not,
 * another program shortened the file or wrote into it: SQLite goes on without an error, and the next start loses the
 * commits (J1). Other bytes between the header and the last frame are not noticed; the next start reads all of them.
 *
 * The check takes about 10 µs. In a transaction SQLite does not tell the length of the WAL, so nothing is checked.
 */
export function createWalEndCheck(raw: Database, path: string): () => boolean {
  const walState = raw.prepare<[], { readonly log: number }>("PRAGMA wal_checkpoint(NOOP)");
  const frameBytes = frameHeadBytes + Number(raw.pragma("page_size", { simple: true }));
  let known: Buffer | null = null;

  const isWhole = (): boolean => {
    const frames = walState.get()?.log ?? 0;
    if (frames <= 0) return true;
    const head = Buffer.alloc(headBytes);
    const last = Buffer.alloc(frameHeadBytes);
    withFile(`${path}-wal`, "r", (file) => {
      readSync(file, head, 0, headBytes, 0);
      readSync(file, last, 0, frameHeadBytes, headBytes + (frames - 1) * frameBytes);
    });
    const isCommit = last.readUInt32BE(4) > 0;
    const salts = head.subarray(16, 24);
    // SQLite writes another header only when it restarts the WAL, with other salts.
    const isChanged = known?.subarray(16, 24).equals(salts) === true && !known.equals(head);
    known = head;
    return isCommit && !isChanged && last.subarray(8, 16).equals(salts);
  };

  return () => {
    if (!raw.open || raw.inTransaction) return true;
    try {
      return isWhole();
    } catch (error) {
      // What cannot be read now is read at the next check.
      if (error instanceof Sqlite.SqliteError || errorCode(error) !== null) return true;
      throw error;
    }
  };
}
