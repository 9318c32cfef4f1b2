import { z } from "zod";
import { atMsSchema } from "#shared/contract/common.ts";
import { dataOf, readRows } from "#shared/partner-api/envelope.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import type { Query } from "#core/partner/base-address.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { IncompleteReason } from "#core/partner/paging.ts";
import { barrenAfter, pageQuery, pageSize, readPageVerdict } from "#core/partner/paging.ts";

export interface ListQuestion {
  readonly endpoint: EndpointId;
  readonly segments: readonly string[];
  readonly query: Query;
  /** Where earlier answers contained the cursor; null if not yet known (D2). */
  readonly knownPlace: CursorPlace | null;
  /** A 429 behind the first page is waited out: nobody waits for the answer at a screen. */
  readonly waitsOutLimit?: boolean;
  /** Extracts the rows of an answer whose shape is not specified. */
  readonly rowsOf?: (body: unknown) => readonly unknown[] | null;
}

export type ListEnd =
  | { readonly kind: "complete"; readonly place: CursorPlace | null }
  | { readonly kind: "incomplete"; readonly why: IncompleteReason }
  | { readonly kind: "failed"; readonly outcome: FailedOutcome };

/** The raw rows of a list answer; null if the answer is not a list. */
export function rowsOf(body: unknown): readonly unknown[] | null {
  const data = dataOf(body);
  return Array.isArray(data) ? data : null;
}

/** The same for an unspecified shape: the payload itself, or the only array in it. */
export function looseRowsOf(body: unknown): readonly unknown[] | null {
  const rows = rowsOf(body);
  if (rows !== null) return rows;
  const data = dataOf(body);
  const fields = typeof data === "object" && data !== null ? Object.values(data) : [];
  const [only, ...others] = fields.filter((field) => Array.isArray(field));
  return only === undefined || others.length > 0 ? null : only;
}

const fromHubSchema = z.object({ listedAtMs: atMsSchema });

/** When the hub had read the list; the partner API does not say it (M8). */
export const listedAtOf = (body: unknown): number | undefined =>
  fromHubSchema.safeParse(body).data?.listedAtMs;

/** After so many refusals of one page by the rate limit, the reading ends. The first page is asked for once. */
const mostRefusals = 3;

/**
 * Reads a whole list page by page and passes each page to `take`, with its whole answer. `take` returns how many rows are
 * new in this reading. For lists that are not resumed.
 */
export async function readWholeList(
  client: PartnerClient,
  question: ListQuestion,
  signal: AbortSignal,
  take: (rows: readonly unknown[], body: unknown) => number,
): Promise<ListEnd> {
  const { endpoint, segments, query } = question;
  const used = new Set<string>();
  let place = question.knownPlace;
  let cursor: string | null = null;
  let barrenPages = 0;
  let refusals = 0;
  for (;;) {
    const { exchange, outcome } = await client.get(
      { endpoint, segments, query: { ...query, limit: pageSize, ...pageQuery(cursor) } },
      signal,
    );
    // A long list needs more requests than the server allows at once. The client waits before the next request.
    const mayWait = question.waitsOutLimit === true && cursor !== null && refusals < mostRefusals;
    if (outcome.kind === "rate-limited" && mayWait) {
      refusals += 1;
      continue;
    }
    if (outcome.kind !== "success") return { kind: "failed", outcome };
    refusals = 0;
    const rows = (question.rowsOf ?? rowsOf)(outcome.body);
    if (rows === null) {
      const seen = "no-envelope" as const;
      return { kind: "failed", outcome: { kind: "not-the-api", status: outcome.status, seen } };
    }
    const newRows = take(rows, outcome.body);
    const link = exchange.kind === "answered" ? (exchange.link ?? undefined) : undefined;
    const verdict = readPageVerdict(
      {
        rowCount: rows.length,
        newRows,
        barrenPages,
        askedWith: cursor,
        knownPlace: place,
        isUsed: (each) => used.has(each),
      },
      { body: outcome.body, link, baseUrl: client.credential.baseUrl },
    );
    barrenPages = barrenAfter({ newRows, barrenPages });
    if (verdict.kind === "end") return { kind: "complete", place };
    if (verdict.kind === "incomplete") return verdict;
    used.add(verdict.cursor);
    ({ cursor, place } = verdict);
  }
}

/** Reads a whole list whose rows have one schema. A row that is listed twice counts once: the first one wins. */
export async function readDistinctRows<Schema extends z.ZodType>(
  client: PartnerClient,
  question: ListQuestion,
  { schema, keyOf }: { readonly schema: Schema; keyOf(row: z.output<Schema>): string },
  signal: AbortSignal,
) {
  const rows = new Map<string, z.output<Schema>>();
  let unreadable = 0;
  const end = await readWholeList(client, question, signal, (values) => {
    const known = rows.size;
    const read = readRows(schema, values);
    for (const row of read.rows) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    unreadable += read.malformed.length;
    return rows.size - known + read.malformed.length;
  });
  return { end, rows, unreadable };
}
