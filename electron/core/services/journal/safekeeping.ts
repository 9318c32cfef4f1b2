import { basename } from "node:path";
import type { DeskState } from "#shared/contract/settings.ts";
import { ok } from "#shared/result.ts";
import { createBackups } from "#core/db/backup/backup.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Db } from "#core/db/open/database.ts";
import { JobError, createJobs } from "#core/db/worker/job-client.ts";
import { createWalCheckpointer } from "#core/db/wal/wal-checkpointer.ts";
import { preallocateWal } from "#core/db/wal/wal-preallocation.ts";
import type { OpenFinding } from "#core/db/damage/damage-findings.ts";
import { watchAndRescue } from "#core/db/damage/rescue.ts";
import { checkIntegrity } from "#core/db/damage/integrity-check.ts";
import { syncingProgram } from "#core/db/open/synced-folder.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import type { Slice } from "#core/handlers.ts";
import type { Ports } from "#core/ports.ts";
import type { DeskContext } from "#core/services/context.ts";

type Finding = DeskState["about"]["findings"][number];

export interface SafekeepingOptions {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly ports: Ports;
  readonly findings: readonly OpenFinding[];
  /** Called when the database was found damaged. From now on the journal must also be written elsewhere. */
  readonly onDamaged: () => void;
  /** Called when a finding or a backup was added. */
  readonly onChange: (what: "findings" | "backups") => void;
}

/** Backups, integrity checks and rescue of the data; runs in a worker. */
export type Safekeeping = ReturnType<typeof createSafekeeping>;

export function createSafekeeping(options: SafekeepingOptions) {
  const { db, files, ports, onChange } = options;
  const { clock, logger, workerUrl } = ports;
  const jobs = createJobs({
    databasePath: files.database,
    fileProblem: db.fileProblem,
    workerUrl,
    after: (delayMs, call) => clock.after(delayMs, call),
  });
  // Without a worker, commits checkpoint the WAL themselves.
  const checkpointer =
    workerUrl === undefined ? null : createWalCheckpointer({ db, jobs, clock, logger });
  const preallocation = workerUrl === undefined ? null : preallocateWal({ db, clock });
  const onMade = (): void => onChange("backups");
  const backups = createBackups({ db, files, jobs, clock, logger, onMade });
  const found = new Map<string, Finding>();
  for (const { code, facts } of options.findings) found.set(code, { code, facts: { ...facts } });
  const rescue = watchAndRescue({
    db,
    files,
    clock,
    logger,
    onProblem(problem, backup) {
      find({ code: problem, facts: backup === null ? {} : { backup } });
      if (backup !== null) onMade();
    },
  });
  let isClosed = false;
  const program = syncingProgram(files.folder);
  if (program !== null) {
    found.set("folder-synced", { code: "folder-synced", facts: { program } });
    logger.log("warn", "data-folder.synced", { program });
  }

  const find = (finding: Finding): void => {
    found.set(finding.code, finding);
    onChange("findings");
  };

  return {
    files,
    backups,
    jobs,
    /** Resolves when the WAL is short enough for more commits. Code that writes a lot waits for it. */
    waitForCheckpoint: async () => checkpointer?.waitForCheckpoint(),
    /** Known problems with the data. */
    findings: () => [...found.values()],
    find,
    /** Removes the finding: the problem no longer exists. */
    settle(code: Finding["code"]) {
      if (found.delete(code)) onChange("findings");
    },
    /** Checks the whole file once and starts the rotation of backups. */
    start() {
      backups.start();
      // Without a worker, the check would block the event loop of the screens; hosts provide a worker.
      if (workerUrl === undefined) return;
      checkIntegrity({ files, jobs, clock, logger })
        .then(({ sound }) => {
          if (sound) return;
          find({ code: "database-damaged", facts: {} });
          options.onDamaged();
        })
        .catch((error: unknown) => {
          if (isClosed) return;
          // The check found no damage; the code says why it did not end, and the next start checks again.
          const isKnown = error instanceof NotSavedError || error instanceof JobError;
          const why = isKnown ? error.why : "bug";
          logger.log("error", "database.check-failed", {
            file: basename(files.database),
            why,
            error,
          });
        });
    },
    async close() {
      isClosed = true;
      checkpointer?.close();
      preallocation?.close();
      await rescue.close();
      await backups.close();
      await jobs.close();
    },
  };
}

export function createSafekeepingService(
  { commands }: DeskContext,
  { backups, jobs, find }: Safekeeping,
): Slice<"backup.list" | "backup.make" | "journal.verify"> {
  return {
    "backup.list": () => ok({ backups: backups.list(), folder: backups.folder }),

    "backup.make": (input) => commands.wait("backup.make", input, () => backups.make()),

    "journal.verify": async () => {
      const chain = await jobs.run("verify-journal");
      const projections = await jobs.run("verify-projections");
      if (chain.brokenAt.length > 0) {
        find({ code: "journal-chain-broken", facts: { places: chain.brokenAt.length } });
      }
      if (projections.differences > 0) {
        find({ code: "projection-differs", facts: { differences: projections.differences } });
      }
      return ok({
        entries: chain.entries,
        brokenAt: chain.brokenAt.map(({ device, epoch, sequence }) => ({
          device,
          epoch,
          sequence,
        })),
        differences: projections.differences,
      });
    },
  };
}
