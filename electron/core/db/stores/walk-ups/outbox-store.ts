import type { Certainty, OutboxEntry, OutboxReason, OutboxState } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { AsideFrom } from "#shared/domain/outbox/outbox-actions.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "#core/db/table.ts";

export type OutboxCandidate = OutboxEntry["candidates"][number];

/** The fields of an entry that may change. */
export type OutboxChange = Partial<
  Omit<
    OutboxRecord,
    | "id"
    | "kind"
    | "endpoint"
    | "subject"
    | "method"
    | "path"
    | "body"
    | "idempotencyKey"
    | "savedAtMs"
    | "savedBy"
  >
>;

/** The entries that somebody may see: of one event, of one kind, or (absent) all. */
export interface OutboxScope {
  readonly eventId?: string | undefined;
  readonly kind?: OutboxRecord["kind"] | undefined;
}

/** Filter and page of a list of entries. */
export interface OutboxFilter extends OutboxScope {
  readonly show: "open" | "done" | "all";
  readonly limit: number;
  readonly from?: number | undefined;
  readonly certainty?: Certainty | undefined;
}

export const outboxTable = defineTable("outbox", {
  id: column.text,
  kind: column.plain<"walk-up" | "event">(),
  endpoint: column.plain<"registration.create" | "events.create">(),
  eventId: column.textOrNull,
  subject: column.text,
  method: column.text,
  path: column.text,
  /** The exact bytes of the request (W3). */
  body: column.plain<Uint8Array>(),
  idempotencyKey: column.text,
  state: column.plain<OutboxState>(),
  certainty: column.plain<Certainty>(),
  /** Whether the certainty was `maybe-sent` at any time. */
  everMaybe: column.flag,
  reason: column.plain<OutboxReason | null>(),
  /** Fingerprint of the API key that first sent the entry (O10). */
  credential: column.textOrNull,
  predecessorId: column.textOrNull,
  successorId: column.textOrNull,
  savedAtMs: column.number,
  savedBy: column.text,
  firstSentAtMs: column.numberOrNull,
  lastTriedAtMs: column.numberOrNull,
  tries: column.number,
  definiteErrors: column.number,
  firstDefiniteErrorAtMs: column.numberOrNull,
  nextTryAtMs: column.numberOrNull,
  finishedAtMs: column.numberOrNull,
  /** Start of the hour in which the entry may be sent again without a check (O10). */
  replayFromMs: column.numberOrNull,
  reconciledAtMs: column.numberOrNull,
  remoteId: column.textOrNull,
  httpStatus: column.numberOrNull,
  serverMessage: column.textOrNull,
  serverFields: column.json<Readonly<Record<string, readonly string[]>>>(),
  form: column.json<WalkUpForm | null>(),
  /** State before a person set the entry aside (O13); null otherwise. */
  asideFrom: column.json<AsideFrom<OutboxReason> | null>(),
  candidates: column.json<readonly OutboxCandidate[]>(),
});

/** One request that must arrive. A trigger refuses a change of id, method, path, body and key (O2). */
export type OutboxRecord = RowOf<typeof outboxTable>;

const isOpen = "state NOT IN ('done', 'cancelled')";
const shown = { open: isOpen, done: "state IN ('done', 'cancelled')", all: "TRUE" } as const;
/** The event that an entry creates: the organizer's event once this or a corrected entry is confirmed, else the local one. */
const createdEventId = `CASE kind WHEN 'event' THEN coalesce(remote_id,
  (SELECT made_event.event_id FROM made_event WHERE local_id = subject), subject) END`;
const isOfEvent = `(event_id = @eventId OR (event_id IS NULL AND ${createdEventId} = @eventId))`;
const isOfKind = "(@kind IS NULL OR kind = @kind)";
const isWithin = `${isOfKind} AND (@eventId IS NULL OR ${isOfEvent})`;
/** An entry that was replaced before it was ever sent is one request with its successor (W3). */
const isCounted = "NOT (certainty = 'never-sent' AND successor_id IS NOT NULL)";
const isWanted = `${isWithin} AND (@certainty IS NULL OR (certainty = @certainty AND ${isCounted}))`;
const isAskedFor = (table: "walk_up" | "made_event") =>
  `EXISTS (SELECT 1 FROM ${table} AS made WHERE made.local_id = outbox.subject
     AND CASE made.outbox_id WHEN outbox.id THEN made.ask_organizer ELSE outbox.state = 'done' END)`;
/** What needs a person comes first, below it what a person set aside (O13), then what waits. */
const openOrder = "state <> 'needs-attention', reason IS 'set-aside', ordinal";
const shownOrder = { open: openOrder, done: "ordinal DESC", all: openOrder } as const;

