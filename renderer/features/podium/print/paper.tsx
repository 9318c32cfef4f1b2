import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { words } from "#renderer/i18n/words.ts";
import styles from "./paper.module.css";

/**
 * Everything that goes on paper, behind the page: only a printer and a PDF see it. In practice each page says so, large
 * and in black, so that a sheet of made-up runners is never taken for a race's (K3).
 */
export function Paper({ children }: { readonly children: ReactNode }) {
  const isPractice = useIsPractice();
  return createPortal(
    <div className={styles["paper"]} data-paper="">
      {isPractice ? (
        <p className={styles["watermark"]} aria-hidden="true">
          {words.ui.practice}
        </p>
      ) : null}
      {children}
    </div>,
    document.body,
  );
}

/** Before the event's name, at the head of each sheet. */
export function PracticeWord() {
  return useIsPractice() ? (
    <>
      <b className={styles["practice"]}>{words.podiumPrint.practice}</b>{" "}
    </>
  ) : null;
}
