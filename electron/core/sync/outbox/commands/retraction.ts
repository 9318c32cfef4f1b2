import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { Failure, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Changed } from "#core/sync/outbox/outbox-entries.ts";
import {
  beforeRetraction,
  cancelEntry,
  mustReconcile,
  notFound,
  requireEntry,
  wrongState,
} from "#core/sync/outbox/outbox-entries.ts";
import { appendEntries, retractedFact } from "#core/sync/outbox/outbox-journal.ts";
import { holdIfTwice, releaseTwins } from "#core/sync/outbox/registered-twice.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import { inDoubt } from "./outbox-successors.ts";

export interface Retraction {
  readonly subject: string;
  readonly reason?: string | undefined;
  readonly author: EntryAuthor;
}

/** Retracts a walk-up or a local event, as far as its delivery certainty allows (W3). In a transaction. */
export function retract(
  deps: SyncDeps,
  { subject, reason, author }: Retraction,
): Result<
  { readonly askOrganizer: boolean },
  Failure<"not-found" | "wrong-state" | "must-reconcile">
> {
  const [entry] = deps.stores.outbox.bySubject(subject);
  if (entry === undefined) return notFound();
  if (entry.state === "cancelled") return wrongState(entry);
  const askOrganizer = entry.certainty === "confirmed";
  if (!askOrganizer) {
    if (inDoubt(entry)) return mustReconcile();
    cancelEntry(deps, entry, null);
  }
  appendEntries(deps.stores, entry, author, [retractedFact(entry, askOrganizer, reason)]);
  releaseTwins(deps, entry.eventId);
  return ok({ askOrganizer });
}

/** Undoes the retraction of a walk-up (W6). In a transaction. */
export function restore(deps: SyncDeps, subject: string, author: EntryAuthor): Changed<never> {
  const { stores, ports } = deps;
  const [entry] = stores.outbox.bySubject(subject);
  if (entry === undefined) return notFound();
  const retraction = standingRetraction(stores.journal.ofSubjects([subject]));
  if (retraction === null) return wrongState(entry);
  if (entry.state === "cancelled") {
    stores.outbox.patch(entry.id, beforeRetraction(entry, ports.clock.now()));
  }
  appendEntries(stores, entry, author, [
    { kind: "walk-up.restored", payload: { undoes: entryIdOf(retraction) } },
  ]);
  holdIfTwice(deps, entry.id);
  return ok(requireEntry(stores, entry.id));
}

/** The last retraction in a walk-up's journal entries that was not undone. */
function standingRetraction(facts: readonly JournalEntry[]): JournalEntry | null {
  const undone = new Set(
    facts.flatMap((entry) => {
      const fact = parseFact(entry);
      return fact?.kind === "walk-up.restored" ? [fact.payload.undoes] : [];
    }),
  );
  const standing = facts.filter(
    (entry) => entry.kind === "walk-up.taken-back" && !undone.has(entryIdOf(entry)),
  );
  return standing.at(-1) ?? null;
}
