import type { ReactNode } from "react";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  readonly icon?: IconName | undefined;
  readonly title: ReactNode;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list, with the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {icon === undefined ? null : <Icon name={icon} size={30} />}
      <h2>{title}</h2>
      {children === undefined ? null : <div className={styles["words"]}>{children}</div>}
      {action}
    </div>
  );
}
