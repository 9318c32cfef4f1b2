import type { Clock, Logger } from "#core/ports.ts";
import { logFacts } from "#shared/domain/journal/log-facts.ts";
import type { LogFile } from "./log-file.ts";
import { createLogFile } from "./log-file.ts";

export interface HostLogger extends Logger {
  /** From now on everything is kept in this data folder as well. */
  keepIn(dataDir: string): void;
}

/**
 * One JSON line for each fact, without a key, a name or an e-mail, whatever was handed in (K1). Warnings and errors go to
 * standard error, since standard output belongs to the program's answer; the file has everything.
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
