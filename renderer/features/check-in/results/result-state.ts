import { words } from "#renderer/i18n/words.ts";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import type { TextRange } from "#renderer/ui/race/people/marked-text.tsx";
import type { ResultRow, RowState } from "#renderer/ui/controls/lists/result-list.tsx";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import type { RunnerRow, SearchRow } from "#shared/contract/roster.ts";
import type { AlikeReason } from "#shared/contract/walk-up.ts";
import { hasDigit } from "#shared/domain/bibs/bib.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";
import { readNameKey } from "#shared/domain/search/name-keys.ts";

/** A row of the list. A search adds the matching letters; a guess adds the reasons for the similarity. */
export type RunnerResult = RunnerRow &
  Partial<Pick<SearchRow, "match">> & { readonly why?: readonly AlikeReason[] };

/** The runner that the search means (C6), if the list has the row; used while no person chose a row. */
export function chooseMeant(rows: readonly RunnerResult[], meantId: string | null): string | null {
  return rows.some(({ id }) => id === meantId) ? meantId : null;
}

/** What `beginningOf` reads of the results. */
interface Matches {
  readonly rows: readonly RunnerResult[];
  readonly kind: string;
  readonly total: number;
  readonly more: boolean;
  readonly exactBibs: number;
  readonly exactNames: number;
  /** The rows answer the current text. The rows of a longer text all begin with a shorter one, which somebody may have. */
  readonly isFresh: boolean;
}

/** If nobody has the typed bib and the bibs of the rows only begin with it: that bib, and how many match. Else null. */
export function beginningOf(
  { rows, kind, total, more, exactBibs, exactNames, isFresh }: Matches,
  text: string,
): { readonly bib: string; readonly total: number; readonly more: boolean } | null {
  const bib = text.trim();
  if (!isFresh || kind !== "matches") return null;
  if (exactBibs > 0 || exactNames > 0 || !hasDigit(bib)) return null;
  const key = foldText(bib);
  const isBegun = rows.length > 0 && rows.every((row) => foldText(row.bib ?? "").startsWith(key));
  return isBegun ? { bib, total, more } : null;
}

/** The next row up or down; without a chosen row, the last or the first. */
export function stepChoice(
  rows: readonly RunnerResult[],
  chosenId: string | null,
  step: 1 | -1,
): string | null {
  if (rows.length === 0) return null;
  const at = rows.findIndex((row) => row.id === chosenId);
  if (at < 0) return (step === 1 ? rows[0] : rows.at(-1))?.id ?? null;
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null;
}

/** Says of a walk-up that it was refused or retracted, also after the check-in. */
export function walkUpProblem({ delivery }: Pick<RunnerRow, "delivery">): Note | undefined {
  const say = words.checkIn.status;
  if (delivery === "refused") return { tone: "stop", text: say.refused };
  return delivery === "taken-back" ? { tone: "stop", text: say.takenBack } : undefined;
}

/** The text at the end of a row; undefined if nothing is unusual. */
export function rowStatus(row: RunnerRow): Note | undefined {
  const say = words.checkIn.status;
  const problem = walkUpProblem(row);
  if (problem !== undefined) return problem;
  if (row.checkedIn !== null) return { tone: "done", text: say.inAt(row.checkedIn.atMs) };
  if (row.checkedInElsewhere) return { tone: "done", text: say.inElsewhere };
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

/** A key of the row's state, without the time of the check-in. */
function stateOf(row: RunnerRow): string {
  if (row.checkedIn !== null || row.checkedInElsewhere) return "here";
  return row.delivery === "taken-back" ? row.delivery : row.standing;
}

/** The rows that share a name with a row in another state, so that the state distinguishes them. */
export function differingNamesakes(rows: readonly RunnerRow[]): ReadonlySet<string> {
  const byName = Map.groupBy(rows, ({ name }) => readNameKey(foldText(name ?? "")));
  byName.delete("");
  const ids = [...byName.values()]
    .filter((namesakes) => new Set(namesakes.map(stateOf)).size > 1)
    .flatMap((namesakes) => namesakes.map(({ id }) => id));
  return new Set(ids);
}

const toRanges = (pairs: readonly (readonly [number, number])[] | undefined): TextRange[] =>
  (pairs ?? []).map(([start, end]) => ({ start, end }));

const toResultRow = (row: RunnerResult, isLarge: boolean): ResultRow => ({
  id: row.id,
  bib: row.bib,
  run: runMarkOfRunner(row),
  name: row.name,
  nameRanges: toRanges(row.match?.name),
  email: row.email,
  emailRanges: toRanges(row.match?.email),
  detail: row.why === undefined ? undefined : words.checkIn.listReasons(row.why),
  state: rowState(row, isLarge),
});

function rowState(row: RunnerResult, isLarge: boolean): RowState | undefined {
  const status = rowStatus(row);
  if (!isLarge) return status && { ...status, isLarge };
  return { ...(status ?? { tone: "plain", text: words.checkIn.status.notHere }), isLarge };
}

/** The rows for the result list; namesakes with different states show them large. */
export function toResultRows(rows: readonly RunnerResult[]): ResultRow[] {
  const large = differingNamesakes(rows);
  return rows.map((row) => toResultRow(row, large.has(row.id)));
}
