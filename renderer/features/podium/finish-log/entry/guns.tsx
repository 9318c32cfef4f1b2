import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { newCommandId } from "#renderer/client/client.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import type { Run } from "#shared/contract/events.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { GunDialog } from "./gun-dialog.tsx";
import type { PressedGun } from "../finish-rows.ts";
import type { FinishLog } from "../use-finish-log.ts";
import type { LineEntry } from "../use-line-entry.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-side.module.css";

/** A pointer or key that went down longer ago belongs to another press. */
const longestPressMs = 2_000;

/** Milliseconds between two ticks of the running times, and a second more for a slow page. */
const tickMs = 2_000;

export interface GunsProps {
  readonly eventId: string;
  readonly entry: LineEntry;
  /** The pressed button goes away, and the focus would go away with it. */
  readonly onStarted: () => void;
}

/** The gun time of each run, and its running time. */
export function Guns({ eventId, entry, onStarted }: GunsProps) {
  const { finish, commands, runs, timeZone } = entry;
  const { clock, deskAheadMs } = entry.screen;
  const nowMs = useNow() + deskAheadMs;
  const today = venueDate(nowMs, timeZone);
  const [askedRunId, setAskedRunId] = useState<string | null>(null);
  const pressedAt = useRef<number | null>(null);
  const gunOf = ({ id }: Run): number | null =>
    finish.page?.guns.find((gun) => gun.runId === id)?.atMs ?? null;
  const asked = runs.find((run) => run.id === askedRunId) ?? null;

  /** Remembers when the pointer or the key went down, as for a finish. */
  const remember = (event: SyntheticEvent): void => {
    pressedAt.current = event.nativeEvent.timeStamp;
  };
  function startNow({ id: runId, label: run }: Run): void {
    const nowAt = performance.now();
    const at = pressedAt.current;
    const atMs = clock.at(at === null || nowAt - at > longestPressMs ? nowAt : at);
    finish.queues.guns.add({ id: newCommandId(), runId, run, atMs });
    commands.changed();
    onStarted();
  }

  return (
    <section
      className={styles["guns"]}
      aria-label={words.finishLog.guns}
      data-waits={finish.page !== null && runs.some((run) => gunOf(run) === null) ? "" : undefined}
    >
      {runs.map((run) => (
        <GunRow
          key={run.id}
          run={run}
          finish={finish}
          nowMs={nowMs}
          today={today}
          timeZone={timeZone}
          onPressDown={remember}
          onStart={() => startNow(run)}
          onAsk={() => setAskedRunId(run.id)}
        />
      ))}
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

interface GunRowProps {
  readonly run: Run;
  readonly finish: FinishLog;
  readonly nowMs: number;
  /** The day of `nowMs` at the venue. */
  readonly today: string;
  readonly timeZone: string | null;
  readonly onPressDown: (event: SyntheticEvent) => void;
  readonly onStart: () => void;
  readonly onAsk: () => void;
}

/** Before the log was ever answered, nobody knows whether the run has started, and nothing is offered. */
function GunRow({ run, finish, nowMs, today, timeZone, ...on }: GunRowProps) {
  const { finishLog } = words;
  const { page, started } = finish;
  const keptMs = page?.guns.find((gun) => gun.runId === run.id)?.atMs ?? null;
  const isOfRun = ({ runId }: PressedGun): boolean => runId === run.id;
  const unsaved = started.unsaved.find(isOfRun);
  const pressed = unsaved ?? started.saved.map(({ item }) => item).find(isOfRun);
  const atMs = keptMs ?? pressed?.atMs ?? null;
  const isKnown = page !== null;
  const saving = started.failure === null ? finishLog.saving : finishLog.gunNotSaved;
  return (
    <div className={styles["gun"]}>
      <RunTag run={run} />
      {atMs === null ? (
        <span className={styles["gunWords"]}>
          {isKnown ? finishLog.gunWaits : finish.error === null ? "" : finishLog.gunUnknown}
        </span>
      ) : (
        <GunWords
          atMs={atMs}
          nowMs={nowMs}
          today={today}
          timeZone={timeZone}
          saving={keptMs === null && unsaved !== undefined ? saving : null}
        />
      )}
      {isKnown && atMs === null ? (
        <span onPointerDownCapture={on.onPressDown} onKeyDownCapture={on.onPressDown}>
          <Button size="s" label={finishLog.gunNowOf(run.label)} onPress={on.onStart}>
            {finishLog.gunNow}
          </Button>
        </span>
      ) : null}
      {isKnown && (atMs === null || keptMs !== null) ? (
        <Button
          size="s"
          kind="quiet"
          label={atMs === null ? finishLog.gunSetOf(run.label) : finishLog.gunChangeOf(run.label)}
          onPress={on.onAsk}
        >
          {atMs === null ? finishLog.gunSet : finishLog.gunChange}
        </Button>
      ) : null}
    </div>
  );
}

interface GunWordsProps extends Pick<GunRowProps, "nowMs" | "today" | "timeZone"> {
  readonly atMs: number;
  /** Null: the gun is saved. */
  readonly saving: string | null;
}

/** The time since the gun, and the gun time, with its day if that is not today. */
function GunWords({ atMs, nowMs, today, timeZone, saving }: GunWordsProps) {
  // The clock of this row may be a tick behind a gun that was pressed just now.
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / 1_000));
  const isAhead = atMs - nowMs > tickMs;
  const day = venueDate(atMs, timeZone);
  const clockTime = showClockTime(atMs, timeZone);
  // Month, day and minutes fit into the row; the dialog has the whole time.
  const time = day === today ? clockTime : `${day.slice(5)} ${clockTime.slice(0, 5)}`;
  return (
    <span className={styles["gunWords"]}>
      <b>{isAhead ? words.finishLog.gunAhead : showRaceTime(seconds * 100)}</b>
      <small>
        {saving === null ? words.finishLog.gunAt(time) : words.finishLog.gunUnsaved(time, saving)}
      </small>
    </span>
  );
}
