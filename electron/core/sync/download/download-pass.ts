import type { CopyNote } from "#shared/contract/events.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { MalformedRow } from "#shared/partner-api/envelope.ts";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { Reply, PartnerClient } from "#core/partner/client.ts";
import type { IncompleteReason, PageVerdict } from "#core/partner/paging.ts";
import { barrenAfter, pageQuery, pageSize, readPageVerdict } from "#core/partner/paging.ts";
import { addMalformed, readRegistrationPage } from "./replica-rows.ts";
import type { RegistrationPage } from "./replica-rows.ts";
import { listedAtOf, rowsOf } from "./list-pages.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

export interface PassOptions {
  readonly deps: SyncDeps;
  readonly client: PartnerClient;
  readonly eventId: string;
  /** Stops before the next page, because a person cancelled. */
  readonly isCancelled: () => boolean;
  /** Called after each page is committed. */
  readonly onPage: (record: DownloadRecord) => void;
}

export type PassEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "incomplete"; readonly why: IncompleteReason }
  | { readonly kind: "cancelled" }
  /** The server rejects this cursor (D2). */
  | { readonly kind: "cursor-refused" }
  | { readonly kind: "failed"; readonly reply: Reply };

/**
 * Rows to index at once, in their own turn of the event loop; this takes a few milliseconds, like one page.
 */
const rowsIndexedAtOnce = 400;

interface Page {
  readonly rowCount: number;
  readonly read: RegistrationPage;
  readonly body: unknown;
  readonly link: string | undefined;
}

/**
 * Reads an event's registrations from the stored progress to the end (D1, D2). Page n+1 is requested while
 * page n is written. The rows of a page and the cursor after it commit together, so the stored state is
 * always consistent. A power cut may lose the last pages together with their cursors.
 */
export async function runPass(options: PassOptions): Promise<PassEnd> {
  const { deps, eventId } = options;
  const { db } = deps;
  const used = new Set<string>();
  const seenMalformed = new Set<string>();
  let record = mustGet(deps, eventId);
  let coming = askPage(options, record.cursor);
  let waiting = 0;
  let barrenPages = 0;
  for (;;) {
    const reply = await coming;
    const page = readPage(eventId, reply);
    if (page === null) return endOf(reply, record.cursor);

    const verdictWith = (newRows: number): PageVerdict =>
      readPageVerdict(
        {
          rowCount: page.rowCount,
          newRows,
          barrenPages,
          askedWith: record.cursor,
          knownPlace: record.cursorPlace as CursorPlace | null,
          isUsed: (cursor) => used.has(cursor),
        },
        { ...page, baseUrl: options.client.credential.baseUrl },
      );
    const likely = verdictWith(page.rowCount);
    const ahead = new AbortController();
    const hasNext = likely.kind === "next" && !options.isCancelled();
    const next = hasNext ? askPage(options, likely.cursor, ahead.signal) : null;
    // Let the next request leave before the synchronous database call blocks this thread.
    await yieldToEventLoop();
    if (deps.closing.aborted) return { kind: "cancelled" };

    const before = record;
    const { after, verdict, newRows } = orAbort(ahead, () =>
      db.transactionWithoutFlush(() => savePage(options, before, page, seenMalformed, verdictWith)),
    );
    // `onPage` removes the stored note of a failed request; the next page must not store it again.
    record = { ...after, notes: [] };
    barrenPages = barrenAfter({ newRows, barrenPages });
    options.onPage(record);
    waiting += page.read.rows.length;
    if (waiting >= rowsIndexedAtOnce) {
      waiting = 0;
      await yieldToEventLoop();
      deps.indexSome(rowsIndexedAtOnce);
      await yieldToEventLoop();
    }
    await deps.waitForCheckpoint();

    if (verdict.kind !== "next") {
      ahead.abort();
      return verdict.kind === "end" ? { kind: "complete" } : verdict;
    }
    used.add(verdict.cursor);
    if (next === null) return { kind: "cancelled" };
    coming = next;
  }
}

