import { memo } from "react";
import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { Place, SlotBib, SlotTime, WarningStrips } from "./slot-parts.tsx";
import type { Bracket, DraftSlot } from "./draft-sheet.ts";
import styles from "./slot.module.css";

interface RowProps {
  readonly segmentId: string;
  readonly label: string;
  readonly index: number;
  /** Opens the row for typing; null if the segment is locked. */
  readonly onOpen: ((segmentId: string, index: number) => void) | null;
}

export interface SlotRowProps extends RowProps {
  readonly slot: DraftSlot;
  readonly bracket: Bracket | undefined;
  /** One precision for all times of the column. */
  readonly precision: TimePrecision;
}

/** A line of a sheet. */
export const SlotRow = memo(function SlotRow({ slot, bracket, precision, ...row }: SlotRowProps) {
  return (
    <Row {...row} place={slot.place}>
      <Place place={slot.place} bracket={bracket} isFaint={slot.beyondDepth} />
      <span className={styles["who"]}>
        <span className={styles["marks"]}>
          <SlotBib bib={slot.bib} />
          <SlotTime time={slot.time} hundredths={slot.hundredths} precision={precision} />
        </span>
        <SlotName slot={slot} />
      </span>
      <WarningStrips warnings={slot.warnings} />
    </Row>
  );
});

/** An empty place. */
export const EmptyRow = memo(function EmptyRow(row: RowProps) {
  const place = row.index + 1;
  return (
    <Row {...row} place={place}>
      <Place place={place} bracket={undefined} isFaint />
      <span className={styles["empty"]}>{words.podium.empty}</span>
    </Row>
  );
});

/** The arrow keys and touch open a row; Tab skips it. */
function Row({
  segmentId,
  label,
  index,
  place,
  onOpen,
  children,
}: RowProps & { readonly place: number; readonly children: ReactNode }) {
  const content = (
    <>
      <span className="aloud">{words.podium.slotLabel(place, label)}: </span>
      {children}
    </>
  );
  return (
    <li className={styles["slot"]}>
      {onOpen === null ? (
        <span className={styles["row"]}>{content}</span>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          data-by-arrows=""
          className={styles["row"]}
          onClick={() => onOpen(segmentId, index)}
        >
          {content}
        </button>
      )}
    </li>
  );
}

/** The runner's name, the team if there is one, and a note if the place has no award. */
function SlotName({ slot }: { readonly slot: DraftSlot }) {
  return (
    <>
      {slot.name === null && slot.teamId === null ? (
        <span className={styles["unknown"]}>
          {slot.isLookedUp ? words.podium.noName : words.podium.nameAwaited}
        </span>
      ) : (
        <PersonName className={styles["name"]}>{slot.name ?? words.ui.noName}</PersonName>
      )}
      {slot.teamId === null ? null : (
        <span className={styles["note"]}>
          <bdi dir="auto">{words.podium.team(slot.teamId)}</bdi>
        </span>
      )}
      {slot.beyondDepth ? <span className={styles["note"]}>{words.podium.noAward}</span> : null}
    </>
  );
}
