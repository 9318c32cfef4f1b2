import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { UIEvent } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/button.tsx";
import { EmptyState } from "#renderer/ui/controls/empty-state.tsx";
import { keyScrolled } from "#renderer/ui/controls/key-scrolled.ts";
import { FinishLine } from "./finish-row.tsx";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { isNextTime } from "./finish-rows.ts";
import type { ChosenItem, ShownLog } from "./finish-rows.ts";
import type { ListView } from "./visible-rows.ts";
import { followedTop, pageStart, rowsInView } from "./visible-rows.ts";
import styles from "./finish-list.module.css";

/** Design pixels; the style sheet's rows are as high. */
const rowUnits = 64;
/** Before the list was measured: enough rows for the first picture. */
const guessedHeight = 800;

export interface FinishListProps {
  /** Null until the first page came. */
  readonly log: ShownLog | null;
  readonly chosen: ChosenItem | null;
  readonly timeZone: string | null;
  readonly view: ListView;
  /** What stands in the bib field for the next bib; empty while another one is changed. */
  readonly typed: string;
  /** A time is typed for the first row without one. */
  readonly isAdding: boolean;
  /** The first row in sight when the list was left; null: it followed its end. */
  readonly firstRow: number | null;
  /** The first row in sight, and where rows are needed from. */
  readonly onMove: (view: ListView, firstRow: number, from: number) => void;
  readonly onEnd: () => void;
  readonly onChoose: (item: ChosenItem | null) => void;
  readonly onAddTime: () => void;
}

/** Row n of the times beside row n of the bibs. Only what is scrolled to is drawn, however long the log. */
export function FinishList({
  log,
  chosen,
  timeZone,
  view,
  typed,
  isAdding,
  firstRow,
  onMove,
  onEnd,
  onChoose,
  onAddTime,
}: FinishListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(guessedHeight);
  const [rowHeight, setRowHeight] = useState(rowUnits);
  const [scrollTop, setScrollTop] = useState(0);
  const total = log?.total ?? 0;

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
  }, []);
  const nextBib = log?.bibs ?? 0;
  const isChosen = chosen !== null;
  const followed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null || total === 0) return;
    const size = { total, nextBib, viewHeight: list.clientHeight, rowHeight };
    // Somebody works on a chosen row: what is put in there must not move it away.
    const isHeld = view === "next-bib" && isChosen;
    followed.current = isHeld ? null : followedTop(view, size);
    if (followed.current !== null) list.scrollTop = followed.current;
  }, [view, isChosen, total, nextBib, height, rowHeight]);
  // Back in a list that was left where a person had scrolled to.
  const returnTo = useRef(firstRow);
  useLayoutEffect(() => {
    if (box.current === null || total === 0 || returnTo.current === null) return;
    box.current.scrollTop = returnTo.current * rowHeight;
    returnTo.current = null;
  }, [total, rowHeight]);

  // What is chosen by a key comes into sight.
  const chosenIndex = chosen?.index ?? null;
  useEffect(() => {
    const list = box.current;
    if (list === null || chosenIndex === null) return;
    const top = chosenIndex * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + rowHeight - list.clientHeight;
    }
  }, [chosenIndex, rowHeight]);

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
  const precision = useMemo(
    () =>
      precisionOf([...(log?.rows.values() ?? [])].map(({ known }) => known?.hundredths ?? null)),
    [log],
  );
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  // The same function for good, so that rows are drawn anew only where they changed.
  const currentChoose = useRef(onChoose);
  const currentAddTime = useRef(onAddTime);
  useEffect(() => {
    currentChoose.current = onChoose;
    currentAddTime.current = onAddTime;
  });
  const addTime = useCallback(() => currentAddTime.current(), []);
  const choose = useCallback(
    (item: ChosenItem, isChosen: boolean) => currentChoose.current(isChosen ? null : item),
    [],
  );
  // With no rows it is no grid: what stands in it are steps to read.
  const roles =
    total === 0
      ? { list: "group", rows: undefined, row: undefined, head: undefined }
      : { list: "grid", rows: "rowgroup", row: "row", head: "columnheader" };
  return (
    <div className={styles["list"]}>
      <div
        className={styles["grid"]}
        role={roles.list}
        aria-label={words.finishLog.list}
        aria-rowcount={total === 0 ? undefined : total}
      >
        <div className={styles["heads"]} role={roles.row}>
          <span role={roles.head} className={styles["timeHead"]}>
            {words.finishLog.times}
          </span>
          <span role={roles.head}>{words.finishLog.bibs}</span>
        </div>
        <div
          ref={box}
          className={styles["box"]}
          role={roles.rows}
          {...keyScrolled}
          data-own-scroll=""
          onScroll={onScroll}
        >
          {log !== null && total === 0 ? (
            <EmptyState icon="waiting" title={words.finishLog.nothingTitle}>
              <ol className={styles["steps"]}>
                {words.finishLog.nothingSteps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </EmptyState>
          ) : (
            <div className={styles["rows"]} style={{ height: total * rowHeight }}>
              {indexes.map((index) => (
                <FinishLine
                  key={index}
                  index={index}
                  row={log?.rows.get(index) ?? null}
                  top={index * rowHeight}
                  chosenList={chosen?.index === index ? chosen.list : null}
                  isNextTime={isNextTime(log, index)}
                  isTimed={isAdding && index === log?.stamps}
                  typed={index === nextBib ? typed : null}
                  precision={precision}
                  timeZone={timeZone}
                  onChoose={choose}
                  onAddTime={addTime}
                />
              ))}
            </div>
          )}
        </div>
      </div>
      {total === 0 || isEndInSight ? null : (
        <div className={styles["toEnd"]}>
          <Button size="s" icon="down" kind="quiet" keycap={words.finishLog.endKey} onPress={onEnd}>
            {words.finishLog.toEnd}
          </Button>
        </div>
      )}
    </div>
  );
}
