import type { Statement } from "better-sqlite3";
import type { Certainty, OutboxReason, OutboxState } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { AsideFrom } from "#shared/domain/outbox/outbox-actions.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain, prepareRows } from "#core/db/table.ts";

export interface OutboxCandidate {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly bib: string | null;
}

/** One request that has to arrive. Id, method, path, body and key never change (O2); the database refuses it. */
export interface OutboxRecord {
  readonly id: string;
  readonly kind: "walk-up" | "event";
  readonly endpoint: "registration.create" | "events.create";
  readonly eventId: string | null;
  readonly subject: string;
  readonly method: string;
  readonly path: string;
  /** The very bytes (W3). */
  readonly body: Uint8Array;
  readonly idempotencyKey: string;
  readonly state: OutboxState;
  readonly certainty: Certainty;
  /** Its arrival was unknown at some time. */
  readonly everMaybe: boolean;
  readonly reason: OutboxReason | null;
  /** Fingerprint of the key that first sent it (O10). */
  readonly credential: string | null;
  readonly dependsOn: string | null;
  readonly predecessorId: string | null;
  readonly successorId: string | null;
  readonly savedAtMs: number;
  readonly savedBy: string;
  readonly firstSentAtMs: number | null;
  readonly lastTriedAtMs: number | null;
  readonly tries: number;
  readonly definiteErrors: number;
  readonly firstDefiniteErrorAtMs: number | null;
  readonly nextTryAtMs: number | null;
  readonly finishedAtMs: number | null;
  /** Start of the hour in which a blind replay is allowed (O10). */
  readonly replayFromMs: number | null;
  readonly reconciledAtMs: number | null;
  readonly remoteId: string | null;
  readonly httpStatus: number | null;
  readonly serverMessage: string | null;
  readonly serverFields: Readonly<Record<string, readonly string[]>>;
  readonly form: WalkUpForm | null;
  /** What it was before a person set it aside (O13); null otherwise. */
  readonly asideFrom: AsideFrom<OutboxReason> | null;
  readonly candidates: readonly OutboxCandidate[];
}

/** What of an entry may change. */
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

export interface OutboxCounts {
  readonly pending: number;
  readonly waiting: number;
  readonly sending: number;
  /** Without those that a person set aside. */
  readonly needsAttention: number;
  readonly setAside: number;
  readonly done: number;
  readonly cancelled: number;
  /** Open entries whose arrival is unknown. */
  readonly maybeSent: number;
  /** Everything that is neither done nor cancelled. */
  readonly unsent: number;
}

/** What of the queue is wanted. */
export interface OutboxQuestion {
  readonly show: "open" | "done" | "all";
  readonly limit: number;
  readonly from?: number | undefined;
  readonly certainty?: Certainty | undefined;
  readonly eventId?: string | undefined;
}

export interface OutboxStore {
  /** Save order is the order of inserts. */
  insert(record: OutboxRecord): void;
  get(id: string): OutboxRecord | null;
  /** Latest first. */
  bySubject(subject: string): OutboxRecord[];
  inState(state: OutboxState): OutboxRecord[];
  /** Those that wait for this one (O11). */
  after(outboxId: string): OutboxRecord[];
  /** @throws Error when there is no such entry. */
  patch(id: string, change: OutboxChange): void;
  /** Pending or waiting, with no later time to wait for; what was never sent first, then in save order (O11). */
  due(nowMs: number, limit: number): OutboxRecord[];
  /** The earliest `nextTryAtMs` of what waits; null when nothing waits for a time. */
  nextDueAtMs(): number | null;
  counts(): OutboxCounts;
  /** How many were confirmed since. */
  doneSince(sinceMs: number): number;
  /** Those who need somebody first, then in save order; `done` newest first. */
  list(question: OutboxQuestion): { readonly rows: OutboxRecord[]; readonly total: number };
  /** Of every entry there ever was; of one event where one is given. */
  certainties(eventId: string | null): Readonly<Record<Certainty, number>>;
  /** Events that the queue has entries of, their own creation among them, and how many each has. */
  events(): { readonly eventId: string; readonly entries: number }[];
  /** Registration ids that an entry of this event already is. */
  claimedRemoteIds(eventId: string): string[];
}

export interface AttemptRecord {
  readonly outboxId: string;
  /** From 1. */
  readonly number: number;
  readonly atMs: number;
  readonly tookMs: number | null;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly answer: string | null;
}

/** Every single try of an entry (O1). */
export interface AttemptStore {
  append(attempt: AttemptRecord): void;
  /** Oldest first. */
  of(outboxId: string): AttemptRecord[];
}

