import type { ReactNode } from "react";
import styles from "./keycap.module.css";

export interface KeycapProps {
  /** "Enter", "Esc", "Ctrl Z" or an arrow icon. */
  readonly children: ReactNode;
  readonly size?: "s" | "m";
  /** Drawn by CSS, inside a button with an accessible name: the name must contain every visible text of the button. */
  readonly isDrawn?: boolean;
}

/** The picture of a key. Devices without a keyboard hide it. */
export function Keycap({ children, size = "s", isDrawn = false }: KeycapProps) {
  if (isDrawn && typeof children === "string") {
    return (
      <kbd className={styles["keycap"]} data-size={size} data-key={children} aria-hidden="true" />
    );
  }
  return (
    <kbd className={styles["keycap"]} data-size={size} aria-hidden="true">
      {children}
    </kbd>
  );
}
