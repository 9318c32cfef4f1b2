import { memo } from "react";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Arrivals } from "#renderer/ui/race/runs/arrivals.tsx";
import { RunCount } from "#renderer/ui/race/runs/run-count.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunCounts } from "#shared/contract/roster.ts";
import { arrivalLine, arrivalRate } from "./arrival-rate.ts";
import styles from "./check-in-panels.module.css";

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface ArrivalsPanelProps {
  readonly runCounts: OutputOf<"roster.lanes"> | null;
}

/** Who is here, run by run, and how fast they come. */
export const ArrivalsPanel = memo(function ArrivalsPanel({ runCounts }: ArrivalsPanelProps) {
  const nowMs = useNow(minuteMs);
  if (runCounts === null) return <div className={styles["crowd"]} />;
  return (
    <div className={styles["crowd"]}>
      <ul className={styles["lanes"]} aria-label={words.checkIn.lanes}>
        {runCounts.lanes.map((lane) => (
          <RunCount
            key={lane.runId}
            run={{ name: lane.label, order: lane.position + 1 }}
            arrived={lane.arrived}
            expected={lane.expected}
            start={startWords(lane, nowMs)}
            label={words.checkIn.lane(lane.label, lane.arrived, lane.expected)}
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

/** The desk stands at the venue, so its wall clock is the venue's. */
function startWords({ date, startTime }: RunCounts, nowMs: number): string | undefined {
  if (startTime === null) return undefined;
  const startsAtMs = new Date(`${date}T${startTime}`).getTime();
  if (Number.isNaN(startsAtMs)) return startTime;
  const inMs = startsAtMs - nowMs;
  return Math.abs(inMs) < dayMs
    ? words.checkIn.starts(startTime, inMs)
    : words.checkIn.startsOn(date, startTime);
}
