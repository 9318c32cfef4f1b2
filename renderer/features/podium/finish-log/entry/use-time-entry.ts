import { useState } from "react";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import type { Run } from "#shared/contract/events.ts";
import type { ShownLog } from "../finish-rows.ts";
import { timesAround } from "../finish-rows.ts";
import type { TimeContext, TypedMoment } from "./typed-time-of-day.ts";
import { readTypedMoment } from "./typed-time-of-day.ts";

/** The time that is being typed into a row of the log (P11). */
export interface TimeEntry {
  readonly index: number;
  readonly place: TimeContext;
  /** Null while the text is no time. */
  readonly read: TypedMoment | null;
  /** It lies beside its neighbours, and Enter was pressed: the next Enter sets it all the same. */
  readonly isAsked: boolean;
}

export interface TimeEntryOptions {
  /** Names the row whose time is typed; null while none is. */
  readonly rowId: string | null;
  readonly index: number;
  readonly text: string;
  readonly log: ShownLog | null;
  readonly guns: FinishPage["guns"];
  readonly runs: readonly Run[];
  readonly timeZone: string | null;
  /** Now, by the screen's clock for stamps. */
  readonly now: () => number;
}

/** `take` answers the moment to set, or null where the text is no time or has to be confirmed first. */
export function useTimeEntry({
  rowId,
  index,
  text,
  log,
  guns,
  runs,
  timeZone,
  now,
}: TimeEntryOptions): {
  readonly entry: TimeEntry | null;
  take(): number | null;
} {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [openedAtMs] = useState(now);
  if (rowId === null || log === null) return { entry: null, take: () => null };
  const runId = log.rows.get(index)?.known?.runId ?? null;
  const counted = guns.filter((gun) => runId === null || gun.runId === runId);
  const place: TimeContext = {
    ...timesAround(log, index),
    guns: counted.map((gun) => ({
      label: runs.find(({ id }) => id === gun.runId)?.label ?? "",
      atMs: gun.atMs,
    })),
    isSinceGun: runId !== null && counted.length > 0,
    timeZone,
    nearMs: counted[0]?.atMs ?? openedAtMs,
  };
  const read = readTypedMoment(text, place);
  const question = `${rowId} ${text}`;
  const isAsked = read !== null && read.order !== "between" && askedFor === question;
  return {
    entry: { index, place, read, isAsked },
    take() {
      if (read === null) return null;
      if (read.order === "between" || isAsked) return read.atMs;
      setAskedFor(question);
      return null;
    },
  };
}
