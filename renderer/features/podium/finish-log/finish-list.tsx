import { useCallback, useEffect, useMemo, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { FinishListRow } from "./finish-row.tsx";
import { isNextTime } from "./finish-rows.ts";
import type { SelectedItem } from "./finish-rows.ts";
import type { LineActions } from "./line-actions.ts";
import type { LineEntry } from "./use-line-entry.ts";
import { useListScroll } from "./use-list-scroll.ts";
import styles from "./finish-list.module.css";

/** An empty list is not a grid: it has instructions to read. */
const noRoles = { list: "group", rows: undefined, row: undefined, head: undefined };
const gridRoles = { list: "grid", rows: "rowgroup", row: "row", head: "columnheader" };

export interface FinishListProps {
  readonly entry: LineEntry;
  readonly actions: LineActions;
}

/** The times and the bibs, row by row. Only the visible rows are rendered, so that a long log stays fast. */
export function FinishList({ entry, actions }: FinishListProps) {
  const { log, selected, change, isAdding, text, timeZone, list } = entry;
  const total = log?.total ?? 0;
  const nextBib = log?.bibs ?? 0;
  const { box, rowHeight, first, end, isEndVisible, onScroll } = useListScroll(log, selected, list);
  const precision = useMemo(
    () =>
      precisionOf([...(log?.rows.values() ?? [])].map(({ known }) => known?.hundredths ?? null)),
    [log],
  );
  const { select, addTime } = useStableActions(actions);
  const typed = change === null ? text.trim() : "";
  const roles = total === 0 ? noRoles : gridRoles;
  return (
    <div className={styles["list"]} data-long={total >= 1_000 ? "" : undefined}>
      <div
        className="contents"
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
          {log === null && entry.finish.error !== null ? (
            <NotKnown onAgain={entry.finish.refresh} />
          ) : log !== null && total === 0 ? (
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
                  onSelect={select}
                  onAddTime={addTime}
                />
              ))}
            </div>
          )}
        </div>
      </div>
      {total === 0 || isEndVisible ? null : (
        <div className={styles["toEnd"]}>
          <Button
            size="s"
            icon="down"
            kind="quiet"
            keycap={words.finishLog.endKey}
            onPress={list.showEnd}
          >
            {words.finishLog.toEnd}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The numbers from `first` to before `end`. */
const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);

/** The log was never answered: nothing is said about what is in it. */
function NotKnown({ onAgain }: { readonly onAgain: () => void }) {
  const { finishLog } = words;
  return (
    <EmptyState
      icon="stop"
      title={finishLog.unknownTitle}
      action={
        <Button icon="retry" onPress={onAgain}>
          {finishLog.unknownAgain}
        </Button>
      }
    >
      <p>{finishLog.unknownText}</p>
    </EmptyState>
  );
}

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

/**
 * The same functions at each render, so that the memoized rows render only if they changed. `useEffectEvent` is only for
 * effects; these functions are props.
 */
function useStableActions(actions: LineActions) {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  const addTime = useCallback(() => current.current.addTime(), []);
  const select = useCallback(
    (item: SelectedItem, isSelected: boolean) => current.current.select(isSelected ? null : item),
    [],
  );
  return { select, addTime };
}
