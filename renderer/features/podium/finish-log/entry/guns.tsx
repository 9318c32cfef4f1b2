import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import type { Run } from "#shared/contract/events.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { GunDialog } from "./gun-dialog.tsx";
import type { LineEntry } from "../use-line-entry.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-side.module.css";

/** A pointer or key that went down longer ago belongs to another press. */
const longestPressMs = 2_000;

export interface GunsProps {
  readonly eventId: string;
  readonly entry: LineEntry;
}

/** The gun time of each run, and its running time. */
export function Guns({ eventId, entry }: GunsProps) {
  const { finish, commands, runs, timeZone } = entry;
  const { clock, deskAheadMs } = entry.screen;
  const nowMs = useNow() + deskAheadMs;
  const set = useCommand("gun.set");
  const [askedRunId, setAskedRunId] = useState<string | null>(null);
  const pressedAt = useRef<number | null>(null);
  const gunOf = ({ id }: Run): number | null =>
    finish.page?.guns.find((gun) => gun.runId === id)?.atMs ?? null;
  const asked = runs.find((run) => run.id === askedRunId) ?? null;

  /** Remembers when the pointer or the key went down, as for a finish. */
  const remember = (event: SyntheticEvent): void => {
    pressedAt.current = event.nativeEvent.timeStamp;
  };
  async function startNow(runId: string): Promise<void> {
    const nowAt = performance.now();
    const at = pressedAt.current;
    const atMs = clock.at(at === null || nowAt - at > longestPressMs ? nowAt : at);
    const reply = await set.run({ eventId, runId, atMs });
    if (reply?.ok === true) commands.changed();
  }

  return (
    <section
      className={styles["guns"]}
      aria-label={words.finishLog.guns}
      data-waits={runs.some((run) => gunOf(run) === null) ? "" : undefined}
    >
      {runs.map((run) => {
        const atMs = gunOf(run);
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
          gunAtMs={gunOf(asked)}
          stamps={finish.log?.stamps ?? 0}
          clock={clock}
          timeZone={timeZone}
          onDone={() => {
            setAskedRunId(null);
            commands.changed();
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

/** The time since the gun, and the gun time. */
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
