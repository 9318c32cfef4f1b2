import type { FinishList, FinishPage, FinishRow } from "#shared/contract/finish-log.ts";
import type { LaneView } from "./saving/save-queue.ts";

/** A time that was stamped on this screen. */
export interface PressedStamp {
  readonly id: string;
  readonly atMs: number;
}

/** A bib that was typed or scanned on this screen; null is an unreadable bib. */
export interface TypedBib {
  readonly id: string;
  readonly bib: string | null;
}

/** `saving`: being sent. `not-saved`: the last attempt failed and is repeated automatically. */
export type Keeping = "kept" | "saving" | "not-saved";

export interface ShownStamp {
  readonly id: string;
  readonly atMs: number | null;
  readonly keeping: Keeping;
}

export interface ShownLine {
  readonly id: string;
  readonly bib: string | null;
  readonly keeping: Keeping;
}

export interface ShownRow {
  readonly index: number;
  readonly stamp: ShownStamp | null;
  readonly line: ShownLine | null;
  /** The row as the core knows it; null while it is being saved. */
  readonly known: FinishRow | null;
}

export interface ShownLog {
  readonly total: number;
  readonly stamps: number;
  readonly bibs: number;
  /** The fetched rows by index. */
  readonly rows: ReadonlyMap<number, ShownRow>;
}

/** The fetched part of the log, with the unsaved items at the end of each list. */
export function showLog(
  page: FinishPage,
  pressed: LaneView<PressedStamp>,
  typed: LaneView<TypedBib>,
): ShownLog {
  const rows = new Map<number, ShownRow>();
  const shown = new Set<string>();
  for (const row of page.rows) {
    if (row.stamp !== null) shown.add(row.stamp.id);
    if (row.line !== null) shown.add(row.line.id);
    rows.set(row.index, {
      index: row.index,
      stamp: row.stamp === null ? null : { ...row.stamp, keeping: "kept" },
      line: row.line === null ? null : { ...row.line, keeping: "kept" },
      known: row,
    });
  }
  const rowAt = (index: number): ShownRow =>
    rows.get(index) ?? { index, stamp: null, line: null, known: null };
  let { stamps, bibs } = page;
  for (const { item, keeping } of listOnTheWay(pressed)) {
    if (shown.has(item.id)) continue;
    rows.set(stamps, { ...rowAt(stamps), stamp: { ...item, keeping } });
    stamps += 1;
  }
  for (const { item, keeping } of listOnTheWay(typed)) {
    if (shown.has(item.id)) continue;
    rows.set(bibs, { ...rowAt(bibs), line: { ...item, keeping } });
    bibs += 1;
  }
  return { total: Math.max(page.total, stamps, bibs), stamps, bibs, rows };
}

function listOnTheWay<Item>({
  unsaved,
  saved,
  failure,
}: LaneView<Item>): { item: Item; keeping: Keeping }[] {
  return [
    ...saved.map(({ item }) => ({ item, keeping: "kept" as const })),
    ...unsaved.map((item) => ({
      item,
      keeping: failure === null ? ("saving" as const) : ("not-saved" as const),
    })),
  ];
}

/** The selected time or bib. */
export interface ChosenItem {
  readonly list: FinishList;
  readonly id: string;
  readonly index: number;
  /** It was just inserted and is not in a fetched page yet. */
  readonly isMade?: boolean;
}

/** The item at a row of a list; null if the list is shorter. */
export function itemAt(log: ShownLog, list: FinishList, index: number): ChosenItem | null {
  const row = log.rows.get(index);
  const item = list === "stamps" ? row?.stamp : row?.line;
  return item === null || item === undefined || item.keeping !== "kept"
    ? null
    : { list, id: item.id, index };
}

/** The item in the same row of the other list; null if there is none, or if it is not saved. */
export const besideOf = (log: ShownLog, { list, index }: ChosenItem): ChosenItem | null =>
  itemAt(log, list === "stamps" ? "bibs" : "stamps", index);

/** Number of items below a selected one; they move up when it is removed. */
export const countBelow = (log: ShownLog, { list, index }: ChosenItem): number =>
  (list === "stamps" ? log.stamps : log.bibs) - index - 1;

/** The present row of a selected item; null if it is not in the fetched rows. */
export function findChosen(log: ShownLog, chosen: ChosenItem): ChosenItem | null {
  const same = itemAt(log, chosen.list, chosen.index);
  if (same?.id === chosen.id) return same;
  for (const index of log.rows.keys()) {
    const item = itemAt(log, chosen.list, index);
    if (item?.id === chosen.id) return item;
  }
  return null;
}

/** ↑ and ↓ move within a list, ← and → to the same row of the other list. */
export function stepItem(
  log: ShownLog,
  chosen: ChosenItem | null,
  step: "up" | "down" | "times" | "bibs",
): ChosenItem | null {
  if (chosen === null) {
    if (step !== "up") return null;
    return itemAt(log, "bibs", log.bibs - 1) ?? itemAt(log, "stamps", log.stamps - 1);
  }
  if (step === "times") return itemAt(log, "stamps", chosen.index) ?? chosen;
  if (step === "bibs") return itemAt(log, "bibs", chosen.index) ?? chosen;
  return itemAt(log, chosen.list, chosen.index + (step === "up" ? -1 : 1)) ?? chosen;
}

/**
 * Before which item a chosen one stands once it moved by one place: null is the end of the list, undefined says that it
 * cannot go further, or that its neighbour was not fetched.
 */
export function moveTarget(
  log: ShownLog,
  { list, index }: ChosenItem,
  by: -1 | 1,
): string | null | undefined {
  if (by === -1) return itemAt(log, list, index - 1)?.id;
  const count = list === "stamps" ? log.stamps : log.bibs;
  if (index + 1 >= count) return undefined;
  return index + 2 >= count ? null : itemAt(log, list, index + 2)?.id;
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