const outboxTable = defineTable<OutboxRecord>("outbox", {
  id: plain("id"),
  kind: plain("kind"),
  endpoint: plain("endpoint"),
  eventId: plain("event_id"),
  subject: plain("subject"),
  method: plain("method"),
  path: plain("path"),
  body: plain("body"),
  idempotencyKey: plain("idempotency_key"),
  state: plain("state"),
  certainty: plain("certainty"),
  everMaybe: flag("ever_maybe"),
  reason: plain("reason"),
  credential: plain("credential"),
  dependsOn: plain("depends_on"),
  predecessorId: plain("predecessor_id"),
  successorId: plain("successor_id"),
  savedAtMs: plain("saved_at_ms"),
  savedBy: plain("saved_by"),
  firstSentAtMs: plain("first_sent_at_ms"),
  lastTriedAtMs: plain("last_tried_at_ms"),
  tries: plain("tries"),
  definiteErrors: plain("definite_errors"),
  firstDefiniteErrorAtMs: plain("first_definite_error_at_ms"),
  nextTryAtMs: plain("next_try_at_ms"),
  finishedAtMs: plain("finished_at_ms"),
  replayFromMs: plain("replay_from_ms"),
  reconciledAtMs: plain("reconciled_at_ms"),
  remoteId: plain("remote_id"),
  httpStatus: plain("http_status"),
  serverMessage: plain("server_message"),
  serverFields: json("server_fields"),
  form: json("form"),
  asideFrom: json("wanted"),
  candidates: json("candidates"),
});

const isOpen = "state NOT IN ('done', 'cancelled')";
const isShown = { open: isOpen, done: "state IN ('done', 'cancelled')", all: "TRUE" } as const;
/** The event that an entry makes: the organizer's own once it is confirmed, else the local one. */
const madeEventId = "CASE kind WHEN 'event' THEN coalesce(remote_id, subject) END";
const isOfEvent = `(event_id = @eventId OR (event_id IS NULL AND ${madeEventId} = @eventId))`;
const isWanted = `(@certainty IS NULL OR certainty = @certainty) AND (@eventId IS NULL OR ${isOfEvent})`;
const openOrder = "state <> 'needs-attention', ordinal";
const shownOrder = { open: openOrder, done: "ordinal DESC", all: openOrder } as const;

interface Filter {
  readonly certainty: Certainty | null;
  readonly eventId: string | null;
}

export function createOutboxStore({ raw }: Db): OutboxStore {
  const query = prepareOutbox(raw);
  const insert = raw.prepare(outboxTable.insertSql);
  /** One statement for each set of fields that changes together: a handful, prepared when first used. */
  const updates = new Map<string, Statement>();
  const updateOf = (fields: readonly (keyof OutboxChange)[]): Statement => {
    const name = fields.join();
    const known = updates.get(name);
    if (known !== undefined) return known;
    const made = raw.prepare(outboxTable.updateSql("id", fields));
    updates.set(name, made);
    return made;
  };
  return {
    insert: (record) => void insert.run(outboxTable.values(record)),
    get: (id) => query.byId.get(id),
    bySubject: (subject) => query.bySubject.all(subject),
    inState: (state) =>
      state === "done" || state === "cancelled"
        ? query.inState.all(state)
        : query.inOpenState.all(state),
    after: (outboxId) => query.after.all(outboxId),
    patch(id, change) {
      const fields = Object.keys(change) as (keyof OutboxChange)[];
      const { changes } = updateOf(fields).run(outboxTable.bindPart({ ...change, id }));
      if (changes === 0) throw new Error(`No outbox entry ${id}`);
    },
    due: (nowMs, limit) => query.due.all(nowMs, limit),
    nextDueAtMs: () => query.nextDue.get() ?? null,
    counts() {
      const found = new Map(query.counts.all().map((row) => [row.state, row]));
      const of = (state: OutboxState): number => found.get(state)?.entries ?? 0;
      const maybeOf = (state: OutboxState): number => found.get(state)?.maybe ?? 0;
      const setAside = found.get("needs-attention")?.aside ?? 0;
      const open = ["pending", "waiting", "sending", "needs-attention"] as const;
      const sum = (numbers: readonly number[]): number =>
        numbers.reduce((all, one) => all + one, 0);
      return {
        pending: of("pending"),
        waiting: of("waiting"),
        sending: of("sending"),
        needsAttention: of("needs-attention") - setAside,
        setAside,
        done: of("done"),
        cancelled: of("cancelled"),
        maybeSent: sum(open.map(maybeOf)),
        unsent: sum(open.map(of)),
      };
    },
    doneSince: (sinceMs) => query.doneSince.get(sinceMs) ?? 0,
    list({ show, limit, from = 0, certainty = null, eventId = null }) {
      const filter = { certainty, eventId };
      return {
        rows: query.listed[show].all({ ...filter, from, limit }),
        total: query.totals[show].get(filter) ?? 0,
      };
    },
    certainties(eventId) {
      const found = new Map(
        query.certainties.all({ eventId }).map(({ certainty, entries }) => [certainty, entries]),
      );
      const of = (certainty: Certainty): number => found.get(certainty) ?? 0;
      return {
        "never-sent": of("never-sent"),
        "maybe-sent": of("maybe-sent"),
        confirmed: of("confirmed"),
        refused: of("refused"),
      };
    },
    events: () => query.events.all(),
    claimedRemoteIds: (eventId) => query.claimed.all(eventId),
  };
}

