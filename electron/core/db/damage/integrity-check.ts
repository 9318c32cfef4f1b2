import type { Clock, Logger } from "#core/ports.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { markDamage } from "#core/db/open/workspace-files.ts";

/**
 * Checks the whole file in the worker, because the start checks only the header of the file (S4). A damaged file is
 * marked, so that the next start moves the file aside. The present run continues, because people at the desk must not
 * lose their screen.
 */
export async function checkIntegrity(parts: {
  readonly files: WorkspaceFiles;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Logger;
}) {
  const { files, jobs, clock, logger } = parts;
  const verdict = await jobs.run("quick-check");
  if (!verdict.sound) {
    markDamage(files, { reason: "quick-check", atMs: clock.now(), setAside: null, backup: null });
    logger.log("error", "database.damaged", { problems: verdict.problems.length });
  }
  return verdict;
}
