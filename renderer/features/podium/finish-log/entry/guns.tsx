import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import type { Run } from "#shared/contract/events.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { GunDialog } from "./gun-dialog.tsx";
import type { StampClock } from "../stamps/stamp-clock.ts";
import { showClockTime } from "./venue-time.ts";
import styles from "../finish-side.module.css";

/** A finger that went down longer ago belongs to another press. */
const longestPressMs = 2_000;

export interface GunsProps {
  readonly eventId: string;
  readonly runs: readonly Run[];
  readonly guns: FinishPage["guns"];
  /** Times in the log: what a changed gun time would change. */
  readonly stamps: number;
  readonly clock: StampClock;
  /** How far the desk's clock is ahead of this device's. */
  readonly deskAheadMs: number;
  readonly timeZone: string | null;
  readonly onChanged: () => void;
}

/** When each run was started, and how long it has been on its way. */
export function Guns({
  eventId,
  runs,
  guns,
  stamps,
  clock,
  deskAheadMs,
  timeZone,
  onChanged,
}: GunsProps) {
  const nowMs = useNow() + deskAheadMs;
  const set = useCommand("gun.set");
  const [askedRunId, setAskedRunId] = useState<string | null>(null);
  const pressedAt = useRef<number | null>(null);
  const asked = runs.find((run) => run.id === askedRunId) ?? null;

  /** The moment the finger or the key went down, as for a finish. */
  const remember = (event: SyntheticEvent): void => {
    pressedAt.current = event.nativeEvent.timeStamp;
  };
  async function startNow(runId: string): Promise<void> {
    const nowAt = performance.now();
    const at = pressedAt.current;
    const atMs = clock.at(at === null || nowAt - at > longestPressMs ? nowAt : at);
    const reply = await set.run({ eventId, runId, atMs });
    if (reply?.ok === true) onChanged();
  }

  return (
    <section className={styles["guns"]} aria-label={words.finishLog.guns}>
      {runs.map((run) => {
        const atMs = guns.find((gun) => gun.runId === run.id)?.atMs ?? null;
        return (
          <div key={run.id} className={styles["gun"]}>
            <RunTag run={{ name: run.label, order: run.position + 1 }} />
            <GunWords atMs={atMs} nowMs={nowMs} timeZone={timeZone} />
            {atMs === null ? (
              <span onPointerDownCapture={remember} onKeyDownCapture={remember}>
                <Button
                  size="s"
                  label={words.finishLog.gunNowOf(run.label)}
                  isBusy={set.isBusy}
                  onPress={() => void startNow(run.id)}
                >
                  {words.finishLog.gunNow}
                </Button>
              </span>
            ) : null}
            <Button
              size="s"
              kind="quiet"
              label={
                atMs === null
                  ? words.finishLog.gunSetOf(run.label)
                  : words.finishLog.gunChangeOf(run.label)
              }
              onPress={() => setAskedRunId(run.id)}
            >
              {atMs === null ? words.finishLog.gunSet : words.finishLog.gunChange}
            </Button>
          </div>
        );
      })}
      <FailureNotice failure={asked === null ? set.error : null} />
      {asked === null ? null : (
        <GunDialog
          key={asked.id}
          eventId={eventId}
          run={asked}
          gunAtMs={guns.find((gun) => gun.runId === asked.id)?.atMs ?? null}
          stamps={stamps}
          clock={clock}
          timeZone={timeZone}
          onDone={() => {
            setAskedRunId(null);
            onChanged();
          }}
          onClose={() => setAskedRunId(null)}
        />
      )}
    </section>
  );
}

interface GunWordsProps {
  readonly atMs: number | null;
  readonly nowMs: number;
  readonly timeZone: string | null;
}

/** How long ago the gun was, and when. */
function GunWords({ atMs, nowMs, timeZone }: GunWordsProps) {
  const elapsedMs = atMs === null ? null : nowMs - atMs;
  return (
    <span className={styles["gunWords"]}>
      {elapsedMs === null ? (
        words.finishLog.gunWaits
      ) : (
        <>
          <b>{elapsedMs < 0 ? "" : showRaceTime(Math.floor(elapsedMs / 1_000) * 100)}</b>
          <small>{words.finishLog.gunAt(showClockTime(atMs ?? nowMs, timeZone))}</small>
        </>
      )}
    </span>
  );
}