function prepareOutbox(raw: Db["raw"]) {
  const select = `SELECT ${outboxTable.columns} FROM outbox`;
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<OutboxRecord, Parameters>(raw, outboxTable, `${select} ${rest}`);
  const byId = rows<[string]>("WHERE id = ?");
  const bySubject = rows<[string]>("WHERE subject = ? ORDER BY ordinal DESC");
  const inOpenState = rows<[string]>(`WHERE state = ? AND ${isOpen} ORDER BY ordinal`);
  const inState = rows<[string]>("WHERE state = ? ORDER BY ordinal");
  const after = rows<[string]>("WHERE depends_on = ? ORDER BY ordinal");
  const due = rows<[number, number]>(
    `WHERE state IN ('pending', 'waiting') AND ${isOpen}
       AND (next_try_at_ms IS NULL OR next_try_at_ms <= ?)
     ORDER BY certainty <> 'never-sent', ordinal LIMIT ?`,
  );
  const nextDue = raw
    .prepare<[], number | null>(
      `SELECT min(next_try_at_ms) FROM outbox WHERE state IN ('pending', 'waiting') AND ${isOpen}`,
    )
    .pluck();
  const counts = raw.prepare<[], { state: string; entries: number; maybe: number; aside: number }>(
    `SELECT state, count(*) AS entries, sum(certainty = 'maybe-sent') AS maybe,
       sum(state = 'needs-attention' AND reason IS 'set-aside') AS aside
     FROM outbox GROUP BY state`,
  );
  const doneSince = raw
    .prepare<[number], number>(
      "SELECT count(*) FROM outbox WHERE finished_at_ms >= ? AND state = 'done'",
    )
    .pluck();
  const page = (show: keyof typeof isShown) =>
    rows<[Filter & { readonly from: number; readonly limit: number }]>(
      `WHERE ${isShown[show]} AND ${isWanted} ORDER BY ${shownOrder[show]} LIMIT @limit OFFSET @from`,
    );
  const listed = {
    open: page("open"),
    done: page("done"),
    all: page("all"),
  };
  const total = (where: string) =>
    raw
      .prepare<[Filter], number>(`SELECT count(*) FROM outbox WHERE ${where} AND ${isWanted}`)
      .pluck();
  const totals = {
    open: total(isShown.open),
    done: total(isShown.done),
    all: total(isShown.all),
  };
  const certainties = raw.prepare<
    [{ eventId: string | null }],
    { certainty: Certainty; entries: number }
  >(
    `SELECT certainty, count(*) AS entries FROM outbox
     WHERE @eventId IS NULL OR ${isOfEvent} GROUP BY certainty`,
  );
  const events = raw.prepare<[], { eventId: string; entries: number }>(
    `SELECT coalesce(event_id, ${madeEventId}) AS eventId, count(*) AS entries FROM outbox
     GROUP BY 1 ORDER BY max(ordinal) DESC`,
  );
  const claimed = raw
    .prepare<[string], string>(
      "SELECT remote_id FROM outbox WHERE event_id = ? AND remote_id IS NOT NULL",
    )
    .pluck();
  return {
    byId,
    bySubject,
    inOpenState,
    inState,
    after,
    due,
    nextDue,
    counts,
    doneSince,
    listed,
    totals,
    certainties,
    events,
    claimed,
  };
}

const attemptTable = defineTable<AttemptRecord>("attempt", {
  outboxId: plain("outbox_id"),
  number: plain("number"),
  atMs: plain("at_ms"),
  tookMs: plain("took_ms"),
  httpStatus: plain("http_status"),
  outcome: plain("outcome"),
  answer: plain("answer"),
});

export function createAttemptStore({ raw }: Db): AttemptStore {
  const append = raw.prepare(attemptTable.insertSql);
  const of = prepareRows<AttemptRecord, [string]>(
    raw,
    attemptTable,
    `SELECT ${attemptTable.columns} FROM attempt WHERE outbox_id = ? ORDER BY number`,
  );
  return {
    append: (attempt) => void append.run(attemptTable.values(attempt)),
    of: (outboxId) => of.all(outboxId),
  };
}
