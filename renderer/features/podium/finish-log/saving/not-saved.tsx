import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { StopCard } from "#renderer/ui/controls/page/card.tsx";
import { eachQueue } from "./save-queues.ts";
import type { FinishQueues } from "./save-queues.ts";
import type { QueueStates } from "../use-finish-log.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-log.module.css";

export interface UnsavedProps extends QueueStates {
  readonly queues: FinishQueues;
  readonly timeZone: string | null;
}

/** The alert that is shown while saving fails and stamps, bibs or guns exist only in this window. */
export function NotSaved({ queues, pressed, typed, started, timeZone }: UnsavedProps) {
  const failure = pressed.failure ?? typed.failure ?? started.failure;
  const times = pressed.unsaved.length;
  const bibs = typed.unsaved.length;
  const guns = started.unsaved.map(({ run, atMs }) => `${run} ${showClockTime(atMs, timeZone)}`);
  if (failure === null || times + bibs + guns.length === 0) return null;
  const isRefused = pressed.isRefused || typed.isRefused || started.isRefused;
  const { finishLog } = words;
  return (
    <div className={styles["loud"]}>
      <StopCard title={finishLog.notSavedTitle}>
        <p className={styles["lostWhat"]}>
          <b>{finishLog.notSavedWhat(times, bibs, guns.length)}</b>{" "}
          {failureMessage(failure, finishLog.notSavedWhy).text}{" "}
          {isRefused ? finishLog.notSavedRefused : finishLog.notSavedDo}
        </p>
        {guns.length === 0 ? null : (
          <p className={styles["lostWhat"]}>
            <b>{finishLog.notSavedGuns(guns)}</b>
          </p>
        )}
        <div className={styles["lostActions"]}>
          <Button
            kind="paper"
            size="s"
            icon="retry"
            isBusy={false}
            onPress={() => {
              for (const queue of eachQueue(queues)) queue.tryNow();
            }}
          >
            {finishLog.tryNow}
          </Button>
          {isRefused ? (
            <Button
              kind="paper"
              size="s"
              onPress={() => {
                for (const queue of eachQueue(queues)) queue.setAside();
              }}
            >
              {finishLog.setAside}
            </Button>
          ) : null}
          {times === 0 ? null : (
            <details className={styles["lostTimes"]}>
              <summary>{finishLog.notSavedTimes}</summary>
              <p>{pressed.unsaved.map(({ atMs }) => showClockTime(atMs, timeZone)).join(" · ")}</p>
            </details>
          )}
        </div>
      </StopCard>
    </div>
  );
}
