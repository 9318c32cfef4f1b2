import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { isNotListed, needsNewKey } from "#shared/domain/outbox/outbox-actions.ts";
import { organizerNotTold, organizerTold } from "#shared/domain/outbox/local-record.ts";
import { ok } from "#shared/result.ts";
import type { Stores } from "#core/db/stores.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { OutboxDecision } from "#core/sync/sync-interface.ts";
import { askOrganizerWhy, wasOrganizerTold } from "#core/sync/outbox/ask-organizer.ts";
import { claimOnId, idTaken } from "#core/sync/outbox/reconcile/claim.ts";
import { retractedFact, appendEntries } from "#core/sync/outbox/outbox-journal.ts";
import type { Changed } from "#core/sync/outbox/outbox-entries.ts";
import {
  cancelEntry,
  notFound,
  requireEntry,
  wrongState,
} from "#core/sync/outbox/outbox-entries.ts";
import { releaseTwins } from "#core/sync/outbox/registered-twice.ts";
import { sendWithNewKey } from "./outbox-successors.ts";
import type { OutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";

/** What a person decides about an entry that may have arrived and needs attention. In a transaction. */
export function decideEntry(
  deps: SyncDeps,
  transitions: OutboxTransitions,
  { outboxId, decision, author }: DecidedEntry,
): Changed<never> {
  const { stores, ports } = deps;
  const entry = stores.outbox.get(outboxId);
  if (entry === null) return notFound();
  if (decision.kind === organizerTold || decision.kind === organizerNotTold) {
    const isFitting =
      decision.kind === organizerTold
        ? askOrganizerWhy(entry, stores) !== null
        : wasOrganizerTold(entry, stores.journal);
    if (!isFitting) return wrongState(entry);
    const payload = { outboxId, decision: decision.kind };
    appendEntries(stores, entry, author, [{ kind: "outbox.decided", payload }]);
    return ok(entry);
  }
  if (entry.state !== "needs-attention" || !entry.everMaybe) return wrongState(entry);
  if (decision.kind === "adopt" && !isFree(stores, entry, decision.registrationId)) {
    return wrongState(entry);
  }
  const reason = decision.kind === "take-back" ? decision.reason : undefined;
  const payload = withoutUndefined({ outboxId, decision: decision.kind, reason });
  appendEntries(stores, entry, author, [{ kind: "outbox.decided", payload }]);
  if (decision.kind === "adopt") {
    transitions.adopt(entry, decision.registrationId, "person");
  } else if (decision.kind === "send-again" && isKeySpent(stores, entry)) {
    if (needsNewKey(entry)) return ok(sendWithNewKey(deps, entry, author));
    // This idempotency key can never create the entry (O7). Reconcile before another key may be used (O10).
    stores.outbox.patch(outboxId, {
      state: "waiting",
      reason: "reconcile",
      nextTryAtMs: ports.clock.now(),
      asideFrom: null,
    });
  } else if (decision.kind === "send-again") {
    // This decision restarts the time window for blind replays, with whatever API key sends the entry (O10).
    stores.outbox.patch(outboxId, {
      state: "waiting",
      reason: null,
      nextTryAtMs: ports.clock.now(),
      replayFromMs: null,
      credential: null,
      candidates: [],
      asideFrom: null,
    });
  } else {
    const askOrganizer = !isNotListed(entry);
    cancelEntry(deps, entry, null);
    appendEntries(stores, entry, author, [retractedFact(entry, askOrganizer, reason)]);
    releaseTwins(deps, entry.eventId);
  }
  return ok(requireEntry(stores, outboxId));
}

export interface DecidedEntry {
  readonly outboxId: string;
  readonly decision: OutboxDecision;
  readonly author: EntryAuthor;
}

/** The server has another body or another id under this idempotency key, so the key creates nothing any more (O4, O7). */
const isKeySpent = ({ attempts }: Stores, entry: OutboxRecord): boolean =>
  attempts.of(entry.id).some(({ outcome }) => outcome === "key-conflict" || outcome === idTaken);

/**
 * Whether a person may adopt this remote id: it is a candidate or in the roster, and no other entry here
 * claims it (O10).
 */
function isFree(stores: Stores, entry: OutboxRecord, remoteId: string): boolean {
  const isOffered = entry.candidates.some(({ id }) => id === remoteId);
  const isListed =
    entry.kind === "walk-up" && stores.registrations.get(remoteId)?.eventId === entry.eventId;
  return (isOffered || isListed) && claimOnId(stores, entry, remoteId) !== "another";
}
