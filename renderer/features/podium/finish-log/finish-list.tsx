import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { UIEvent } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { EmptyState } from "#renderer/ui/empty-state.tsx";
import { FinishLine } from "./finish-line.tsx";
import type { ChosenItem, ShownLog } from "./finish-rows.ts";
import { pageStart, rowsInView } from "./finish-window.ts";
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
  /** The end stays in sight as it grows. */
  readonly isFollowing: boolean;
  /** Where rows are needed from; null: the end, wherever it is. */
  readonly onFrom: (from: number | null) => void;
  readonly onChoose: (item: ChosenItem | null) => void;
}

/** Row n of the times beside row n of the bibs. Only what is scrolled to is drawn, however long the log. */
export function FinishList({
  log,
  chosen,
  timeZone,
  isFollowing,
  onFrom,
  onChoose,
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
  useLayoutEffect(() => {
    if (isFollowing && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [isFollowing, total, height, rowHeight]);

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
    if (!isAtEnd && isFollowing && list.scrollTop >= scrollTop) return;
    const view = rowsInView(list.scrollTop, list.clientHeight, rowHeight, total);
    onFrom(isAtEnd ? null : pageStart(view));
  }

  const { first, end } = rowsInView(scrollTop, height, rowHeight, total);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  // The same function for good, so that rows are drawn anew only where they changed.
  const currentChoose = useRef(onChoose);
  useEffect(() => {
    currentChoose.current = onChoose;
  });
  const choose = useCallback(
    (item: ChosenItem, isChosen: boolean) => currentChoose.current(isChosen ? null : item),
    [],
  );
  return (
    <div
      className={styles["list"]}
      role="grid"
      aria-label={words.finishLog.list}
      aria-rowcount={total}
    >
      <div className={styles["heads"]} role="row">
        <span role="columnheader" className={styles["timeHead"]}>
          {words.finishLog.times}
        </span>
        <span role="columnheader">{words.finishLog.bibs}</span>
      </div>
      <div ref={box} className={styles["box"]} role="rowgroup" onScroll={onScroll}>
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
                timeZone={timeZone}
                onChoose={choose}
              />
            ))}
          </div>
        )}
      </div>
      {isFollowing || total === 0 ? null : (
        <div className={styles["toEnd"]}>
          <Button
            size="s"
            icon="down"
            kind="quiet"
            keycap={words.finishLog.endKey}
            onPress={() => onFrom(null)}
          >
            {words.finishLog.toEnd}
          </Button>
        </div>
      )}
    </div>
  );
}
