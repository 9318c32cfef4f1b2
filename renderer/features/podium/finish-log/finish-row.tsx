import { memo } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import type { FinishList } from "#shared/contract/finish-log.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import type { SelectedItem, SaveState, ShownRow } from "./finish-rows.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "./finish-list.module.css";

export interface FinishListRowProps {
  readonly index: number;
  /** Null: not fetched yet. */
  readonly row: ShownRow | null;
  /** Distance from the top of the list in CSS pixels. */
  readonly top: number;
  /** The list whose item in this row is selected; null: no item is selected. */
  readonly selectedList: FinishList | null;
  /** The first row without a time: a time can be typed for it. */
  readonly isNextTime: boolean;
  /** Its time is being typed. */
  readonly isTimed: boolean;
  /** The text typed as the bib of this row; null: this row does not get the next bib. */
  readonly typed: string | null;
  /** One precision for all times of the list. */
  readonly precision: TimePrecision;
  readonly timeZone: string | null;
  readonly onSelect: (item: SelectedItem, isSelected: boolean) => void;
  readonly onAddTime: () => void;
}

/** A finisher: time n and bib n. */
export const FinishListRow = memo(function FinishListRow({
  onSelect,
  onAddTime,
  ...props
}: FinishListRowProps) {
  const { index, row, top, selectedList, isNextTime, isTimed, typed, precision, timeZone } = props;
  const cell = (list: FinishList) => {
    const item = list === "stamps" ? row?.stamp : row?.line;
    const isAdded = list === "stamps" && isNextTime;
    const isSelected = selectedList === list || (isAdded && isTimed);
    return {
      role: "gridcell",
      "data-open": item === null && !isAdded ? "" : undefined,
      "aria-selected": isSelected,
      tabIndex: isSelected ? 0 : undefined,
      // The bib field keeps the focus for the next digit.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => {
        if (item !== null && item !== undefined) onSelect({ list, id: item.id, index }, isSelected);
        else if (isAdded) onAddTime();
      },
    };
  };
  return (
    <div
      className={styles["line"]}
      role="row"
      aria-rowindex={index + 1}
      data-next={typed === null ? undefined : ""}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className={styles["index"]} role="rowheader">
        {words.finishLog.row(index)}
      </span>
      <div className={styles["time"]} {...cell("stamps")}>
        {row === null ? (
          words.finishLog.loading
        ) : (
          <Time row={row} isNext={isNextTime} precision={precision} timeZone={timeZone} />
        )}
      </div>
      <div className={styles["bib"]} {...cell("bibs")}>
        {row === null ? null : <Person row={row} typed={typed} />}
      </div>
    </div>
  );
});

function Time({
  row: { stamp, known },
  isNext,
  precision,
  timeZone,
}: Pick<FinishListRowProps, "precision" | "timeZone"> & {
  readonly row: ShownRow;
  readonly isNext: boolean;
}) {
  if (stamp === null) {
    return isNext ? (
      <span className={styles["next"]}>{words.finishLog.typeTime}</span>
    ) : (
      <span className="quiet">{words.finishLog.openTime}</span>
    );
  }
  if (stamp.atMs === null) return <span className={styles["gap"]}>{words.finishLog.noTime}</span>;
  const clock = showClockTime(stamp.atMs, timeZone);
  const hundredths = known?.hundredths ?? null;
  return (
    <>
      <b className={styles["main"]}>
        {hundredths === null ? clock : showTimeIn(hundredths, precision)}
      </b>
      {stamp.saveState === "kept" ? (
        hundredths === null ? null : (
          <span className={styles["second"]}>{clock}</span>
        )
      ) : (
        <SaveStateMark saveState={stamp.saveState} />
      )}
    </>
  );
}

function Person({
  row: { line, known },
  typed,
}: {
  readonly row: ShownRow;
  readonly typed: string | null;
}) {
  if (line === null) {
    if (typed === null) return <span className="quiet">{words.finishLog.openBib}</span>;
    return (
      <span className={styles["next"]}>
        {typed === "" ? words.finishLog.nextBibHere : <bdi>{typed}</bdi>}
      </span>
    );
  }
  if (line.bib === null) return <span className={styles["gap"]}>{words.finishLog.noBib}</span>;
  const answer = known?.line?.id === line.id ? known : null;
  const who = answer?.runnerId === null ? null : answer;
  const warnings = words.finishLog.warned(answer?.warnings ?? []);
  return (
    <>
      <BibPlate bib={line.bib} />
      <span className={styles["who"]}>
        {line.saveState === "kept" ? null : <SaveStateMark saveState={line.saveState} />}
        {who === null ? null : (
          <PersonName className={styles["name"]}>{who.name ?? words.ui.noName}</PersonName>
        )}
        <span className={styles["facts"]}>
          {who === null || who.runLabel === null ? null : (
            <RunTag run={{ label: who.runLabel, position: who.runPosition }} />
          )}
          {who === null || who.several.length === 0 ? null : (
            <span className={styles["second"]}>
              {words.finishLog.whoChosen(who.several.length)}
            </span>
          )}
          {warnings === "" ? null : (
            <span className={styles["warnings"]} title={warnings}>
              <Icon name="look" size={19} />
              <span>{warnings}</span>
            </span>
          )}
        </span>
      </span>
    </>
  );
}

function SaveStateMark({ saveState }: { readonly saveState: SaveState }) {
  return saveState === "not-saved" ? (
    <span className={styles["lost"]}>
      <Icon name="stop" size={19} />
      {words.finishLog.notSaved}
    </span>
  ) : (
    <span className={styles["second"]}>
      <Icon name="saved" size={19} />
      {words.finishLog.saving}
    </span>
  );
}
