import type { Clock, Logger } from "#core/ports.ts";
import { createCrashLimit } from "./crash-limit.ts";

const mostErrors = 30;

/**
 * Logs errors that no caller of this process catches, with their stack. The program then continues: each command is a
 * transaction of its own, and a desk that ends over a stray error stops every volunteer. After too many errors within a
 * minute `onTooMany` ends the program.
 */
export function logProcessErrors(
  { clock, logger }: { readonly clock: Pick<Clock, "monotonic">; readonly logger: Logger },
  onTooMany: () => void,
  target: Pick<NodeJS.Process, "on" | "stdout" | "stderr"> = process,
): void {
  const mayContinue = createCrashLimit(clock, mostErrors);
  const log = (event: string, error: unknown): void => {
    logger.log("error", event, { error });
    if (!mayContinue()) onTooMany();
  };
  // A terminal that was closed takes no lines; the log file has them.
  for (const stream of [target.stdout, target.stderr]) stream.on("error", () => undefined);
  target.on("uncaughtException", (error) => log("process.uncaught-exception", error));
  target.on("unhandledRejection", (reason) => log("process.unhandled-rejection", reason));
}
