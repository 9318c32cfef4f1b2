import { memo } from "react";
import { words } from "#renderer/i18n/words.ts";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { BibPlate, Place, SlotTime, WarningStrips } from "./slot-parts.tsx";
import type { DraftSlot } from "./draft-sheet.ts";
import styles from "./slot.module.css";

export interface SlotRowProps {
  readonly segmentId: string;
  readonly label: string;
  readonly index: number;
  readonly slot: DraftSlot;
  readonly isTied: boolean;
  readonly bracket: "first" | "middle" | "last" | undefined;
  /** Of all times of the column. */
  readonly precision: TimePrecision;
  readonly onOpen: (segmentId: string, index: number) => void;
}

/** A filled line of a sheet. Reached by the arrows and by touch; Tab goes past. */
export const SlotRow = memo(function SlotRow({
  segmentId,
  label,
  index,
  slot,
  isTied,
  bracket,
  precision,
  onOpen,
}: SlotRowProps) {
  return (
    <li className={styles["slot"]}>
      <button
        type="button"
        tabIndex={-1}
        data-by-arrows=""
        className={styles["row"]}
        onClick={() => onOpen(segmentId, index)}
      >
        <span className={styles["aloud"]}>{words.podium.slotLabel(slot.place, label)}: </span>
        <Place place={slot.place} isTied={isTied} bracket={bracket} isBeyond={slot.beyondDepth} />
        <span className={styles["who"]}>
          <span className={styles["marks"]}>
            <BibPlate bib={slot.bib} />
            <SlotTime time={slot.time} hundredths={slot.hundredths} precision={precision} />
          </span>
          <SlotName slot={slot} />
        </span>
        <WarningStrips warnings={slot.warnings} />
      </button>
    </li>
  );
});

/** Who it is, the team where there is one, and that there is no award where there is none. */
function SlotName({ slot }: { readonly slot: DraftSlot }) {
  return (
    <>
      {slot.name === null && slot.teamId === null ? (
        <span className={styles["unknown"]}>{words.podium.noName}</span>
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

export interface EmptyRowProps {
  readonly segmentId: string;
  readonly label: string;
  readonly place: number;
  readonly index: number;
  readonly isLocked: boolean;
  readonly onOpen: (segmentId: string, index: number) => void;
}

/** A place that nobody has yet. */
export const EmptyRow = memo(function EmptyRow({
  segmentId,
  label,
  place,
  index,
  isLocked,
  onOpen,
}: EmptyRowProps) {
  const content = (
    <>
      <span className={styles["aloud"]}>{words.podium.slotLabel(place, label)}: </span>
      <Place place={place} isTied={false} bracket={undefined} isEmpty />
      <span className={styles["empty"]}>{words.podium.empty}</span>
    </>
  );
  return (
    <li className={styles["slot"]}>
      {isLocked ? (
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
});
