import { backoffMs, deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { isSetAside } from "#shared/domain/outbox/outbox-actions.ts";
import { alike, isSamePerson } from "#shared/domain/registrations/registration-match.ts";
import type { Person } from "#shared/domain/registrations/registration-match.ts";
import { eventSchema } from "#shared/partner-api/event.ts";
import { registrationSchema } from "#shared/partner-api/registration.ts";
import type { CursorPlace } from "#shared/partner-api/paging.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { OutboxCandidate, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { claimOf } from "./claim.ts";
import type { LiveConnection } from "#core/sync/connection/connection.ts";
import type { RosterEnd } from "#core/sync/download/downloads.ts";
import type { ListEnd } from "#core/sync/download/list-pages.ts";
import { readWholeList } from "#core/sync/download/list-pages.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Finds out whether entries in doubt have arrived, by reading the organizer's list (O10). */
export interface Reconciler {
  /**
   * Reconciles these entries, one list at a time. Each entry ends adopted, waiting for a person, or due again
   * if the list could not be read. Returns why a list could not be read, or null.
   */
  run(entries: readonly OutboxRecord[]): Promise<Failed | null>;
  /** Such an entry must not be sent meanwhile, because the list could be older than the request. */
  isLookingFor(outboxId: string): boolean;
  close(): void;
}

type Failed = Exclude<Outcome, { readonly kind: "success" }>;

interface Looked {
  readonly end: RosterEnd;
  readonly candidatesOf: (entry: OutboxRecord) => readonly OutboxCandidate[];
}

export interface ReconcilerOptions {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly transitions: OutboxTransitions;
  readonly onChange: (eventId: string | null) => void;
  /** Starts a download of the event; null if none can start now (`LiveDownloads.pull`). */
  readonly pullRoster: (eventId: string) => Promise<RosterEnd> | null;
}

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { deps, connection, transitions } = options;
  const { stores, db, ports } = deps;
  const closing = new AbortController();
  const looking = new Set<string>();
  let failuresInRow = 0;

  const run = async (entries: readonly OutboxRecord[]): Promise<Failed | null> => {
    let failure: Failed | null = null;
    for (const group of groupByList(entries.filter(({ id }) => !looking.has(id)))) {
      for (const { id } of group) looking.add(id);
      try {
        failure = (await lookFor(group)) ?? failure;
      } finally {
        for (const { id } of group) looking.delete(id);
      }
    }
    return failure;
  };

  const lookFor = async (group: readonly OutboxRecord[]): Promise<Failed | null> => {
    const { client } = connection;
    const [first] = group;
    if (client === null || first === undefined) return { kind: "given-up" };
    const { end, candidatesOf } =
      (await pullAndLook(first)) ?? (await readAndLook(client, first, group));
    if (closing.signal.aborted) return { kind: "given-up" };
    const failed = end.kind === "failed" ? end.outcome : null;
    db.transaction(() => {
      for (const entry of group) conclude(entry, candidatesOf(entry), end);
    });
    failuresInRow = failed === null ? 0 : failuresInRow + 1;
    options.onChange(first.eventId);
    return failed;
  };

  /**
   * Downloads the roster and searches the rows that this download returned. Null if the roster cannot be
   * downloaded now.
   */
  const pullAndLook = async ({ kind, eventId }: OutboxRecord): Promise<Looked | null> => {
    const pulling = kind === "event" || eventId === null ? null : options.pullRoster(eventId);
    if (pulling === null || eventId === null) return null;
    const end = await pulling;
    // After a close the database cannot be read any more.
    if (closing.signal.aborted) return { end, candidatesOf: () => [] };
    const pass = stores.downloads.get(eventId, registrationList)?.pass;
    const candidatesOf = ({ form }: OutboxRecord): OutboxCandidate[] =>
      form === null
        ? []
        : stores.registrations
            .matching(eventId, personOf(form))
            .filter((row) => row.pass === pass)
            .map(({ id, name, email, bib }) => ({ id, name, email, bib }));
    return { end, candidatesOf };
  };

  /** Reads the list and keeps only the candidates. */
  const readAndLook = async (
    client: PartnerClient,
    first: OutboxRecord,
    group: readonly OutboxRecord[],
  ): Promise<Looked> => {
    const found = new Map<string, OutboxCandidate[]>(group.map(({ id }) => [id, []]));
    const end = await readList(client, first, (row) => {
      for (const entry of group) {
        const candidate = candidateFor(entry, row);
        if (candidate !== null) found.get(entry.id)?.push(candidate);
      }
    });
    return { end, candidatesOf: ({ id }) => found.get(id) ?? [] };
  };

  const readList = (
    client: PartnerClient,
    { kind, eventId, body }: OutboxRecord,
    take: (row: unknown) => void,
  ): Promise<ListEnd> => {
    const seen = new Set<string>();
    const takePage = (rows: readonly unknown[]): number => {
      const before = seen.size;
      for (const row of rows) {
        seen.add(idOf(row));
        take(row);
      }
      return seen.size - before;
    };
    const list = kind === "event" ? "events" : registrationList;
    const record = stores.downloads.get(kind === "event" ? "" : (eventId ?? ""), list);
    const knownPlace = (record?.cursorPlace ?? null) as CursorPlace | null;
    const question =
      kind === "event"
        ? eventQuestion(body)
        : {
            endpoint: "registration.list" as const,
            segments: ["registration"],
            query: { eventId: eventId ?? "" },
          };
    return readWholeList(client, { ...question, knownPlace }, closing.signal, takePage);
  };

  /** Writes the result for one entry. In a transaction. */
  const conclude = (
    looked: OutboxRecord,
    candidates: readonly OutboxCandidate[],
    end: RosterEnd,
  ): void => {
    const entry = stores.outbox.get(looked.id);
    const settled = entry === null || entry.state === "done" || entry.state === "cancelled";
    if (settled || entry.state === "sending") return;
    // The entry was sent meanwhile: the list may be older than that request and proves nothing.
    if (entry.lastTriedAtMs !== looked.lastTriedAtMs || entry.tries !== looked.tries) return;
    const nowMs = ports.clock.now();
    if (end.kind === "failed" && passes(end.outcome)) {
      // An entry that a person set aside stays set aside; it is reconciled again on request (O13).
      if (isSetAside(entry)) return;
      const waitMs = backoffMs(
        failuresInRow,
        ports.random.number(),
        deliveryPolicy.backoffLongestMs,
      );
      stores.outbox.patch(entry.id, {
        state: "waiting",
        reason: "reconcile",
        nextTryAtMs: nowMs + waitMs,
      });
      return;
    }
    const free = candidates.filter(({ id }) => claimOf(stores, entry, id) === "nobody");
    const [only] = free;
    if (end.kind === "complete" && only !== undefined && free.length === 1) {
      transitions.adopt(entry, only.id, "reconcile");
      return;
    }
    const reason =
      end.kind !== "complete"
        ? "reconcile"
        : free.length === 0
          ? "not-found-again"
          : "several-matches";
    stores.outbox.patch(entry.id, {
      state: "needs-attention",
      reason,
      candidates: free,
      nextTryAtMs: null,
      reconciledAtMs: nowMs,
      asideFrom: null,
    });
  };

  return {
    run,
    isLookingFor: (outboxId) => looking.has(outboxId),
    close: () => closing.abort(),
  };
}

