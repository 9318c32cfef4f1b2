import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import styles from "../finish-side.module.css";

export interface StampButtonProps {
  readonly onStamp: (timeStampMs: number) => void;
  /** The other computer that holds the log; null if this one may write it (M13). */
  readonly heldBy: string | null;
}

/**
 * Stamps when a pointer goes down, not when it goes up. Each finger stamps. The bib field keeps the focus. While another
 * computer holds the log, the button says so before anybody presses it. A press is kept in this window all the same,
 * because a time that nobody kept is lost: it goes into the log after a take-over.
 */
export function StampButton({ onStamp, heldBy }: StampButtonProps) {
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    onStamp(event.nativeEvent.timeStamp);
  }
  // A click without a pointer: Enter, or assistive technology.
  function onClick(event: MouseEvent): void {
    if (event.detail === 0) onStamp(event.nativeEvent.timeStamp);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.repeat) event.preventDefault();
  }

  return (
    <button
      type="button"
      data-each-tap=""
      className={styles["stamp"]}
      data-not-yet={heldBy === null ? undefined : ""}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {heldBy === null ? (
        <>
          <span>{words.finishLog.stamp}</span>
          <Keycap size="m">{words.finishLog.stampKey}</Keycap>
        </>
      ) : (
        <span>{words.finishLog.holder.stamp(heldBy)}</span>
      )}
    </button>
  );
}
