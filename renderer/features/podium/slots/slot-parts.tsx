import type { KeyboardEvent, Ref } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BibText } from "#renderer/ui/race/bibs/bib-text.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { SlotWarning } from "#shared/contract/podium.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import styles from "./slot.module.css";

export interface PlaceProps {
  readonly place: number;
  readonly isTied: boolean;
  readonly bracket: "first" | "middle" | "last" | undefined;
  readonly isEmpty?: boolean;
  readonly isBeyond?: boolean;
}

/** The place, and the bracket that holds ties together. */
export function Place({ place, isTied, bracket, isEmpty = false, isBeyond = false }: PlaceProps) {
  return (
    <span
      className={styles["place"]}
      data-bracket={bracket}
      data-long={place > 99 ? "" : undefined}
      data-faint={isEmpty || isBeyond ? "" : undefined}
    >
      {place}
      {isTied ? <small>{words.podium.tie}</small> : null}
    </span>
  );
}

/** A bib as it is read on the finish sheet. */
export function BibPlate({ bib }: { readonly bib: string }) {
  return (
    <span className={styles["plate"]} title={bib.length > 8 ? bib : undefined}>
      <BibText bib={bib} />
    </span>
  );
}

export interface SlotTimeProps {
  readonly time: string | null;
  readonly hundredths: number | null;
  /** That of the whole list. */
  readonly precision: TimePrecision;
}

/** A time as exact as the others of its list; as it was typed where it is none. */
export function SlotTime({ time, hundredths, precision }: SlotTimeProps) {
  if (time === null) return null;
  return (
    <span className={styles["time"]} title={time}>
      {hundredths === null ? time : showTimeIn(hundredths, precision)}
    </span>
  );
}

export interface ChoiceProps {
  readonly text: string;
  readonly onPress: () => void;
  /** Esc goes back without an answer. */
  readonly onLeave?: () => void;
  /** The element with the question's words. */
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An answer to a question within the slot. */
export function Choice({ text, onPress, onLeave, describedBy, ref }: ChoiceProps) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    // The Enter that asked may still be held down: it gives no answer.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.key !== "Escape" || onLeave === undefined) return;
    event.preventDefault();
    onLeave();
  }
  return (
    <button
      ref={ref}
      type="button"
      className={styles["choice"]}
      aria-describedby={describedBy}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      <bdi dir="auto">{text}</bdi>
    </button>
  );
}

/** The orange strips within a line. */
export function WarningStrips({ warnings }: { readonly warnings: readonly SlotWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <span className={styles["strips"]}>
      {warnings.map((warning, index) => (
        <span key={index} className={styles["strip"]}>
          <Icon name="look" size={19} />
          <span>{words.podium.warning(warning)}</span>
        </span>
      ))}
    </span>
  );
}
