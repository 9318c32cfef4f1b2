import { useEffect, useRef } from "react";
import type { ShownLog } from "./finish-rows.ts";

export type FreshLog = ReturnType<typeof useFreshLog>;

/** Milliseconds; the screen's query answers after a command within this time, or never. */
const freshWithinMs = 2_000;

/** The log as the screen shows it in the present render, for commands that wait for the command before them. */
export function useFreshLog(log: ShownLog | null) {
  const shown = useRef(log);
  const waiting = useRef(new Set<() => void>());
  useEffect(() => {
    shown.current = log;
    for (const look of waiting.current) look();
  }, [log]);
  return {
    now: () => shown.current,
    /** Changes the log as a performed command has, until the log is answered again. */
    assume(change: (log: ShownLog) => ShownLog) {
      if (shown.current !== null) shown.current = change(shown.current);
    },
    /** Resolves when the shown log fits, or after a time without an answer. `withinMs` null: only when it fits. */
    until: (fits: (log: ShownLog) => boolean, withinMs: number | null = freshWithinMs) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          waiting.current.delete(look);
          clearTimeout(timer);
          resolve();
        };
        const look = (): void => {
          if (shown.current !== null && fits(shown.current)) end();
        };
        const timer = withinMs === null ? undefined : setTimeout(end, withinMs);
        waiting.current.add(look);
        look();
      }),
  };
}