export function createOutboxStore({ raw }: Db) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    outboxTable.select<Parameters>(raw, rest);
  const insert = outboxTable.insert(raw);
  const update = outboxTable.update(raw, "id");
  const inState = rows<[string]>("WHERE state = ? ORDER BY ordinal");
  // The literal condition lets SQLite use the partial index `outbox_open`.
  const inOpenState = rows<[string]>(`WHERE state = ? AND ${isOpen} ORDER BY ordinal`);
  const retractedOrReplaced = rows<[Within]>(
    `WHERE ${isWithin} AND (${isAskedFor("walk_up")} OR ${isAskedFor("made_event")}) ORDER BY ordinal`,
  );
  const { claimed, doneSince, events, nextDue, notOf } = prepareNumbers(raw);
  const keyed = raw.prepare<[string], number>("SELECT 1 FROM outbox WHERE idempotency_key = ?");
  return {
    /** The order of inserts is the order of saving. */
    insert: (record: OutboxRecord): void => void insert(record),
    get: rows<[id: string]>("WHERE id = ?").get,
    /** The entries of a subject, the latest one first. */
    bySubject: rows<[subject: string]>("WHERE subject = ? ORDER BY ordinal DESC").all,
    hasKey: (idempotencyKey: string) => keyed.get(idempotencyKey) !== undefined,
    inState: (state: OutboxState) =>
      (state === "done" || state === "cancelled" ? inState : inOpenState).all(state),
    /** @throws Error if there is no such entry. */
    patch(id: string, change: OutboxChange): void {
      if (update(id, change) === 0) throw new Error(`No outbox entry ${id}`);
    },
    /**
     * Pending or waiting entries that may be sent now: never-sent entries first, then the others, each in the order of
     * saving (O11).
     */
    due: rows<[nowMs: number, limit: number]>(
      `WHERE state IN ('pending', 'waiting') AND ${isOpen}
         AND (next_try_at_ms IS NULL OR next_try_at_ms <= ?)
       ORDER BY certainty <> 'never-sent', ordinal LIMIT ?`,
    ).all,
    /** Entries that wait for the rest of their journal (M9). */
    waitingForRest: rows<[]>(
      `WHERE state = 'waiting' AND ${isOpen} AND reason = 'journal-follows' ORDER BY ordinal`,
    ).all,
    /** Ended entries of a retracted record that the organizer may have, and former ones that were confirmed (W3, M10). */
    retractedOrReplaced: (scope?: OutboxScope) => retractedOrReplaced.all(within(scope)),
    /** The earliest `nextTryAtMs` of pending and waiting entries; null if none has one. */
    nextDueAtMs: () => nextDue.get() ?? null,
    counts: prepareCounts(raw),
    /** Number of entries that were confirmed since `sinceMs`. */
    doneSince: (sinceMs: number, scope?: OutboxScope) =>
      doneSince.get({ sinceMs, ...within(scope) }) ?? 0,
    /** Number of unsent entries that are not known to be for an event of this organization. */
    unsentNotOf: (organizationId: string) => notOf.get(organizationId) ?? 0,
    list: prepareList(raw),
    certainties: prepareCertainties(raw),
    /**
     * The events with entries and the number of their entries, including the entry that creates the event; with `kind`,
     * only of this kind.
     */
    events: (kind?: OutboxRecord["kind"]) => events.all({ kind: kind ?? null }),
    /** Whether an entry of this event and of another subject is linked to the registration. */
    isClaimed: (eventId: string, remoteId: string, exceptSubject: string) =>
      claimed.get(eventId, remoteId, exceptSubject) !== undefined,
  };
}

interface OfKind {
  /** Null: entries of any kind. */
  readonly kind: OutboxRecord["kind"] | null;
}

interface Within extends OfKind {
  /** Null: entries of any event. */
  readonly eventId: string | null;
}

const within = ({ eventId, kind }: OutboxScope = {}): Within => ({
  eventId: eventId ?? null,
  kind: kind ?? null,
});

function prepareNumbers(raw: Db["raw"]) {
  return {
    nextDue: raw
      .prepare<[], number | null>(
        `SELECT min(next_try_at_ms) FROM outbox WHERE state IN ('pending', 'waiting') AND ${isOpen}`,
      )
      .pluck(),
    doneSince: raw
      .prepare<[Within & { readonly sinceMs: number }], number>(
        `SELECT count(*) FROM outbox
         WHERE finished_at_ms >= @sinceMs AND state = 'done' AND ${isWithin}`,
      )
      .pluck(),
    events: raw.prepare<[OfKind], { eventId: string; entries: number }>(
      `SELECT coalesce(event_id, ${createdEventId}) AS eventId, count(*) AS entries FROM outbox
       WHERE ${isOfKind} AND ${isCounted} GROUP BY 1 ORDER BY max(ordinal) DESC`,
    ),
    notOf: raw
      .prepare<[string], number>(
        `SELECT count(*) FROM outbox LEFT JOIN event ON event.id = event_id
         WHERE ${isOpen} AND organization_id IS NOT ?`,
      )
      .pluck(),
    claimed: raw.prepare<[string, string, string]>(
      "SELECT 1 FROM outbox WHERE event_id = ? AND remote_id = ? AND subject <> ? LIMIT 1",
    ),
  };
}

