import { useState } from "react";
import type { StoredText } from "#renderer/client/navigation/stored-text.ts";
import { storedText } from "#renderer/client/navigation/stored-text.ts";

/** Both store the start time of a rehearsal, which identifies it. */
const seen = storedText("chute.rehearsal-seen", () => localStorage);
const joined = storedText("chute.rehearsal-joined", () => localStorage);

const readStart = (stored: StoredText): number | null => {
  const kept = Number(stored.read() ?? Number.NaN);
  return Number.isFinite(kept) ? kept : null;
};

/** Stores that this device took part in the rehearsal, so that it shows the score. */
export const joinRehearsal = (startedAtMs: number): void => joined.write(String(startedAtMs));

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
      readStart(joined) === startedAtMs &&
      seenHere !== startedAtMs &&
      readStart(seen) !== startedAtMs,
    setSeen: (startedAtMs) => {
      seen.write(String(startedAtMs));
      setSeenHere(startedAtMs);
    },
  };
}
