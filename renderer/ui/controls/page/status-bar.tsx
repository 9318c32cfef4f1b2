import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./status-bar.module.css";

export interface StatusBarProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The bar that every screen shows: connection, outbox, replica, desk. */
export function StatusBar({ label, children }: StatusBarProps) {
  return (
    <footer aria-label={label}>
      <div className={styles["bar"]} role="status">
        {children}
      </div>
    </footer>
  );
}

export interface StatusCellProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  /** `end`: at the far end of the bar, after an empty cell. `spare`: left out on a phone. */
  readonly place?: "start" | "end" | "spare";
  /** A problem that a person should solve; its text is never cut. */
  readonly tone?: "look";
}

/** A cell of the status bar. */
export function StatusCell({ icon, children, place = "start", tone }: StatusCellProps) {
  return (
    <span className={styles["cell"]} data-place={place} data-tone={tone}>
      <Icon name={icon} size={19} />
      <span className={styles["words"]}>{children}</span>
    </span>
  );
}

export interface DeskCellProps {
  readonly desk: string;
  /** Empty if nobody wrote a name. */
  readonly operator: string;
}

/** The names of the desk and of its operator. A long name of the desk is shortened first, because people change and the desk does not. */
export function DeskCell({ desk, operator }: DeskCellProps) {
  return (
    <StatusCell icon="person" place="end">
      <span className={styles["who"]}>
        <span className={styles["desk"]}>
          <bdi dir="auto">{desk}</bdi>
          {operator === "" ? null : words.ui.deskAndOperator}
        </span>
        {operator === "" ? null : (
          <bdi dir="auto" className={styles["operator"]}>
            {operator}
          </bdi>
        )}
      </span>
    </StatusCell>
  );
}

export interface StatusLinkProps {
  readonly icon: IconName;
  /** The address of the screen where the problem is solved. */
  readonly href: string;
  readonly children: ReactNode;
}

/** A problem that a person should solve, as a link to the screen for it. */
export function StatusLink({ icon, href, children }: StatusLinkProps) {
  return (
    <a className={styles["cell"]} data-tone="look" href={href}>
      <Icon name={icon} size={19} />
      <span className={styles["words"]}>{children}</span>
    </a>
  );
}

/** The word PRACTICE, first in the bar. */
export function PracticeCell() {
  return <b className={styles["practice"]}>{words.ui.practice}</b>;
}
