import { useState } from "react";
import { usePodiumLocation } from "../podium-location.ts";
import { pageStart } from "./visible-rows.ts";
import type { ListView } from "./visible-rows.ts";

/** What the list keeps visible, and from which row the log is fetched. */
export interface FinishListView {
  readonly view: ListView;
  /** Null: the end of the log. */
  readonly from: number | null;
  /** The first visible row when the list was left; null: the list followed its end. */
  readonly firstRow: number | null;
  moved(view: ListView, firstRow: number, from: number): void;
  showNextBib(): void;
  showEnd(): void;
}

/** The list opens at the row where it was left (N1). */
export function useListView(): FinishListView {
  const [firstRow] = useState(readFirstRow);
  const [{ view, from }, setState] = useState<Pick<FinishListView, "view" | "from">>(() =>
    firstRow === null
      ? { view: "end", from: null }
      : { view: "scrolled", from: pageStart({ first: firstRow, end: firstRow }) },
  );
  return {
    view,
    from,
    firstRow,
    moved(nextView, first, nextFrom) {
      const next = { view: nextView, from: nextView === "end" ? null : nextFrom };
      setState((before) =>
        before.view === next.view && before.from === next.from ? before : next,
      );
      keepFirstRow(nextView === "scrolled" ? first : null);
    },
    showNextBib: () =>
      setState((before) => (before.view === "next-bib" ? before : { ...before, view: "next-bib" })),
    showEnd() {
      setState({ view: "end", from: null });
      keepFirstRow(null);
    },
  };
}

function readFirstRow(): number | null {
  const kept = Number(usePodiumLocation.getState().finishRow ?? Number.NaN);
  return Number.isSafeInteger(kept) && kept >= 0 ? kept : null;
}

function keepFirstRow(row: number | null): void {
  const finishRow = row === null ? null : String(row);
  if (usePodiumLocation.getState().finishRow !== finishRow)
    usePodiumLocation.setState({ finishRow });
}
