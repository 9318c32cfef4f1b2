import { useSyncExternalStore } from "react";

const secondMs = 1_000;

let nowMs = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now();
  // The next full second, so that all clocks on the screen change together.
  timer = setTimeout(tick, secondMs - (nowMs % secondMs));
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The time of this computer, rounded down to `everyMs`: a component renders only when the rounded time changes. */
export function useNow(everyMs: number = secondMs): number {
  return useSyncExternalStore(listen, () => {
    if (listeners.size === 0) nowMs = Date.now();
    return nowMs - (nowMs % everyMs);
  });
}
