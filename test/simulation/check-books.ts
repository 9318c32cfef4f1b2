import type { Database } from "better-sqlite3";
import type { SeenEntry, SeenFact } from "./look.ts";
import { attemptsOf, entriesOf, factsAfter } from "./look.ts";
import { must } from "./violation.ts";

/** Nothing that was once in the journal or the queue is ever lost or rewritten, whatever crashes (J2, O1). */
export interface BookCheck {
  /** Looks at what is new since the last look; after a start of the program, at everything. */
  check(reader: Database): void;
  checkAll(reader: Database): void;
  readonly entries: readonly SeenEntry[];
  readonly facts: ReadonlyMap<string, SeenFact>;
}

export function createBookCheck(): BookCheck {
  const facts = new Map<string, SeenFact>();
  const entries = new Map<string, SeenEntry>();
  let attempts: ReadonlyMap<string, number> = new Map();
  let lastRow = 0;

  const checkEntries = (reader: Database): void => {
    const now = entriesOf(reader);
    must(now.length >= entries.size, "O1 an entry of the queue is gone");
    for (const entry of now) {
      const before = entries.get(entry.id);
      entries.set(entry.id, entry);
      if (before === undefined) continue;
      must(entry.key === before.key && entry.body === before.body, `O2 ${entry.id} was rewritten`);
      if (before.state === "done") {
        must(entry.state === "done", `O1 ${entry.id} was done and is ${entry.state}`);
        must(entry.remoteId === before.remoteId, `O4 ${entry.id} is somebody else now`);
      }
      if (before.state === "cancelled") {
        must(entry.state === "cancelled", `W3 ${entry.id} came back as ${entry.state}`);
      }
      if (before.everMaybe === 1) must(entry.everMaybe === 1, `W3 ${entry.id} forgot its doubt`);
    }
    must(now.length === entries.size, "O1 an entry of the queue was exchanged");
    const tries = attemptsOf(reader);
    for (const [id, count] of attempts) {
      must((tries.get(id) ?? 0) >= count, `O1 an attempt of ${id} is gone`);
    }
    attempts = tries;
  };

  return {
    get entries() {
      return [...entries.values()];
    },
    facts,
    check(reader) {
      for (const fact of factsAfter(reader, lastRow)) {
        must(!facts.has(fact.identity), `J4 two facts are named ${fact.identity}`);
        facts.set(fact.identity, fact);
        lastRow = fact.row;
      }
      checkEntries(reader);
    },
    checkAll(reader) {
      const now = new Map(factsAfter(reader, 0).map((fact) => [fact.identity, fact]));
      for (const [identity, fact] of facts) {
        const kept = now.get(identity);
        must(kept !== undefined, `J2 ${fact.kind} ${identity} is gone`);
        must(kept.hash === fact.hash && kept.payload === fact.payload, `J2 ${identity} changed`);
      }
      for (const [identity, fact] of now) {
        facts.set(identity, fact);
        lastRow = Math.max(lastRow, fact.row);
      }
      checkEntries(reader);
    },
  };
}
