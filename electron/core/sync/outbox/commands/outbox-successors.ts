import type { EventForm, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { isNotListed, reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import { err, ok } from "#shared/result.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { EntryFact } from "#core/sync/outbox/outbox-journal.ts";
import { appendEntries } from "#core/sync/outbox/outbox-journal.ts";
import type { Changed } from "#core/sync/outbox/outbox-entries.ts";
import {
  cancelEntry,
  insertEntry,
  mustReconcile,
  notFound,
  requireEntry,
  wrongState,
} from "#core/sync/outbox/outbox-entries.ts";
import { holdIfTwice, registeredTwice } from "#core/sync/outbox/registered-twice.ts";

/** The entry may have arrived, and no reconciliation has found it absent (W3). */
export const inDoubt = (entry: OutboxRecord): boolean =>
  entry.state === "sending" || (entry.everMaybe && !isNotListed(entry));

/** What a successor sends; the form is null for a local event. */
interface Content {
  readonly form: WalkUpForm | null;
  /** The bib that the body of a walk-up tells; absent: the same as the former body. */
  readonly bib?: string | null;
  readonly body: unknown;
}

/**
 * Replaces the subject's current entry by a linked successor with another body and a new idempotency key (W3).
 * In a transaction.
 */
export function replaceEntry(
  deps: SyncDeps,
  subject: string,
  content: Content,
  author: EntryAuthor,
): Changed<"must-reconcile" | "already-confirmed"> {
  const [entry] = deps.stores.outbox.bySubject(subject);
  if (entry === undefined) return notFound();
  if (entry.certainty === "confirmed") {
    return err("already-confirmed", "The organizer already has it.");
  }
  if (entry.state === "cancelled") return wrongState(entry);
  if (inDoubt(entry)) return mustReconcile();
  const successor = succeed(deps, entry, content, author);
  // Another field was corrected, so nobody decided yet that the same person is registered twice (M9).
  if (reasonBefore(entry) === registeredTwice.reason) holdIfTwice(deps, successor.id);
  return ok(requireEntry(deps.stores, successor.id));
}

function succeed(
  deps: SyncDeps,
  entry: OutboxRecord,
  { form, bib, body }: Content,
  author: EntryAuthor,
): OutboxRecord {
  const { kind, endpoint, eventId, subject, path } = entry;
  const made = { kind, endpoint, eventId, subject, path, form };
  const successor = insertEntry(deps, made, body, author, { predecessorId: entry.id });
  cancelEntry(deps, entry, successor.id);
  appendEntries(deps.stores, entry, author, [editedFact(entry, successor, bib)]);
  return successor;
}

/** Sends the same body in a successor with a new idempotency key. In a transaction. */
export const sendWithNewKey = (
  deps: SyncDeps,
  entry: OutboxRecord,
  author: EntryAuthor,
): OutboxRecord => succeed(deps, entry, { form: entry.form, body: bodyOf(entry) }, author);

/** This program wrote the frozen bytes, so parsing needs no validation. */
const bodyOf = ({ body }: OutboxRecord): unknown => JSON.parse(new TextDecoder().decode(body));

function editedFact(
  entry: OutboxRecord,
  successor: OutboxRecord,
  bib: string | null | undefined,
): EntryFact {
  const links = {
    outboxId: successor.id,
    successorOf: entry.id,
    key: successor.idempotencyKey,
  };
  return successor.form === null
    ? { kind: "event.edited", payload: { form: bodyOf(successor) as EventForm, ...links } }
    : {
        kind: "walk-up.edited",
        payload: withoutUndefined({ form: successor.form, bib, ...links }),
      };
}
