import { runColour } from "./run-mark.ts";
import type { RunMark } from "./run-mark.ts";
import styles from "./run-tag.module.css";

export interface RunTagProps {
  readonly run: RunMark;
}

/** A run's name on its own colour. */
export function RunTag({ run }: RunTagProps) {
  return (
    <span className={styles["tag"]} {...runColour(run.order)}>
      {run.name}
    </span>
  );
}
