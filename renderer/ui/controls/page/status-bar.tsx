import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./status-bar.module.css";

export interface StatusBarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** In a picture of the parts it stands alone, with an edge all around. */
  readonly isFramed?: boolean;
}

/** The bar that never hides: connection, queue, copy, desk. */
export function StatusBar({ label, children, isFramed = false }: StatusBarProps) {
  return (
    <footer aria-label={label}>
      <div className={styles["bar"]} role="status" data-framed={isFramed ? "" : undefined}>
        {children}
      </div>
    </footer>
  );
}

export interface StatusCellProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  /** `end` stands at the far end of the bar, behind an empty cell. */
  readonly place?: "start" | "end";
  /** Trouble that somebody should mend; never cut short. */
  readonly tone?: "look";
}

/** One fact of the status bar, an icon and its words. */
export function StatusCell({ icon, children, place = "start", tone }: StatusCellProps) {
  return (
    <span className={styles["cell"]} data-place={place} data-tone={tone}>
      <Icon name={icon} size={19} />
      <span className={styles["words"]}>{children}</span>
    </span>
  );
}

/** PRACTICE, first in the bar, while it is. */
export function PracticeCell() {
  return <b className={styles["practice"]}>{words.ui.practice}</b>;
}
