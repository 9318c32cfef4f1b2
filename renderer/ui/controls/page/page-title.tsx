import type { ReactNode } from "react";
import { Clock } from "./clock.tsx";
import styles from "./page-title.module.css";

export interface PageTitleProps {
  readonly title: ReactNode;
  /** Shown beside the title: "Someone who is not on the list". */
  readonly hint?: ReactNode;
  /** Buttons before the clock. */
  readonly children?: ReactNode;
}

/** The head of every screen except check-in: title, buttons, clock. */
export function PageTitle({ title, hint, children }: PageTitleProps) {
  return (
    <header className={styles["head"]}>
      <div className={styles["words"]}>
        <h1>{title}</h1>
        {hint === undefined ? null : <p>{hint}</p>}
      </div>
      <div className={styles["end"]}>
        {children}
        <Clock />
      </div>
    </header>
  );
}
