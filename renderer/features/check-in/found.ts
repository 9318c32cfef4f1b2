import { words } from "#renderer/i18n/words.ts";
import type { Note } from "#renderer/ui/field-note.tsx";
import type { TextRange } from "#renderer/ui/marked-text.tsx";
import type { ResultRow } from "#renderer/ui/result-list.tsx";
import type { RunMark } from "#renderer/ui/run-mark.ts";
import type { RunnerRow, SearchRow } from "#shared/contract/roster.ts";

/** A row of the list: a search's with what matched, or a scan's without. */
export type FoundRow = RunnerRow & Partial<Pick<SearchRow, "match">>;

/**
 * Which row a look-up chooses by itself: the first, except where several hold exactly this bib or
 * share the scanned code. Then nobody is chosen (B2).
 */
export function chooseFirst(rows: readonly FoundRow[], equals: number): string | null {
  return equals > 1 ? null : (rows[0]?.id ?? null);
}

/** The next row up or down; from nowhere, the first or the last. */
export function stepChoice(
  rows: readonly FoundRow[],
  chosenId: string | null,
  step: 1 | -1,
): string | null {
  if (rows.length === 0) return null;
  const at = rows.findIndex((row) => row.id === chosenId);
  if (at < 0) return (step === 1 ? rows[0] : rows.at(-1))?.id ?? null;
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null;
}

export const runMark = (row: {
  readonly runLabel: string;
  readonly runPosition: number;
  readonly runStartTime: string | null;
}): RunMark => ({
  name: row.runLabel,
  order: row.runPosition + 1,
  start: row.runStartTime ?? undefined,
});

/** What stands at the end of a row, and only where something is unusual. */
export function rowStatus(row: RunnerRow): Note | undefined {
  const say = words.checkIn.status;
  if (row.checkedIn !== null) return { tone: "done", text: say.inAt(row.checkedIn.atMs) };
  if (row.checkedInElsewhere) return { tone: "done", text: say.inElsewhere };
  if (row.delivery === "taken-back") return { tone: "stop", text: say.takenBack };
  switch (row.standing) {
    case "waitlist":
      return { tone: "look", text: say.waitlist };
    case "cancelled":
      return { tone: "stop", text: say.cancelled };
    case "refunded":
      return { tone: "stop", text: say.refunded };
    case "other":
      return { tone: "look", text: say.other(row.registrationStatus) };
    case "confirmed":
      return undefined;
  }
}

const toRanges = (pairs: readonly (readonly [number, number])[] | undefined): TextRange[] =>
  (pairs ?? []).map(([start, end]) => ({ start, end }));

export const toResultRow = (row: FoundRow): ResultRow => ({
  id: row.id,
  bib: row.bib,
  run: runMark(row),
  name: row.name,
  nameRanges: toRanges(row.match?.name),
  email: row.email,
  emailRanges: toRanges(row.match?.email),
  status: rowStatus(row),
});
