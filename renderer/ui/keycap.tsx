import type { ReactNode } from "react";
import styles from "./keycap.module.css";

export interface KeycapProps {
  /** "Enter", "Esc", "Ctrl Z" or an arrow icon. */
  readonly children: ReactNode;
  readonly size?: "s" | "m";
}

/** The key that does it. Touch screens hide keycaps: there is no key to press. */
export function Keycap({ children, size = "s" }: KeycapProps) {
  return (
    <kbd className={styles["keycap"]} data-size={size} aria-hidden="true">
      {children}
    </kbd>
  );
}
