import { memo } from "react";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Arrivals } from "#renderer/ui/race/runs/arrivals.tsx";
import { RunCount } from "#renderer/ui/race/runs/run-count.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunCounts } from "#shared/contract/roster.ts";
import styles from "./check-in-panels.module.css";

const minutesPerPoint = 3;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The run counts and the arrival rate. */
export const ArrivalsPanel = memo(function ArrivalsPanel({
  runCounts,
}: {
  readonly runCounts: OutputOf<"roster.runCounts"> | null;
}) {
  const nowMs = useNow(minuteMs);
  if (runCounts === null) return <div className={styles["crowd"]} />;
  return (
    <div className={styles["crowd"]}>
      <ul className={styles["runCounts"]} aria-label={words.checkIn.runCounts}>
        {runCounts.runs.map((run) => (
          <RunCount
            key={run.runId}
            run={run}
            arrived={run.arrived}
            expected={run.expected}
            start={startWords(run, nowMs)}
            label={words.checkIn.runCount(run.label, run.arrived, run.expected)}
          />
        ))}
      </ul>
      <Arrivals
        label={words.checkIn.arrivals}
        rate={words.checkIn.rate(arrivalRate(runCounts.arrivals))}
        counts={arrivalLine(runCounts.arrivals)}
      />
    </div>
  );
});

/** The arrivals of the last 60 seconds: the last item of the arrivals per minute. */
export const arrivalRate = (arrivals: readonly number[]): number => arrivals.at(-1) ?? 0;

/** The last hour as twenty points of three minutes each, so that the line shows a trend and no noise. */
export function arrivalLine(arrivals: readonly number[]): number[] {
  const points: number[] = [];
  for (let at = 0; at < arrivals.length; at += minutesPerPoint) {
    points.push(arrivals.slice(at, at + minutesPerPoint).reduce((sum, count) => sum + count, 0));
  }
  return points;
}

function startWords(run: RunCounts, nowMs: number): string | undefined {
  const { date, startTime, startsAtMs } = run;
  if (startTime === null) return undefined;
  if (startsAtMs === null) return startTime;
  const inMs = startsAtMs - nowMs;
  return Math.abs(inMs) < dayMs
    ? words.checkIn.starts(startTime, inMs)
    : words.checkIn.startsOn(date, startTime);
}