/** Whether the failure may end without help; other failures need a person. */
function passes(outcome: Failed): boolean {
  return outcome.kind !== "refused" && outcome.kind !== "forbidden";
}

function groupByList(entries: readonly OutboxRecord[]): OutboxRecord[][] {
  const groups = new Map<string, OutboxRecord[]>();
  for (const entry of entries) {
    const key = entry.kind === "event" ? `event ${entry.id}` : `walk-up ${entry.eventId ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** The row as a candidate, if it may be the one that this entry created. */
function candidateFor(entry: OutboxRecord, row: unknown): OutboxCandidate | null {
  return entry.kind === "event" ? eventCandidate(entry, row) : walkUpCandidate(entry, row);
}

function walkUpCandidate({ form }: OutboxRecord, row: unknown): OutboxCandidate | null {
  const read = registrationSchema.safeParse(row);
  if (!read.success || form === null) return null;
  const { _id: id, eventRunId: runId, email, name = null, bibIdentifier: bib = null } = read.data;
  return isSamePerson(personOf(form), { runId, email, name }) ? { id, name, email, bib } : null;
}

const personOf = (form: WalkUpForm): Person => ({
  runId: form.eventRunId,
  email: form.email,
  name: form.name ?? null,
});

function eventCandidate(entry: OutboxRecord, row: unknown): OutboxCandidate | null {
  const read = eventSchema.safeParse(row);
  if (!read.success) return null;
  const { _id: id, name, date, type } = read.data;
  const wanted = eventBody(entry.body);
  const same = alike(name) === alike(wanted.name) && date === wanted.date && type === wanted.type;
  return same ? { id, name, email: "", bib: null } : null;
}

const eventQuestion = (body: Uint8Array) => {
  const { date, type } = eventBody(body);
  const query = { dateFrom: date, dateTo: date, type };
  return { endpoint: "events.list" as const, segments: ["events"], query };
};

/** This program wrote the frozen bytes and validated them before saving. */
const eventBody = (body: Uint8Array) =>
  JSON.parse(new TextDecoder().decode(body)) as { name: string; date: string; type: string };

const idOf = (row: unknown): string =>
  typeof row === "object" && row !== null && "_id" in row ? String(row._id) : JSON.stringify(row);
