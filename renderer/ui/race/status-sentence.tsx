import type { ReactNode } from "react";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./status-sentence.module.css";

export interface StatusSentenceProps {
  readonly icon: IconName;
  readonly tone?: "plain" | "done" | "look" | "stop";
  /** What, for whom, since when. Bold parts are up to who asks. */
  readonly sentence: ReactNode;
  /** What happens next. */
  readonly next?: ReactNode;
  /** At the end of the line: a time, "waiting". */
  readonly end?: ReactNode;
  /** Under the sentence: a form to mend it, a progress bar, buttons. */
  readonly children?: ReactNode;
}

/** A thing and its state as a sentence: an entry of the queue, a check before departure. */
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
      <div className={styles["words"]}>
        <p className={styles["sentence"]}>{sentence}</p>
        {next === undefined ? null : <p className={styles["next"]}>{next}</p>}
      </div>
      {end === undefined ? null : <span className={styles["end"]}>{end}</span>}
      {children === undefined ? null : <div className={styles["below"]}>{children}</div>}
    </div>
  );
}
