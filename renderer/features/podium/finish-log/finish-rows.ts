import type { FinishList, FinishPage, FinishRow } from "#shared/contract/finish-log.ts";
import type { SaveQueueState } from "./saving/save-queue.ts";

/** A time that was stamped or typed on this screen. */
export interface PressedStamp {
  readonly id: string;
  readonly atMs: number;
  /** A person typed the time for the next row without one; the time does not decide its row (P11). */
  readonly isTyped?: true;
}

/** A bib that was typed or scanned on this screen; null is an unreadable bib. */
export interface TypedBib {
  readonly id: string;
  readonly bib: string | null;
  /** The row from 0 in which this screen showed the bib when it was typed; absent if the log was not known. */
  readonly index?: number;
}

/** A gun that was pressed on this screen for a run without one. */
export interface PressedGun {
  readonly id: string;
  readonly runId: string;
  /** The label of the run, for the words about a gun that is not saved. */
  readonly run: string;
  readonly atMs: number;
}

/** `kept`: saved. `saving`: being sent. `not-saved`: the last attempt failed and is repeated automatically. */
export type SaveState = "kept" | "saving" | "not-saved";

type Shown<Item> = NonNullable<Item> & { readonly saveState: SaveState };

export interface ShownRow {
  readonly index: number;
  readonly stamp: Shown<FinishRow["stamp"]> | null;
  readonly line: Shown<FinishRow["line"]> | null;
  /** The row as the core knows it; null while it is being saved. */
  readonly known: FinishRow | null;
}

export interface ShownLog {
  readonly total: number;
  readonly stamps: number;
  readonly bibs: number;
  readonly gaps: number;
  /** The fetched rows by index. */
  readonly rows: ReadonlyMap<number, ShownRow>;
}

/** The fetched part of the log, with the unsaved items at the end of each list. */
export function showLog(
  page: FinishPage,
  pressed: SaveQueueState<PressedStamp>,
  typed: SaveQueueState<TypedBib>,
): ShownLog {
  const rows = new Map<number, ShownRow>();
  const shown = new Set<string>();
  for (const row of page.rows) {
    if (row.stamp !== null) shown.add(row.stamp.id);
    if (row.line !== null) shown.add(row.line.id);
    rows.set(row.index, {
      index: row.index,
      stamp: row.stamp === null ? null : { ...row.stamp, saveState: "kept" },
      line: row.line === null ? null : { ...row.line, saveState: "kept" },
      known: row,
    });
  }
  const rowAt = (index: number): ShownRow =>
    rows.get(index) ?? { index, stamp: null, line: null, known: null };
  let { stamps, bibs } = page;
  for (const { item, saveState } of listUnsaved(pressed)) {
    if (shown.has(item.id)) continue;
    rows.set(stamps, { ...rowAt(stamps), stamp: { ...item, saveState } });
    stamps += 1;
  }
  for (const { item, saveState } of listUnsaved(typed)) {
    if (shown.has(item.id)) continue;
    rows.set(bibs, { ...rowAt(bibs), line: { ...item, saveState } });
    bibs += 1;
  }
  return { total: Math.max(page.total, stamps, bibs), stamps, bibs, gaps: page.gaps, rows };
}

function listUnsaved<Item>({
  unsaved,
  saved,
  failure,
}: SaveQueueState<Item>): { item: Item; saveState: SaveState }[] {
  return [
    ...saved.map(({ item }) => ({ item, saveState: "kept" as const })),
    ...unsaved.map((item) => ({
      item,
      saveState: failure === null ? ("saving" as const) : ("not-saved" as const),
    })),
  ];
}

/** The selected time or bib. */
export interface SelectedItem {
  readonly list: FinishList;
  readonly id: string;
  readonly index: number;
}

/** The item at a row of a list, also while it is being saved; null if the list is shorter. */
export function itemAt(log: ShownLog, list: FinishList, index: number): SelectedItem | null {
  const row = log.rows.get(index);
  const item = list === "stamps" ? row?.stamp : row?.line;
  return item === null || item === undefined ? null : { list, id: item.id, index };
}

