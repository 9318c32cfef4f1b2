import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { Run } from "#shared/contract/events.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import { ToPodium } from "./to-podium/to-podium.tsx";
import styles from "./finish-log.module.css";

export interface FinishFooterProps {
  readonly eventId: string;
  readonly runId: string | null;
  readonly runs: readonly Run[];
  /** What Ctrl+Z takes back; null when this desk did nothing. */
  readonly lastAction: FinishPage["lastAction"];
  readonly timeZone: string | null;
  readonly deskAheadMs: number;
  readonly sleptMs: number | null;
  readonly onUndo: () => void;
}

/** Below the lists: the way back, the way to the podium, and which clock the times are of. */
export function FinishFooter({
  eventId,
  runId,
  runs,
  lastAction,
  timeZone,
  deskAheadMs,
  sleptMs,
  onUndo,
}: FinishFooterProps) {
  const { finishLog } = words;
  return (
    <>
      <div className={styles["foot"]}>
        <Button
          icon="undo"
          keycap={finishLog.undoKeys}
          label={lastAction === null ? undefined : finishLog.undoWhat[lastAction]}
          onPress={onUndo}
        >
          {finishLog.undo}
        </Button>
        <ToPodium eventId={eventId} runId={runId} runs={runs} />
      </div>
      <p className={styles["clock"]}>
        {timeZone === null
          ? finishLog.clockHere
          : finishLog.clockZone(timeZone.replaceAll("_", " "))}
        {deskAheadMs === 0 ? null : ` ${finishLog.clockAhead(deskAheadMs)}`}
        {sleptMs === null ? null : ` ${finishLog.slept(sleptMs)}`}
      </p>
    </>
  );
}
