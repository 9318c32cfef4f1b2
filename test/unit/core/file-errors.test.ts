import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { whyNotWritten } from "#core/db/files/file-errors.ts";
import { folderFailure } from "#core/db/open/folder-lock.ts";
import { notSavedReason } from "#core/db/open/not-saved.ts";

for (const code of ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]) {
  test(`J1 ${code} means a full disk: at the start, for a file and for a transaction`, () => {
    const error = new Sqlite.SqliteError("refused", code);
    const opened = folderFailure(error, code);
    expect(!opened.ok && opened.error.code).toBe("folder-full");
    expect(whyNotWritten(error)).toBe("disk-full");
    expect(notSavedReason(error)).toBe("disk-full");
  });
}
