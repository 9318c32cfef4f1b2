import { isSetAside } from "#shared/domain/outbox/outbox-actions.ts";
import { backoffMs } from "#shared/domain/outbox/delivery-policy.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { LiveDownloads } from "#core/sync/download/downloads.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { claimOnId, idTaken } from "./claim.ts";
import type { Found } from "./find-candidates.ts";
import { findInList, findInRoster, groupByList } from "./find-candidates.ts";
import { isRegisteredTwice, registeredTwice } from "#core/sync/outbox/registered-twice.ts";
import type { OutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";

export interface ReconcilerOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly transitions: OutboxTransitions;
  readonly onChange: (eventId: string | null) => void;
  /** Starts a download of the event; null if none can start now. */
  readonly pullRoster: LiveDownloads["pull"];
}

/** Finds out whether entries in doubt have arrived, by reading the organizer's list (O10). */
export function createReconciler(options: ReconcilerOptions) {
  const { deps, connection, pullRoster } = options;
  const { closing } = deps;
  const looking = new Set<string>();
  let failuresInRow = 0;

  const reconcileGroup = async (
    group: readonly [OutboxRecord, ...OutboxRecord[]],
    isAwaited: boolean,
  ): Promise<FailedOutcome | null> => {
    const { client } = connection;
    if (client === null) return { kind: "given-up" };
    const found =
      (await findInRoster(deps, pullRoster, group[0], isAwaited)) ??
      (await findInList(deps, client, group, isAwaited));
    if (closing.aborted) return { kind: "given-up" };
    const failed = found.end.kind === "failed" ? found.end.outcome : null;
    deps.db.transaction(() => {
      for (const entry of group) conclude(options, entry, found, { failuresInRow, isAwaited });
    });
    failuresInRow = failed === null ? 0 : failuresInRow + 1;
    return failed;
  };

  return {
    /**
     * Reconciles these entries, one list at a time. Each entry ends adopted, waiting for a person, or due again
     * if the list could not be read. Returns why a list could not be read, or null.
     *
     * @param isAwaited A person waits for the answer at a screen.
     */
    async run(entries: readonly OutboxRecord[], isAwaited: boolean) {
      let failure: FailedOutcome | null = null;
      for (const group of groupByList(entries.filter(({ id }) => !looking.has(id)))) {
        for (const { id } of group) looking.add(id);
        try {
          failure = (await reconcileGroup(group, isAwaited)) ?? failure;
        } finally {
          for (const { id } of group) looking.delete(id);
        }
        // After the entries are free again, so that the round that this starts may send them.
        if (!closing.aborted) options.onChange(group[0].eventId);
      }
      return failure;
    },
    /** Such an entry must not be sent meanwhile, because the list could be older than the request. */
    isReconciling: (outboxId: string) => looking.has(outboxId),
  };
}

export type Reconciler = ReturnType<typeof createReconciler>;

interface Asked {
  readonly failuresInRow: number;
  /** A person asked, who wants to retract, edit or send the entry: nothing is sent by itself. */
  readonly isAwaited: boolean;
}

/** Writes the result for one entry. In a transaction. */
function conclude(
  { deps, transitions }: ReconcilerOptions,
  looked: OutboxRecord,
  { end, candidatesOf }: Found,
  { failuresInRow, isAwaited }: Asked,
): void {
  const { stores, ports } = deps;
  const entry = stores.outbox.get(looked.id);
  const settled = entry === null || entry.state === "done" || entry.state === "cancelled";
  if (settled || entry.state === "sending") return;
  // The entry was sent meanwhile: the list may be older than that request and proves nothing.
  if (entry.lastTriedAtMs !== looked.lastTriedAtMs || entry.tries !== looked.tries) return;
  const nowMs = ports.clock.now();
  if (end.kind === "failed" && passes(end.outcome)) {
    // An entry that a person set aside stays set aside; it is reconciled again on request (O13).
    if (isSetAside(entry)) return;
    const waitMs = backoffMs(failuresInRow, ports.random.number());
    stores.outbox.patch(entry.id, {
      state: "waiting",
      reason: "reconcile",
      nextTryAtMs: nowMs + waitMs,
    });
    return;
  }
  const isWhole = end.kind === "complete";
  const free = candidatesOf(looked).filter(({ id }) => claimOnId(stores, entry, id) === "nobody");
  const likely = free.filter(({ isOfSentStatus }) => isOfSentStatus);
  const [only] = likely;
  if (isWhole && only !== undefined && likely.length === 1) {
    transitions.adopt(entry, only.id, "reconcile");
    return;
  }
  // A person set it aside meanwhile: it is looked for again when it is put back (O13).
  if (isSetAside(entry) && !isAwaited) return;
  const isAbsent = isWhole && only === undefined;
  const absentFor = isAbsent ? whyUnsent(deps, entry, isAwaited) : null;
  if (isAbsent && absentFor === null) {
    const sendNow = {
      state: "pending",
      reason: null,
      nextTryAtMs: null,
      replayFromMs: nowMs,
    } as const;
    stores.outbox.patch(entry.id, { ...sendNow, reconciledAtMs: nowMs, asideFrom: null });
    return;
  }
  stores.outbox.patch(entry.id, {
    state: "needs-attention",
    reason: isWhole ? (absentFor ?? "several-matches") : "reconcile",
    candidates: free.map(({ id, name, email, bib }) => ({ id, name, email, bib })),
    nextTryAtMs: null,
    reconciledAtMs: nowMs,
    asideFrom: null,
  });
}

/** Why an entry that the organizer's list does not have waits for a person; null if it is sent now (M10). */
function whyUnsent(
  deps: SyncDeps,
  entry: OutboxRecord,
  isAwaited: boolean,
): OutboxRecord["reason"] {
  const { attempts, walkUps } = deps.stores;
  const walkUp = walkUps.get(entry.subject);
  if (attempts.of(entry.id).at(-1)?.outcome === idTaken) return idTaken;
  if (walkUp !== null && isRegisteredTwice(deps, walkUp)) return registeredTwice.reason;
  return !isAwaited && isOfFormerHub(deps, entry) ? null : "not-found-again";
}

/**
 * Another database was to send this entry, and this one took over (M10). The request has its first key, which the
 * journal records: if the list does not have it, the very same request is sent, which cannot count twice.
 */
const isOfFormerHub = (
  { stores, hubDevices }: SyncDeps,
  { subject, idempotencyKey, tries, firstSentAtMs }: OutboxRecord,
): boolean =>
  hubDevices().size > 1 &&
  // A computer that left its venue has the same entries, and so has the hub there.
  hubDevices().has(stores.journal.device) &&
  tries === 0 &&
  firstSentAtMs === null &&
  stores.journal.ofSubjects([subject]).some(({ payload }) => payload?.["key"] === idempotencyKey);

/** Whether the failure may end without help; other failures need a person. */
function passes(outcome: FailedOutcome): boolean {
  return outcome.kind !== "refused" && outcome.kind !== "forbidden";
}