/** Writes the rows of a page and the cursor after it. In a transaction. */
function savePage(
  { deps, eventId }: PassOptions,
  before: DownloadRecord,
  page: Page,
  seenMalformed: Set<string>,
  verdictWith: (newRows: number) => PageVerdict,
) {
  const { stores, ports } = deps;
  const { rows, malformed, unreadable } = page.read;
  const outcome = stores.registrations.upsertPage(eventId, rows, before.pass, ports.clock.now());
  stores.registrations.keepListed(eventId, unreadable, before.pass);
  addMalformed(
    deps,
    { eventId, list: registrationList, offset: before.pages * pageSize },
    malformed,
  );
  const newRows = outcome.newInPass + countNew(malformed, seenMalformed);
  const verdict = verdictWith(newRows);
  const after: DownloadRecord = {
    ...before,
    cursor: verdict.kind === "next" ? verdict.cursor : before.cursor,
    cursorPlace: verdict.kind === "next" ? verdict.place : before.cursorPlace,
    pages: before.pages + 1,
    rows: before.rows + outcome.newInPass,
    newRows: before.newRows + countForeign(stores, before, outcome.added),
    changedRows: before.changedRows + outcome.changed.length,
    changedFields: addCounts(before.changedFields, outcome.changedFields),
    extra: {
      ...before.extra,
      ...withoutUndefined({ listedAtMs: before.extra.listedAtMs ?? listedAtOf(page.body) }),
      ended: verdict.kind === "end",
    },
  };
  stores.downloads.put(after);
  return { after, verdict, newRows };
}

/** The same unreadable row on another page is not new: a server may name another page for ever (D2). */
function countNew(malformed: readonly MalformedRow[], seen: Set<string>): number {
  const before = seen.size;
  for (const { raw } of malformed) seen.add(JSON.stringify(raw) ?? "null");
  return seen.size - before;
}

/** New rows that are no walk-up of this venue (D5). The first download has no digest, so there each row counts. */
const countForeign = (
  { walkUps }: SyncDeps["stores"],
  { completedAtMs }: DownloadRecord,
  added: readonly string[],
): number =>
  completedAtMs === null
    ? added.length
    : added.filter((id) => walkUps.byRegistration(id) === null).length;

/** Aborts the request for the next page if the current page could not be saved. */
function orAbort<T>(ahead: AbortController, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    ahead.abort();
    throw cause;
  }
}

function askPage(
  { deps: { closing }, client, eventId }: PassOptions,
  cursor: string | null,
  ahead?: AbortSignal,
): Promise<Reply> {
  const query = { eventId, limit: pageSize, ...pageQuery(cursor) };
  const signal = ahead === undefined ? closing : AbortSignal.any([closing, ahead]);
  return client.get({ endpoint: "registration.list", segments: ["registration"], query }, signal);
}

function readPage(eventId: string, { exchange, outcome }: Reply): Page | null {
  if (outcome.kind !== "success" || exchange.kind !== "answered") return null;
  const values = rowsOf(outcome.body);
  if (values === null) return null;
  return {
    rowCount: values.length,
    read: readRegistrationPage(eventId, values),
    body: outcome.body,
    link: exchange.link ?? undefined,
  };
}

function endOf(reply: Reply, cursor: string | null): PassEnd {
  const { outcome } = reply;
  if (outcome.kind === "success") {
    const seen = "no-envelope" as const;
    return {
      kind: "failed",
      reply: { ...reply, outcome: { kind: "not-the-api", status: outcome.status, seen } },
    };
  }
  return outcome.kind === "refused" && cursor !== null
    ? { kind: "cursor-refused" }
    : { kind: "failed", reply };
}

function addCounts(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum: Record<string, number> = { ...one };
  for (const [field, count] of Object.entries(other)) sum[field] = (sum[field] ?? 0) + count;
  return sum;
}

function mustGet({ stores }: SyncDeps, eventId: string): DownloadRecord {
  const record = stores.downloads.get(eventId, registrationList);
  if (record === null) throw new Error(`No download of ${eventId}`);
  return record;
}

/** The note for a list whose end could not be proven (D2). */
export const incompleteNote = (why: IncompleteReason, record: DownloadRecord): CopyNote => ({
  code: why,
  facts: { pages: record.pages, rows: record.rows },
});
