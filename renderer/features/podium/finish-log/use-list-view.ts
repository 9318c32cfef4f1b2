import { useCallback, useState } from "react";
import { usePodiumLocation } from "../podium-location.ts";
import { pageStart } from "./visible-rows.ts";
import type { ListView } from "./visible-rows.ts";

/** What the list keeps in sight, and where rows are needed from. */
export interface FinishListView {
  readonly view: ListView;
  /** Null: the end, wherever it is. */
  readonly from: number | null;
  /** The first row in sight when the list was left; null: it followed its end. */
  readonly firstRow: number | null;
  moved(view: ListView, firstRow: number, from: number): void;
  showNextBib(): void;
  showEnd(): void;
}

interface Viewed {
  readonly view: ListView;
  readonly from: number | null;
}

/** It begins where it was left (N1). */
export function useListView(): FinishListView {
  const [firstRow] = useState(readFirstRow);
  const [{ view, from }, setViewed] = useState<Viewed>(() =>
    firstRow === null
      ? { view: "end", from: null }
      : { view: "scrolled", from: pageStart({ first: firstRow, end: firstRow }) },
  );
  const moved = useCallback((next: ListView, first: number, nextFrom: number): void => {
    const nextViewed = { view: next, from: next === "end" ? null : nextFrom };
    setViewed((before) =>
      before.view === nextViewed.view && before.from === nextViewed.from ? before : nextViewed,
    );
    keepFirstRow(next === "scrolled" ? first : null);
  }, []);
  const showNextBib = useCallback(
    (): void =>
      setViewed((before) =>
        before.view === "next-bib" ? before : { view: "next-bib", from: before.from },
      ),
    [],
  );
  const showEnd = useCallback((): void => {
    setViewed({ view: "end", from: null });
    keepFirstRow(null);
  }, []);
  return { view, from, firstRow, moved, showNextBib, showEnd };
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
