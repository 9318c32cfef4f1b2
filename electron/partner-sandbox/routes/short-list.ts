import type { Context } from "hono";

import type { SandboxContext } from "../context.ts";
import type { SandboxEnv } from "../env.ts";
import { decodeCursor, pageOf, refuseCursor, respondPage } from "#sandbox/http/paging.ts";

/** Answers with a page of a list that is short enough to be filtered whole. */
export function respondShortList<T>(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  list: string,
  rows: readonly T[],
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  idOf: (row: T) => string,
): Response {
  const mark = after === undefined ? undefined : decodeCursor(list, after);
  if (after !== undefined && mark === undefined) return refuseCursor();
  const page = pageOf(rows, idOf, limit, mark);
  return page === undefined ? refuseCursor() : respondPage(c, context, list, page);
}
