import { useEffect, useState } from "react";
import { formatTimeWithSeconds } from "#renderer/i18n/format.ts";
import styles from "./clock.module.css";

export interface ClockProps {
  /** Given only where the time is not now: pictures of the parts. */
  readonly atMs?: number | undefined;
}

/** The computer's own wall clock, never corrected; ticks on the full second. */
export function Clock({ atMs }: ClockProps) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (atMs !== undefined) return undefined;
    let timer = 0;
    const tick = () => {
      const now = Date.now();
      setNowMs(now);
      timer = window.setTimeout(tick, 1000 - (now % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [atMs]);
  const text = formatTimeWithSeconds(atMs ?? nowMs);
  return (
    <time className={styles["clock"]} dateTime={text} role="timer">
      {text.slice(0, 5)}
      <small>{text.slice(5)}</small>
    </time>
  );
}
