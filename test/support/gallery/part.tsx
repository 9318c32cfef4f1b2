import type { ReactNode } from "react";
import styles from "./gallery.module.css";

export interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled section of the page. */
export function Part({ title, children }: PartProps) {
  return (
    <section className={styles["part"]}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
