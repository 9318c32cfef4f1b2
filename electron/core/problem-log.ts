import type { Diagnostics } from "#shared/contract/diagnostics.ts";
import { logFacts, withheld } from "#shared/domain/journal/log-facts.ts";
import type { Clock, Logger } from "./ports.ts";

/** A kind of warning or error in the log. `why`: the code of the cause, or the class of the error; empty without one. */
export type Problem = Diagnostics["troubles"][number];

export interface ProblemLog {
  readonly logger: Logger;
  /** The problems since the start, ordered by their last occurrence. */
  list(): Problem[];
}

/** Limits the memory, in case a bug logs ever-changing codes. */
const mostKinds = 100;

/** Wraps a logger and counts its warnings and errors. */
export function countProblems(logger: Logger, clock: Clock): ProblemLog {
  const found = new Map<string, Problem>();
  return {
    logger: {
      log(level, event, facts) {
        if (level === "warn" || level === "error") {
          const why = whyOf(facts ?? {});
          const key = `${event} ${why}`;
          const count = (found.get(key)?.count ?? 0) + 1;
          found.delete(key);
          found.set(key, { event, why, count, lastAtMs: clock.now() });
          const [oldest] = found.keys();
          if (found.size > mostKinds && oldest !== undefined) found.delete(oldest);
        }
        logger.log(level, event, facts);
      },
    },
    list: () => [...found.values()],
  };
}

function whyOf(facts: Readonly<Record<string, unknown>>): string {
  const { why, code, error } = logFacts(facts);
  for (const fact of [why, code, error]) {
    if (typeof fact === "string" && fact !== withheld) return fact;
    if (typeof fact === "object" && fact !== null) return fact.code ?? fact.name;
  }
  return "";
}
