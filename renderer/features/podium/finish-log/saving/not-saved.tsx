import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { StopCard } from "#renderer/ui/controls/page/card.tsx";
import type { FinishQueues } from "./save-queues.ts";
import type { PressedStamp, TypedBib } from "../finish-rows.ts";
import type { SaveQueueState } from "./save-queue.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-log.module.css";

export interface UnsavedProps {
  readonly queues: FinishQueues;
  readonly pressed: SaveQueueState<PressedStamp>;
  readonly typed: SaveQueueState<TypedBib>;
  readonly timeZone: string | null;
}

/** The alert that is shown while saving fails and stamps or bibs exist only in this window. */
export function NotSaved({ queues, pressed, typed, timeZone }: UnsavedProps) {
  const failure = pressed.failure ?? typed.failure;
  const times = pressed.unsaved.length;
  const bibs = typed.unsaved.length;
  if (failure === null || times + bibs === 0) return null;
  const isRefused = pressed.isRefused || typed.isRefused;
  const { finishLog } = words;
  return (
    <div className={styles["loud"]}>
      <StopCard title={finishLog.notSavedTitle}>
        <p className={styles["lostWhat"]}>
          <b>{finishLog.notSavedWhat(times, bibs)}</b>{" "}
          {failureMessage(failure, finishLog.notSavedWhy).text}{" "}
          {isRefused ? finishLog.notSavedRefused : finishLog.notSavedDo}
        </p>
        <div className={styles["lostActions"]}>
          <Button
            kind="paper"
            size="s"
            icon="retry"
            isBusy={false}
            onPress={() => {
              queues.stamps.tryNow();
              queues.bibs.tryNow();
            }}
          >
            {finishLog.tryNow}
          </Button>
          {isRefused ? (
            <Button
              kind="paper"
              size="s"
              onPress={() => {
                queues.stamps.setAside();
                queues.bibs.setAside();
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
