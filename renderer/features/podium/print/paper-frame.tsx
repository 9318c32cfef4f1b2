import type { ReactNode } from "react";
import styles from "./paper.module.css";

export interface PaperFrameProps {
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** A sheet whose head a printer puts on each of its pages: page two lies alone on a table, too. */
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
