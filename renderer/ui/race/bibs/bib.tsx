import { words } from "#renderer/i18n/words.ts";
import { bibScale } from "./bib-scale.ts";
import { BibText } from "./bib-text.tsx";
import { runColour } from "#renderer/ui/race/runs/run-mark.ts";
import type { RunMark } from "#renderer/ui/race/runs/run-mark.ts";
import styles from "./bib.module.css";

/**
 * Design pixels: `s` 80×54 in rows, `m` 90×62 in a swap, `medium` 134×92 beside texts, `c` 196×134 on warning cards,
 * `n` 210×144 on the stop card, `l` 262×178 on the runner's card, `xl` 320×220 after success.
 */
export type BibSize = "s" | "m" | "medium" | "c" | "n" | "l" | "xl";

export interface BibProps {
  /** Null draws a dashed plate, "no bib yet". */
  readonly bib: string | null;
  readonly run: RunMark;
  readonly size?: BibSize;
  /** Draws solid pin holes. */
  readonly checkedIn?: boolean;
}

/** A bib as it is printed: white in both themes, with the run in a coloured band. */
export function Bib({ bib, run, size = "s", checkedIn = false }: BibProps) {
  const hasHoles = size !== "s" && size !== "m" && bib !== null;
  const showsStart =
    (size === "l" || size === "xl" || size === "c" || size === "n") && run.startTime;
  const aloud = bib === null ? words.bibs.noneLabel(run.label) : words.bibs.label(bib, run.label);
  const holesAloud = checkedIn ? words.ui.checkedIn : words.ui.notCheckedIn;
  return (
    <span
      role="img"
      aria-label={hasHoles ? `${aloud}, ${holesAloud}` : aloud}
      className={styles["bib"]}
      data-size={size}
      data-empty={bib === null ? "" : undefined}
      title={bib !== null && bib.length > 6 ? bib : undefined}
      {...runColour(run)}
    >
      <span className={styles["band"]}>
        <span className={styles["run"]}>{run.label}</span>
        {showsStart ? <span className={styles["start"]}>{run.startTime}</span> : null}
      </span>
      <span className={styles["paper"]}>
        {bib === null ? (
          <span className={styles["none"]}>{words.bibs.none}</span>
        ) : (
          <span
            className={styles["number"]}
            style={{ fontSize: `calc(var(--number) * ${bibScale(bib)})` }}
          >
            <BibText bib={bib} />
          </span>
        )}
      </span>
      {hasHoles ? (
        <span
          className={styles["holes"]}
          data-solid={checkedIn ? "" : undefined}
          aria-hidden="true"
        >
          <i />
          <i />
          <i />
          <i />
        </span>
      ) : null}
    </span>
  );
}
