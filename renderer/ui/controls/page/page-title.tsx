import type { ReactNode } from "react";
import { Clock } from "./clock.tsx";
import styles from "./page-title.module.css";

export interface PageTitleProps {
  readonly title: ReactNode;
  /** Beside the title: "Someone who is not on the list". */
  readonly hint?: ReactNode;
  /** Buttons before the clock. */
  readonly children?: ReactNode;
  /** For pictures of the parts only. */
  readonly atMs?: number | undefined;
}

/** The head of every room but Check-in: what it is, its buttons, the clock. */
export function PageTitle({ title, hint, children, atMs }: PageTitleProps) {
  return (
    <header className={styles["head"]}>
      <div className={styles["words"]}>
        <h1>{title}</h1>
        {hint === undefined ? null : <p>{hint}</p>}
      </div>
      <div className={styles["end"]}>
        {children}
        <Clock atMs={atMs} />
      </div>
    </header>
  );
}
