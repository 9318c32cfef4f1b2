import type { Clock, Logger } from "#core/ports.ts";
import { logFacts } from "#shared/domain/journal/log-facts.ts";
import type { LogFile } from "./log-file.ts";
import { createLogFile } from "./log-file.ts";

export interface HostLogger extends Logger {
  /** From now on, also writes the log to this data folder. */
  keepIn(dataDir: string): void;
}

/**
 * Writes one JSON line per event. Keys, names and e-mails are removed, whatever the caller passes (K1).
 * Warnings and errors also go to standard error, because standard output is for the program's result; the
 * file gets everything.
 */
export function createHostLogger(clock: Pick<Clock, "now">): HostLogger {
  let file: LogFile | null = null;
  return {
    log(level, event, facts = {}) {
      const at = new Date(clock.now()).toISOString();
      const line = JSON.stringify({ at, level, event, ...logFacts(facts) });
      file?.write(line);
      if (level === "warn" || level === "error") process.stderr.write(`${line}\n`);
    },
    keepIn(dataDir) {
      file = createLogFile(dataDir);
    },
  };
}
