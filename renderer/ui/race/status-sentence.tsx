import type { ReactNode } from "react";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./status-sentence.module.css";

export interface StatusSentenceProps {
  readonly icon: IconName;
  readonly tone?: "plain" | "done" | "look" | "stop";
  /** What, for whom, since when. */
  readonly sentence: ReactNode;
  /** The next step. */
  readonly next?: ReactNode;
  /** Shown at the end of the line: a time, "waiting". */
  readonly end?: ReactNode;
  /** Shown below the sentence: a form, a progress bar, buttons. */
  readonly children?: ReactNode;
}

/** The state of an outbox entry, or of a check before departure, as a sentence. */
export function StatusSentence({
  icon,
  tone = "plain",
  sentence,
  next,
  end,
  children,
}: StatusSentenceProps) {
  return (
    <div className={styles["entry"]} data-tone={tone}>
      <Icon name={icon} size={28} className={styles["icon"]} />
      <div className="shrinks">
        <p className={styles["sentence"]}>{sentence}</p>
        {next === undefined ? null : <p className={styles["next"]}>{next}</p>}
      </div>
      {end === undefined ? null : <span className={styles["end"]}>{end}</span>}
      {children === undefined ? null : <div className={styles["below"]}>{children}</div>}
    </div>
  );
}
