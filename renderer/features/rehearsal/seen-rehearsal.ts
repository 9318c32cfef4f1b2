import { useState } from "react";

/** Storage keys. Both store the start time of a rehearsal, which identifies it. */
const seenKey = "chute.rehearsal-seen";
const joinedKey = "chute.rehearsal-joined";

const readStart = (key: string): number | null => {
  const kept = Number(localStorage.getItem(key) ?? Number.NaN);
  return Number.isFinite(kept) ? kept : null;
};

/** Stores that this device took part in the rehearsal, so that it shows the score. */
export const joinRehearsal = (startedAtMs: number): void =>
  localStorage.setItem(joinedKey, String(startedAtMs));

/**
 * Each device that took part shows the score once: closed in one window, it stays closed in the others. A device that was
 * paired later does not show it.
 */
export function useSeenRehearsal(): {
  readonly isDue: (startedAtMs: number) => boolean;
  readonly setSeen: (startedAtMs: number) => void;
} {
  const [seenHere, setSeenHere] = useState<number | null>(null);
  return {
    isDue: (startedAtMs) =>
      readStart(joinedKey) === startedAtMs &&
      seenHere !== startedAtMs &&
      readStart(seenKey) !== startedAtMs,
    setSeen: (startedAtMs) => {
      localStorage.setItem(seenKey, String(startedAtMs));
      setSeenHere(startedAtMs);
    },
  };
}
