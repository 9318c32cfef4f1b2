import type { KeyboardEvent, Ref } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BibText } from "#renderer/ui/race/bibs/bib-text.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { SlotWarning } from "#shared/contract/podium.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import type { Bracket } from "./draft-sheet.ts";
import styles from "./slot.module.css";

export interface PlaceProps {
  readonly place: number;
  /** Undefined: the line does not tie. */
  readonly bracket: Bracket | undefined;
  /** For an empty place, and for a place without an award. */
  readonly isFaint?: boolean;
}

/** The place, with its part of the bracket that joins the lines of a tie. */
export function Place({ place, bracket, isFaint = false }: PlaceProps) {
  return (
    <span
      className={styles["place"]}
      data-bracket={bracket}
      data-long={place > 99 ? "" : undefined}
      data-faint={isFaint ? "" : undefined}
    >
      {place}
      {bracket === undefined ? null : <small>{words.podium.tie}</small>}
    </span>
  );
}

/** The bib of a line; nothing for a runner without a bib. */
export function SlotBib({ bib }: { readonly bib: string }) {
  if (bib === "") return null;
  return (
    <span className={styles["plate"]} title={bib.length > 8 ? bib : undefined}>
      <BibText bib={bib} />
    </span>
  );
}

export interface SlotTimeProps {
  readonly time: string | null;
  readonly hundredths: number | null;
  /** One precision for all times of the list. */
  readonly precision: TimePrecision;
}

/** The time of a line; text that is no time is shown as typed. */
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
  /** Esc: back to the bib without an answer. */
  readonly onLeave?: () => void;
  /** The id of the element with the question. */
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An answer to a question within the slot. */
export function Choice({ text, onPress, onLeave, describedBy, ref }: ChoiceProps) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    // The Enter key that opened the question may still be held down; it must not answer it.
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
      // The field keeps the focus, so that the keyboard of a tablet stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      <bdi dir="auto">{text}</bdi>
    </button>
  );
}

/** The warnings of a line, in orange strips. */
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
