import type { Context } from "hono";

import type { CursorPlace } from "#shared/partner-api/paging.ts";

import { invalid, respond } from "./answers.ts";
import type { SandboxEnv } from "#sandbox/env.ts";

/** Where the next cursor is told; `nowhere` is an API that keeps it to itself. */
export type CursorPlacement = CursorPlace | "nowhere";

export const defaultCursorPlacement: CursorPlacement = "body.nextCursor";
export const defaultLimit = 20;

/** One page of rows and the mark after which the next one starts, or null when there is none. */
export interface Page {
  readonly rows: readonly unknown[];
  readonly nextMark: string | null;
}

/** Writes a mark so that nobody is tempted to look inside. A cursor of one list is not valid for another. */
const encodeCursor = (list: string, mark: string): string =>
  Buffer.from(`${list}\n${mark}`, "utf8").toString("base64url");

/** The mark in a cursor, or undefined when it was not made for this list. */
export function decodeCursor(list: string, cursor: string): string | undefined {
  const [ownList, mark] = Buffer.from(cursor, "base64url").toString("utf8").split("\n");
  return ownList === list ? mark : undefined;
}

export const refuseCursor = (): Response =>
  respond(invalid({ after: ["This cursor is not valid or no longer valid"] }));

/** A page of a short list. The mark is the id of its last row. */
export function pageOf<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  limit: number,
  afterMark: string | undefined,
): { readonly rows: readonly T[]; readonly nextMark: string | null } | undefined {
  const last = afterMark === undefined ? -1 : rows.findIndex((row) => idOf(row) === afterMark);
  if (afterMark !== undefined && last === -1) return undefined;
  const page = rows.slice(last + 1, last + 1 + limit);
  const end = page.at(-1);
  const more = last + 1 + limit < rows.length;
  return { rows: page, nextMark: more && end !== undefined ? idOf(end) : null };
}

/** What paging needs to know of the sandbox. */
export interface PagingOptions {
  readonly cursorPlacement: CursorPlacement;
  readonly baseUrl: () => string;
}

/** Answers with a page, the next cursor where the sandbox was told to put it. */
export function respondPage(
  c: Context<SandboxEnv>,
  context: PagingOptions,
  list: string,
  page: Page,
): Response {
  const cursor = page.nextMark === null ? null : encodeCursor(list, page.nextMark);
  const placement = context.cursorPlacement;
  if (placement === "nowhere") return respondList({ data: page.rows });
  if (placement === "link") {
    return respondList(
      { data: page.rows },
      cursor === null ? {} : { Link: `<${nextAddress(c, context, cursor)}>; rel="next"` },
    );
  }
  const [container = "body", field = "nextCursor"] = placement.split(".");
  return respondList(
    container === "body"
      ? { data: page.rows, [field]: cursor }
      : { data: page.rows, [container]: { [field]: cursor } },
  );
}

const respondList = (body: object, headers: Readonly<Record<string, string>> = {}): Response =>
  respond({ status: 200, body: JSON.stringify(body) }, headers);

function nextAddress(c: Context<SandboxEnv>, context: PagingOptions, cursor: string): string {
  const address = new URL(c.req.url);
  address.searchParams.set("after", cursor);
  return `${context.baseUrl()}${address.pathname}${address.search}`;
}