/** The item at a row of a list; null if there is none, or if it is not saved. */
function savedAt(log: ShownLog, list: FinishList, index: number): SelectedItem | null {
  const row = log.rows.get(index);
  const item = list === "stamps" ? row?.stamp : row?.line;
  return item?.saveState === "kept" ? itemAt(log, list, index) : null;
}

/** The item in the same row of the other list; null if there is none, or if it is not saved. */
export const besideOf = (log: ShownLog, { list, index }: SelectedItem): SelectedItem | null =>
  savedAt(log, list === "stamps" ? "bibs" : "stamps", index);

/** Number of items below a selected one; they move up when it is removed. */
export const countBelow = (log: ShownLog, { list, index }: SelectedItem): number =>
  (list === "stamps" ? log.stamps : log.bibs) - index - 1;

/** The present row of a selected item; null if it is not in the fetched rows. */
export function findSelected(log: ShownLog, selected: SelectedItem): SelectedItem | null {
  const same = itemAt(log, selected.list, selected.index);
  if (same?.id === selected.id) return same;
  for (const index of log.rows.keys()) {
    const item = itemAt(log, selected.list, index);
    if (item?.id === selected.id) return item;
  }
  return null;
}

/** ↑ and ↓ move within a list, ← and → to the same row of the other list. */
export function stepItem(
  log: ShownLog,
  selected: SelectedItem | null,
  step: "up" | "down" | "times" | "bibs",
): SelectedItem | null {
  if (selected === null) {
    if (step !== "up") return null;
    return itemAt(log, "bibs", log.bibs - 1) ?? itemAt(log, "stamps", log.stamps - 1);
  }
  if (step === "times") return itemAt(log, "stamps", selected.index) ?? selected;
  if (step === "bibs") return itemAt(log, "bibs", selected.index) ?? selected;
  return itemAt(log, selected.list, selected.index + (step === "up" ? -1 : 1)) ?? selected;
}

/**
 * The id of the item that follows a selected item after it moves by one row. Null: the end of the list. Undefined: it
 * cannot move, or its neighbour is not fetched or not saved.
 */
export function moveTarget(
  log: ShownLog,
  { list, index }: SelectedItem,
  by: -1 | 1,
): string | null | undefined {
  if (by === -1) return savedAt(log, list, index - 1)?.id;
  const count = list === "stamps" ? log.stamps : log.bibs;
  if (index + 1 >= count) return undefined;
  return index + 2 >= count ? null : savedAt(log, list, index + 2)?.id;
}

/** The log after a selected item moved by one row: it and its neighbour have changed places. */
export function moveByOne(log: ShownLog, { list, index }: SelectedItem, by: -1 | 1): ShownLog {
  const from = log.rows.get(index);
  const to = log.rows.get(index + by);
  if (from === undefined || to === undefined) return log;
  const swap = (row: ShownRow, other: ShownRow): ShownRow =>
    list === "stamps" ? { ...row, stamp: other.stamp } : { ...row, line: other.line };
  const rows = new Map(log.rows).set(index, swap(from, to)).set(index + by, swap(to, from));
  return { ...log, rows };
}

/** The nearest times above and below a row among the fetched rows; null if there is none. */
export function timesAround(
  { rows }: ShownLog,
  index: number,
): { readonly aboveMs: number | null; readonly belowMs: number | null } {
  const timed = [...rows.values()].flatMap((row) =>
    row.stamp === null || row.stamp.atMs === null
      ? []
      : [{ index: row.index, atMs: row.stamp.atMs }],
  );
  timed.sort((one, other) => one.index - other.index);
  return {
    aboveMs: timed.findLast((row) => row.index < index)?.atMs ?? null,
    belowMs: timed.find((row) => row.index > index)?.atMs ?? null,
  };
}

/** Whether the row is the first with a bib and without a time: a time typed for it is appended to the times. */
export const isNextTime = (log: ShownLog | null, index: number): boolean =>
  log !== null && index === log.stamps && index < log.bibs;
