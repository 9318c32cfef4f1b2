import type { ReactNode } from "react";
import styles from "./keycap.module.css";

export interface KeycapProps {
  /** "Enter", "Esc", "Ctrl Z" or an arrow icon. */
  readonly children: ReactNode;
  readonly size?: "s" | "m";
  /** Drawn by the style, where a button has a name of its own: that has to hold every text inside of it. */
  readonly isDrawn?: boolean;
}

/** The key that does it. Touch screens hide keycaps: there is no key to press. */
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
