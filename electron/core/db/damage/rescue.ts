import { join } from "node:path";
import type { Clock, Logger } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import type { FileTrouble } from "#core/db/open/file-watch.ts";
import { writeBackup } from "#core/db/backup/write-backup.ts";
import { makeFolder } from "#core/db/open/make-folder.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { backupNameOf } from "#core/db/open/workspace-files.ts";

const lookAgainMs = 3_000;

export interface RescueParts {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The files were deleted or replaced; `backup` is the name of the rescued copy, null where none could be made. */
  readonly onTrouble: (trouble: FileTrouble, backup: string | null) => void;
}

/**
 * Looks every 3 s whether the database's files still have their names, also while nobody saves anything. CommandLog they do not,
 * what the open files hold is copied into a backup: with the last program that has them open they are gone.
 */
export function watchAndRescue({ db, files, clock, logger, onTrouble }: RescueParts): {
  /** Settles when a rescue that was under way is over. */
  close(): Promise<void>;
} {
  let rescue: Promise<void> | null = null;
  let cancel: () => void = () => undefined;

  const save = async (trouble: FileTrouble): Promise<void> => {
    const name = backupNameOf(clock.now());
    logger.log("error", "database.files-moved", { why: trouble });
    try {
      makeFolder(files.backups);
      await writeBackup(db.raw, join(files.backups, name));
      onTrouble(trouble, name);
    } catch (error) {
      logger.log("error", "database.not-rescued", { error });
      onTrouble(trouble, null);
    }
  };

  const look = (): void => {
    const trouble = db.fileTrouble();
    if (trouble === null) cancel = clock.after(lookAgainMs, look);
    else rescue = save(trouble);
  };
  cancel = clock.after(lookAgainMs, look);

  return {
    async close() {
      cancel();
      await rescue;
    },
  };
}
