import { useCallback, useEffect, useMemo, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import { FinishListRow } from "./finish-row.tsx";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { isNextTime } from "./finish-rows.ts";
import type { SelectedItem, ShownLog } from "./finish-rows.ts";
import type { ListView } from "./visible-rows.ts";
import { useListScroll } from "./use-list-scroll.ts";
import styles from "./finish-list.module.css";

/** An empty list is no grid: it holds steps to read. */
const noRoles = { list: "group", rows: undefined, row: undefined, head: undefined };
const gridRoles = { list: "grid", rows: "rowgroup", row: "row", head: "columnheader" };

export interface FinishListProps {
  /** Null until the first page came. */
  readonly log: ShownLog | null;
  readonly selected: SelectedItem | null;
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
  readonly onSelect: (item: SelectedItem | null) => void;
  readonly onAddTime: () => void;
}

/** Row n of the times beside row n of the bibs. Only what is scrolled to is drawn, however long the log. */
export function FinishList(props: FinishListProps) {
  const { log, selected, timeZone, view, typed, isAdding, firstRow } = props;
  const { onMove, onEnd, onSelect, onAddTime } = props;
  const total = log?.total ?? 0;
  const nextBib = log?.bibs ?? 0;
  const { box, rowHeight, first, end, isEndInSight, onScroll } = useListScroll({
    total,
    nextBib,
    selected,
    view,
    firstRow,
    onMove,
  });
  const precision = useMemo(
    () =>
      precisionOf([...(log?.rows.values() ?? [])].map(({ known }) => known?.hundredths ?? null)),
    [log],
  );
  const { choose, addTime } = useStableCalls(onSelect, onAddTime);
  const roles = total === 0 ? noRoles : gridRoles;
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
            <FirstSteps />
          ) : (
            <div className={styles["rows"]} style={{ height: total * rowHeight }}>
              {range(first, end).map((index) => (
                <FinishListRow
                  key={index}
                  index={index}
                  row={log?.rows.get(index) ?? null}
                  top={index * rowHeight}
                  selectedList={selected?.index === index ? selected.list : null}
                  isNextTime={isNextTime(log, index)}
                  isTimed={isAdding && index === log?.stamps}
                  typed={index === nextBib ? typed : null}
                  precision={precision}
                  timeZone={timeZone}
                  onSelect={choose}
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

/** The numbers from the first, before the end. */
const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);

function FirstSteps() {
  return (
    <EmptyState icon="waiting" title={words.finishLog.nothingTitle}>
      <ol className={styles["steps"]}>
        {words.finishLog.nothingSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </EmptyState>
  );
}

/** The same functions at each render, so that a row is drawn again only if it changed. */
function useStableCalls(
  onSelect: FinishListProps["onSelect"],
  onAddTime: FinishListProps["onAddTime"],
) {
  const currentSelect = useRef(onSelect);
  const currentAddTime = useRef(onAddTime);
  useEffect(() => {
    currentSelect.current = onSelect;
    currentAddTime.current = onAddTime;
  });
  const addTime = useCallback(() => currentAddTime.current(), []);
  const choose = useCallback(
    (item: SelectedItem, isSelected: boolean) => currentSelect.current(isSelected ? null : item),
    [],
  );
  return { choose, addTime };
}
