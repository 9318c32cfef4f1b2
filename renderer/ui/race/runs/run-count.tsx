import { formatCount } from "#renderer/i18n/format.ts";
import { runColour } from "./run-mark.ts";
import type { RunMark } from "./run-mark.ts";
import { RunTag } from "./run-tag.tsx";
import styles from "./run-count.module.css";

export interface RunCountProps {
  readonly run: RunMark;
  readonly arrived: number;
  readonly expected: number;
  /** "Starts 09:00, in 42 min". */
  readonly start?: string | undefined;
  /** The accessible name: "Half: 911 of 1,240 are here". */
  readonly label: string;
}

/** The counts of a run: arrived of expected. A dark line ends the filled part, so that it is visible in sunlight. */
export function RunCount({ run, arrived, expected, start, label }: RunCountProps) {
  const share = expected <= 0 ? 0 : Math.min(1, arrived / expected);
  return (
    <li className={styles["run"]} {...runColour(run)}>
      <span className={styles["tag"]}>
        <RunTag run={run} />
      </span>
      <span className={styles["count"]}>
        <b>{formatCount(arrived)}</b> / {formatCount(expected)}
      </span>
      <span
        className={styles["bar"]}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(expected, arrived)}
        aria-valuenow={arrived}
      >
        {arrived > 0 ? (
          <span className={styles["fill"]} style={{ width: `${share * 100}%` }} />
        ) : null}
      </span>
      {start === undefined ? null : <span className={styles["start"]}>{start}</span>}
    </li>
  );
}
