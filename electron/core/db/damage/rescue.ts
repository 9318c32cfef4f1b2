import { join } from "node:path";
import type { Clock, Logger } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import type { FileProblem } from "#core/db/open/file-watch.ts";
import { writeBackup } from "#core/db/backup/write-backup.ts";
import { makeFolder } from "#core/db/files/files.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { backupNameOf } from "#core/db/open/workspace-files.ts";

const checkEveryMs = 3_000;

export interface RescueParts {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Called when the files were deleted or replaced. `backup` is the name of the backup that was made; null if no backup
   * could be made.
   */
  readonly onProblem: (problem: FileProblem, backup: string | null) => void;
}

/**
 * Checks every 3 s whether the database's files were deleted or replaced. If so, the content of the open files is
 * written to a backup, because the operating system deletes the open files when the program ends.
 */
export function watchAndRescue({ db, files, clock, logger, onProblem }: RescueParts): {
  /** Resolves when a backup in progress is finished. */
  close(): Promise<void>;
} {
  let rescue: Promise<void> | null = null;
  let cancel: () => void = () => undefined;

  const save = async (problem: FileProblem): Promise<void> => {
    const name = backupNameOf(clock.now());
    logger.log("error", "database.files-moved", { why: problem });
    try {
      makeFolder(files.backups);
      await writeBackup(db.raw, join(files.backups, name));
      onProblem(problem, name);
    } catch (error) {
      logger.log("error", "database.not-rescued", { error });
      onProblem(problem, null);
    }
  };

  const check = (): void => {
    const problem = db.fileProblem();
    if (problem === null) cancel = clock.after(checkEveryMs, check);
    else rescue = save(problem);
  };
  cancel = clock.after(checkEveryMs, check);

  return {
    async close() {
      cancel();
      await rescue;
    },
  };
}
