import type { Context } from "hono";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import { invalid, respond } from "./answers.ts";
import type { SandboxEnv } from "#sandbox/env.ts";

/** Where a list puts the next cursor; with `nowhere`, no list has one. */
export type CursorPlacement = CursorPlace | "nowhere";

export const defaultCursorPlacement: CursorPlacement = "body.nextCursor";
export const defaultLimit = 20;

/** One page of rows, and the mark after which the next page starts; null on the last page. */
export interface Page {
  readonly rows: readonly unknown[];
  readonly nextMark: string | null;
}

/** An opaque cursor. It contains its list, so a cursor of one list is not valid for another. */
const encodeCursor = (list: string, mark: string): string =>
  Buffer.from(`${list}\n${mark}`, "utf8").toString("base64url");

/** The mark in a cursor; undefined for a cursor of another list. */
export function decodeCursor(list: string, cursor: string): string | undefined {
  const [ownList, mark] = Buffer.from(cursor, "base64url").toString("utf8").split("\n");
  return ownList === list ? mark : undefined;
}

export const refuseCursor = (): Response =>
  respond(invalid({ after: ["This cursor is not valid or no longer valid"] }));

/** The part of the sandbox that paging uses. */
interface PagingOptions {
  readonly cursorPlacement: CursorPlacement;
  readonly baseUrl: () => string;
}

/** Answers with a page. The option `--cursor-place` says where the next cursor is. */
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

/** Answers with a page of a list that is short enough to be filtered whole. The mark is the id of the last row. */
export function respondShortList(
  c: Context<SandboxEnv>,
  context: PagingOptions,
  list: string,
  rows: readonly { readonly _id: string }[],
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Response {
  const mark = after === undefined ? undefined : decodeCursor(list, after);
  const start = rows.findIndex((row) => row._id === mark) + 1;
  if (after !== undefined && start === 0) return refuseCursor();
  const page = rows.slice(start, start + limit);
  const last = start + limit < rows.length ? page.at(-1) : undefined;
  return respondPage(c, context, list, { rows: page, nextMark: last?._id ?? null });
}

const respondList = (body: object, headers: Readonly<Record<string, string>> = {}): Response =>
  respond({ status: 200, body: JSON.stringify(body) }, headers);

function nextAddress(c: Context<SandboxEnv>, context: PagingOptions, cursor: string): string {
  const address = new URL(c.req.url);
  address.searchParams.set("after", cursor);
  return `${context.baseUrl()}${address.pathname}${address.search}`;
}
