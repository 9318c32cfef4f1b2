import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject, UIEvent } from "react";
import type { SelectedItem } from "./finish-rows.ts";
import { followedTop, pageStart, rowsInView } from "./visible-rows.ts";
import type { ListView } from "./visible-rows.ts";

/** Design pixels; the style sheet's rows are as high. */
const rowUnits = 64;
/** Before the list was measured: enough rows for the first picture. */
const guessedHeight = 800;

export interface ListScrollOptions {
  readonly total: number;
  readonly nextBib: number;
  readonly selected: SelectedItem | null;
  readonly view: ListView;
  /** The first row in sight when the list was left; null: it followed its end. */
  readonly firstRow: number | null;
  readonly onMove: (view: ListView, firstRow: number, from: number) => void;
}

/** Which rows of the finish list are drawn, and where the list is scrolled to. */
export interface ListScroll {
  readonly box: RefObject<HTMLDivElement | null>;
  /** CSS pixels. */
  readonly rowHeight: number;
  /** The rows to draw: from the first, before the end. */
  readonly first: number;
  readonly end: number;
  readonly isEndInSight: boolean;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
}

export function useListScroll(options: ListScrollOptions): ListScroll {
  const { total, nextBib, selected, view, firstRow, onMove } = options;
  const box = useRef<HTMLDivElement>(null);
  const { height, rowHeight } = useMeasured(box);
  const [scrollTop, setScrollTop] = useState(0);

  const isSelected = selected !== null;
  const followed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null || total === 0) return;
    const size = { total, nextBib, viewHeight: list.clientHeight, rowHeight };
    // Somebody works on a selected row: what is put in there must not move it away.
    const isHeld = view === "next-bib" && isSelected;
    followed.current = isHeld ? null : followedTop(view, size);
    if (followed.current !== null) list.scrollTop = followed.current;
  }, [view, isSelected, total, nextBib, height, rowHeight]);
  // Back in a list that was left where a person had scrolled to.
  const returnTo = useRef(firstRow);
  useLayoutEffect(() => {
    if (box.current === null || total === 0 || returnTo.current === null) return;
    box.current.scrollTop = returnTo.current * rowHeight;
    returnTo.current = null;
  }, [total, rowHeight]);

  // What is selected by a key comes into sight.
  const selectedIndex = selected?.index ?? null;
  useEffect(() => {
    const list = box.current;
    if (list === null || selectedIndex === null) return;
    const top = selectedIndex * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + rowHeight - list.clientHeight;
    }
  }, [selectedIndex, rowHeight]);

  function onScroll(event: UIEvent<HTMLDivElement>): void {
    const list = event.currentTarget;
    setScrollTop(list.scrollTop);
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < rowHeight / 2;
    // Not at the end without having gone up: the list grew, or became lower, under a person who follows it.
    if (view === "end" && !isAtEnd && list.scrollTop >= scrollTop) return;
    const isFollowed =
      followed.current !== null && Math.abs(list.scrollTop - followed.current) < rowHeight / 2;
    const stretch = rowsInView(list.scrollTop, list.clientHeight, rowHeight, total);
    const next = view === "next-bib" && isFollowed ? view : isAtEnd ? "end" : "scrolled";
    onMove(next, Math.round(list.scrollTop / rowHeight), pageStart(stretch));
  }

  const { first, end } = rowsInView(scrollTop, height, rowHeight, total);
  const isEndInSight = view === "end" || scrollTop + height > (total - 0.5) * rowHeight;
  return { box, rowHeight, first, end, isEndInSight, onScroll };
}

function useMeasured(box: RefObject<HTMLDivElement | null>) {
  const [height, setHeight] = useState(guessedHeight);
  const [rowHeight, setRowHeight] = useState(rowUnits);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return undefined;
    const measure = (): void => {
      const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRowHeight((rowUnits * fontSize) / 16);
      setHeight(list.clientHeight);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return { height, rowHeight };
}
