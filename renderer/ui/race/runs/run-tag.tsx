import { runColour } from "./run-mark.ts";
import type { RunMark } from "./run-mark.ts";
import styles from "./run-tag.module.css";

export interface RunTagProps {
  readonly run: RunMark;
}

/** The name of a run on its colour. */
export function RunTag({ run }: RunTagProps) {
  return (
    <span className={styles["tag"]} {...runColour(run)}>
      {run.label}
    </span>
  );
}
