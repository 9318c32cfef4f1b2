import { useNow } from "#renderer/client/queries/use-now.ts";
import { formatTimeWithSeconds } from "#renderer/i18n/format.ts";
import styles from "./clock.module.css";

/** The clock of this computer. */
export function Clock() {
  const text = formatTimeWithSeconds(useNow());
  return (
    <time className={styles["clock"]} dateTime={text} role="timer">
      {text.slice(0, 5)}
      <small>{text.slice(5)}</small>
    </time>
  );
}
