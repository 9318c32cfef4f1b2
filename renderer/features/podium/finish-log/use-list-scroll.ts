import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject, UIEvent } from "react";
import type { SelectedItem, ShownLog } from "./finish-rows.ts";
import type { FinishListView } from "./use-list-view.ts";
import { followedTop, pageStart, rowsInView } from "./visible-rows.ts";

/** Height of a row in design pixels before it is read from the style sheet. */
const guessedRowUnits = 64;
/** Height of the list in CSS pixels before it is measured: enough rows for the first paint. */
const guessedHeight = 800;

/** Which rows of the finish list are rendered, and where the list is scrolled to. */
export function useListScroll(
  log: ShownLog | null,
  selected: SelectedItem | null,
  { view, firstRow, moved, showNextBib }: FinishListView,
) {
  const total = log?.total ?? 0;
  const nextBib = log?.bibs ?? 0;
  const box = useRef<HTMLDivElement>(null);
  const { height, rowHeight } = useMeasured(box);
  const [scrollTop, setScrollTop] = useState(0);

  // A log that is opened with times that wait for bibs shows the row of the next bib, not its end (P9).
  const isOpening = useRef(firstRow === null);
  useLayoutEffect(() => {
    if (log === null || !isOpening.current) return;
    isOpening.current = false;
    if (nextBib < total) showNextBib();
  }, [log, nextBib, total, showNextBib]);

  const isSelected = selected !== null;
  const followed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null || total === 0) return;
    const size = { total, nextBib, viewHeight: list.clientHeight, rowHeight };
    // While a row is selected, an insertion must not scroll it away.
    const isHeld = view === "next-bib" && isSelected;
    followed.current = isHeld ? null : followedTop(view, size);
    if (followed.current !== null) list.scrollTop = followed.current;
  }, [view, isSelected, total, nextBib, height, rowHeight]);
  // Scrolls to the row where the list was left.
  const returnTo = useRef(firstRow);
  useLayoutEffect(() => {
    if (box.current === null || total === 0 || returnTo.current === null) return;
    box.current.scrollTop = returnTo.current * rowHeight;
    returnTo.current = null;
  }, [total, rowHeight]);

  // Scrolls to an item that is selected by a key, or inserted out of sight.
  const selectedIndex = selected?.index ?? null;
  const selectedId = selected?.id ?? null;
  useEffect(() => {
    const list = box.current;
    if (list === null || selectedIndex === null) return;
    const top = selectedIndex * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + rowHeight - list.clientHeight;
    }
  }, [selectedIndex, selectedId, rowHeight]);
  useMovedFocus(box, selected);

  function onScroll(event: UIEvent<HTMLDivElement>): void {
    const list = event.currentTarget;
    setScrollTop(list.scrollTop);
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < rowHeight / 2;
    // The list grew or got smaller while it followed its end; the person did not scroll up.
    if (view === "end" && !isAtEnd && list.scrollTop >= scrollTop) return;
    const isFollowed =
      followed.current !== null && Math.abs(list.scrollTop - followed.current) < rowHeight / 2;
    const visible = rowsInView(list.scrollTop, list.clientHeight, rowHeight, total);
    const next = view === "next-bib" && isFollowed ? view : isAtEnd ? "end" : "scrolled";
    moved(next, Math.round(list.scrollTop / rowHeight), pageStart(visible.first));
  }

  const { first, end } = rowsInView(scrollTop, height, rowHeight, total);
  const isEndVisible = view === "end" || scrollTop + height > (total - 0.5) * rowHeight;
  return { box, rowHeight, first, end, isEndVisible, onScroll };
}

/** Scrolls to a row that is out of sight. False: it is in sight. */
export function showRow(index: number, total: number): boolean {
  const list = document.querySelector("[role=rowgroup]");
  if (list === null || list.scrollHeight <= list.clientHeight) return false;
  const middle = ((index + 0.5) * list.scrollHeight) / total;
  if (middle > list.scrollTop && middle < list.scrollTop + list.clientHeight) return false;
  list.scrollTop = middle - list.clientHeight / 2;
  return true;
}

function useMeasured(box: RefObject<HTMLDivElement | null>) {
  const [height, setHeight] = useState(guessedHeight);
  const [rowHeight, setRowHeight] = useState(guessedRowUnits);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return undefined;
    const measure = (): void => {
      const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const rowUnits = Number(getComputedStyle(list).getPropertyValue("--row-units"));
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

/** While the focus is on an item of the list, it follows the selection. */
function useMovedFocus(box: RefObject<HTMLDivElement | null>, selected: SelectedItem | null): void {
  const list = selected?.list;
  const index = selected?.index;
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === box.current || box.current?.contains(activeElement) !== true) return;
    box.current.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [box, list, index]);
}
