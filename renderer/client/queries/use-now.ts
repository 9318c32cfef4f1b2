import { useSyncExternalStore } from "react";

const secondMs = 1_000;

let nowMs = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now();
  // Aimed at the turn of the second, so that every clock on the screen turns together.
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

/** This computer's clock, turning every second. `everyMs` coarser: rounds down, so fewer renders. */
export function useNow(everyMs: number = secondMs): number {
  return useSyncExternalStore(listen, () => {
    if (listeners.size === 0) nowMs = Date.now();
    return nowMs - (nowMs % everyMs);
  });
}
