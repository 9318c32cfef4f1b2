import { useState } from "react";
import { useSecondPress } from "#renderer/client/input/second-press.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import type { Run } from "#shared/contract/events.ts";
import type { ShownLog } from "../finish-rows.ts";
import { timesAround } from "../finish-rows.ts";
import type { TimeContext, TypedMoment } from "./typed-time-of-day.ts";
import { readTypedMoment } from "./typed-time-of-day.ts";

/** The time that is being typed into a row of the log (P11). */
export interface TimeEntry {
  readonly index: number;
  readonly context: TimeContext;
  /** Null: the text is no time. */
  readonly read: TypedMoment | null;
  /** The time does not fit its neighbours, and Enter was pressed once. The next Enter sets it. */
  readonly isAsked: boolean;
}

export interface LineEntryTime {
  readonly entry: TimeEntry | null;
  confirm(): number | null;
}

export interface TimeEntryOptions {
  /** Identifies the row whose time is typed; null: no time is typed. */
  readonly rowId: string | null;
  readonly index: number;
  readonly text: string;
  readonly log: ShownLog | null;
  readonly guns: FinishPage["guns"];
  readonly runs: readonly Run[];
  readonly timeZone: string | null;
  /** The present time of the stamp clock. */
  readonly now: () => number;
}

/** `confirm` returns the moment to set; null if the text is no time, or must be confirmed once more. */
export function useTimeEntry(options: TimeEntryOptions): LineEntryTime {
  const { rowId, index, text, log, guns, runs, timeZone, now } = options;
  /** The time that was not set at the first press, because it contradicts its neighbours (P11). */
  const refused = useSecondPress();
  const [openedAtMs] = useState(now);
  if (rowId === null || log === null) return { entry: null, confirm: () => null };
  const runId = log.rows.get(index)?.known?.runId ?? null;
  const counted = guns.filter((gun) => runId === null || gun.runId === runId);
  const context: TimeContext = {
    ...timesAround(log, index),
    guns: counted.map((gun) => ({
      label: runs.find(({ id }) => id === gun.runId)?.label ?? "",
      atMs: gun.atMs,
    })),
    isSinceGun: runId !== null && counted.length > 0,
    timeZone,
    nearMs: counted[0]?.atMs ?? openedAtMs,
    nowMs: now(),
  };
  const read = readTypedMoment(text, context);
  const question = `${rowId} ${text}`;
  const isAsked = read !== null && read.order !== "between" && refused.isAsked(question);
  return {
    entry: { index, context, read, isAsked },
    confirm() {
      if (read === null) return null;
      if (read.order === "between" || refused.isAnswered(question)) return read.atMs;
      if (!isAsked) refused.ask(question);
      return null;
    },
  };
}
