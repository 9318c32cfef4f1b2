import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";
import { showClockMinute } from "#shared/domain/basics/venue-time.ts";
import styles from "./paper.module.css";

const minuteMs = 60_000;

/** A cell to write in or to tick by hand. */
export const blank = "\u00A0";

/**
 * The content for the printer and the PDF; the screen does not show it. In practice, each page has a large watermark, so
 * that nobody takes it for the paper of a race (K3).
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

/** The event's name at the top of a sheet, after a mark if this is practice. */
export function PaperEvent({ name }: { readonly name: string | undefined }) {
  return (
    <>
      {useIsPractice() ? (
        <>
          <b className={styles["practice"]}>{words.podiumPrint.practice}</b>{" "}
        </>
      ) : null}
      <bdi dir="auto">{name}</bdi>
    </>
  );
}

export interface PaperFrameProps {
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** A sheet whose head is printed on each of its pages, because pages get separated. */
export function PaperFrame({ head, children }: PaperFrameProps) {
  return (
    <table className={styles["frame"]} role="presentation">
      <thead>
        <tr>
          <td>
            <header className={styles["head"]}>{head}</header>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

export interface PaperFooterProps {
  /** The venue's time zone; null: times are by the clock of this computer. */
  readonly timeZone: string | null;
  readonly children?: ReactNode;
}

/** The time of printing and the desk at the bottom of a sheet. */
export function PaperFooter({ timeZone, children }: PaperFooterProps) {
  const deskName = useDesk().value?.settings.desk ?? "";
  const printedAtMs = useNow(minuteMs);
  const date = venueDate(printedAtMs, timeZone);
  const time = showClockMinute(printedAtMs, timeZone);
  return (
    <footer className={styles["foot"]}>
      <span>{words.podiumPrint.printed(date, time, deskName)}</span>
      {children}
    </footer>
  );
}
