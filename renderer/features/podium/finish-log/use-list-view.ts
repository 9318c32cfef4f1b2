import { useState } from "react";
import { usePodiumLocation } from "../podium-location.ts";
import { pageStart } from "./visible-rows.ts";
import type { ListView } from "./visible-rows.ts";

interface Shown {
  readonly view: ListView;
  /** The row from which the log is fetched; null: its end. */
  readonly from: number | null;
}

export type FinishListView = ReturnType<typeof useListView>;

/** What the list keeps visible. It opens at the row where it was left (N1). */
export function useListView() {
  const [firstRow] = useState(readFirstRow);
  const [{ view, from }, setState] = useState<Shown>(() =>
    firstRow === null
      ? { view: "end", from: null }
      : { view: "scrolled", from: pageStart(firstRow) },
  );
  return {
    view,
    from,
    /** The first visible row when the list was left; null: the list followed its end. */
    firstRow,
    moved(nextView: ListView, first: number, nextFrom: number) {
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
