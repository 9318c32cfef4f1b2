import { useCallback, useEffect, useMemo, useState } from "react";
import type { Client } from "#renderer/client/client.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import type { SearchRow } from "#shared/contract/roster.ts";

type SearchAnswer = OutputOf<"roster.search">;

/** The contract's maximum number of rows per query. */
const mostAtOnce = 200;
/** The core counts no further, so the list ends here. */
const mostRows = 1_000;

const nobody: readonly SearchRow[] = [];

/**
 * How many rows to show next, when the end of the `loaded` rows is near. Each step more than doubles them, so a long scroll
 * needs few queries.
 */
export const wantMore = (loaded: number, total: number): number =>
  Math.min(total, mostRows, loaded * 2 + 38);

/** The first page and the rows after it, without rows that a change moved between the pages. */
export function joinPages(
  first: readonly SearchRow[],
  behind: readonly SearchRow[],
): readonly SearchRow[] {
  if (behind.length === 0) return first;
  const seen = new Set(first.map(({ id }) => id));
  return [...first, ...behind.filter(({ id }) => !seen.has(id) && seen.add(id))];
}

/** The rows of a search. Each key press queries the first page; scrolling down loads the rows after it. */
export function useMoreRows(eventId: string, text: string, first: SearchAnswer | null) {
  const client = useClient();
  const [wanted, setWanted] = useState({ text: "", rows: 0 });
  const [behind, setBehind] = useState({ text: "", rows: nobody });
  const rowsWanted = wanted.text === text ? wanted.rows : 0;
  // After each change of the roster, `first` is a new object, so that the rows after it are loaded again too.
  useEffect(() => {
    if (first === null || rowsWanted <= first.rows.length) return undefined;
    let isWanted = true;
    void readRows(client, { eventId, text }, first.rows.length, rowsWanted).then((rows) => {
      if (isWanted) setBehind({ text, rows });
    });
    return () => {
      isWanted = false;
    };
  }, [client, eventId, text, first, rowsWanted]);

  const isSame = rowsWanted > 0 && behind.text === text;
  const rows = useMemo(
    () => joinPages(first?.rows ?? nobody, isSame ? behind.rows : nobody),
    [first, isSame, behind],
  );
  const loaded = rows.length;
  const total = first?.total ?? 0;
  /** Loads the next rows, if there are any. */
  const loadMore = useCallback(() => {
    const more = wantMore(loaded, total);
    if (more > loaded) setWanted({ text, rows: more });
  }, [text, loaded, total]);
  return { rows, loadMore };
}

async function readRows(
  client: Client,
  question: { readonly eventId: string; readonly text: string },
  from: number,
  until: number,
): Promise<readonly SearchRow[]> {
  const rows: SearchRow[] = [];
  for (let offset = from; offset < until; offset += mostAtOnce) {
    const limit = Math.min(mostAtOnce, until - offset);
    const reply = await client.call("roster.search", { ...question, offset, limit });
    if (!reply.ok) break;
    rows.push(...reply.value.rows);
  }
  return rows;
}
