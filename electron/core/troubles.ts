import { logFacts, withheld } from "#shared/domain/journal/log-facts.ts";
import type { Clock, Logger } from "./ports.ts";

/** Something that was logged as a warning or an error, by its codes. */
export interface Trouble {
  readonly event: string;
  /** The cause's own code, or the kind of error; empty where none was given. */
  readonly why: string;
  readonly count: number;
  readonly lastAtMs: number;
}

export interface Troubles {
  readonly logger: Logger;
  /** Since the start; the last one last. */
  list(): Trouble[];
}

/** Codes are a closed set, but a fault must not make a list grow for ever. */
const mostKinds = 100;

/** Counts what passes through a logger on its way. */
export function countTroubles(logger: Logger, clock: Clock): Troubles {
  const found = new Map<string, Trouble>();
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
  const { why, code, what, cause, error } = logFacts(facts);
  for (const said of [why, code, what, cause, error]) {
    if (typeof said === "string" && said !== withheld) return said;
    if (typeof said === "object" && said !== null) return said.code ?? said.name;
  }
  return "";
}
