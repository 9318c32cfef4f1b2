import { useState } from "react";

/** Both keep the start of a rehearsal, which names it. */
const seenKey = "chute.rehearsal-seen";
const joinedKey = "chute.rehearsal-joined";

const readStart = (key: string): number | null => {
  const kept = Number(localStorage.getItem(key) ?? Number.NaN);
  return Number.isFinite(kept) ? kept : null;
};

/** This device was there while the rehearsal ran: its score is shown here. */
export const joinRehearsal = (startedAtMs: number): void =>
  localStorage.setItem(joinedKey, String(startedAtMs));

/**
 * The score of a rehearsal is shown once on each device that was there while it ran: closed in one window, it stays closed
 * in the others, and a device that was paired later is not held up by it.
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