function prepareCounts(raw: Db["raw"]) {
  const counts = raw.prepare<
    [Within],
    { state: OutboxState; entries: number; maybe: number; aside: number }
  >(
    `SELECT state, count(*) AS entries, sum(certainty = 'maybe-sent') AS maybe,
       sum(state = 'needs-attention' AND reason IS 'set-aside') AS aside
     FROM outbox WHERE ${isWithin} GROUP BY state`,
  );
  return (scope?: OutboxScope) => {
    const rows = counts.all(within(scope));
    const of = (state: OutboxState): number =>
      rows.find((row) => row.state === state)?.entries ?? 0;
    const open = rows.filter(({ state }) => state !== "done" && state !== "cancelled");
    const setAside = sumOf(rows.map(({ aside }) => aside));
    return {
      pending: of("pending"),
      waiting: of("waiting"),
      sending: of("sending"),
      /** Number of entries that need a person's attention, without those that a person set aside. */
      needsAttention: of("needs-attention") - setAside,
      setAside,
      /** Number of open entries of which it is unknown whether they arrived. */
      maybeSent: sumOf(open.map(({ maybe }) => maybe)),
      /** Number of entries that are neither done nor cancelled. */
      unsent: sumOf(open.map(({ entries }) => entries)),
    };
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Entries that need a decision first, then in the order of saving; with `done`, newest first. */
function prepareList(raw: Db["raw"]) {
  type Filter = Within & { readonly certainty: Certainty | null };
  type Page = Filter & { readonly from: number; readonly limit: number };
  const prepare = (show: keyof typeof shown) => ({
    page: outboxTable.select<[Page]>(
      raw,
      `WHERE ${shown[show]} AND ${isWanted} ORDER BY ${shownOrder[show]} LIMIT @limit OFFSET @from`,
    ),
    total: raw
      .prepare<[Filter], number>(`SELECT count(*) FROM outbox WHERE ${shown[show]} AND ${isWanted}`)
      .pluck(),
  });
  const lists = { open: prepare("open"), done: prepare("done"), all: prepare("all") };
  return (filter: OutboxFilter): { readonly rows: OutboxRecord[]; readonly total: number } => {
    const { show, limit, from = 0, certainty = null, eventId = null, kind = null } = filter;
    const { page, total } = lists[show];
    return {
      rows: page.all({ certainty, eventId, kind, from, limit }),
      total: total.get({ certainty, eventId, kind }) ?? 0,
    };
  };
}

/**
 * Number of the entries of one event or (null) of all, by certainty; with `kind`, only of this kind. A replaced entry that was
 * never sent counts together with its successor (W3).
 */
function prepareCertainties(raw: Db["raw"]) {
  const counts = raw.prepare<[Within], { certainty: Certainty; entries: number }>(
    `SELECT certainty, count(*) AS entries FROM outbox
     WHERE ${isWithin} AND ${isCounted} GROUP BY certainty`,
  );
  return (
    eventId: string | null,
    kind?: OutboxRecord["kind"],
  ): Readonly<Record<Certainty, number>> => {
    const rows = counts
      .all({ eventId, kind: kind ?? null })
      .map(({ certainty, entries }) => [certainty, entries]);
    return {
      "never-sent": 0,
      "maybe-sent": 0,
      confirmed: 0,
      refused: 0,
      ...(Object.fromEntries(rows) as Partial<Record<Certainty, number>>),
    };
  };
}

const attemptTable = defineTable("attempt", {
  outboxId: column.text,
  /** The number of the attempt, from 1. */
  number: column.number,
  atMs: column.number,
  tookMs: column.numberOrNull,
  httpStatus: column.numberOrNull,
  outcome: column.text,
  answer: column.textOrNull,
});

export type AttemptRecord = RowOf<typeof attemptTable>;

/** All attempts to send an entry (O1). */
export function createAttemptStore({ raw }: Db) {
  return {
    append: attemptTable.insert(raw),
    /** The attempts of an entry, the oldest one first. */
    of: attemptTable.select<[outboxId: string]>(raw, "WHERE outbox_id = ? ORDER BY number").all,
  };
}
