import {
  handleStroke,
  initialScannerState,
  scanTiming,
  silenceMs,
} from "#shared/domain/scan/wedge-timing.ts";
import type {
  KeyStroke,
  ScannerState,
  ScanTiming,
  StrokeResult,
} from "#shared/domain/scan/wedge-timing.ts";

/** One key: its character ("⏎" is Enter), when it is pressed, and how long it is held down. */
export interface Key {
  readonly character: string;
  readonly atMs: number;
  readonly heldMs: number;
}

/** A keyboard that reports releases, as every real one does. */
export const warm: ScannerState = { ...initialScannerState, seesReleases: true };

/** The strokes of these keys in the order of their times. */
export function strokesOf(keys: readonly Key[]): readonly KeyStroke[] {
  const downs = keys.map(({ character, atMs }, at): KeyStroke => {
    if (character === "⏎") return { kind: "suffix", atMs };
    return { kind: "character", character, atMs, key: `${character}${at}` };
  });
  const ups = keys.map(({ character, atMs, heldMs }, at): KeyStroke => ({
    kind: "release",
    key: `${character}${at}`,
    atMs: atMs + heldMs,
  }));
  return [...downs, ...ups].toSorted((one, other) => one.atMs - other.atMs);
}

/** Plays strokes from this state, with the silences that a page notices. Returns the state afterwards. */
export function playStrokes(
  strokes: readonly KeyStroke[],
  from: ScannerState,
  timing: ScanTiming,
  see: (result: StrokeResult, stroke: KeyStroke) => void,
): ScannerState {
  let state = from;
  function take(stroke: KeyStroke): void {
    const result = handleStroke(state, stroke, timing);
    state = result.state;
    see(result, stroke);
  }
  for (const [at, stroke] of strokes.entries()) {
    take(stroke);
    const nextAtMs = strokes[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const quietAtMs = state.lastAtMs + silenceMs(state, timing) + 45;
    if (state.burst !== "" && quietAtMs < nextAtMs) take({ kind: "silence", atMs: quietAtMs });
  }
  return state;
}

/** The text of a field afterwards, the codes that were read, and the effect of each Enter. */
export function playKeys(keys: readonly Key[], timing: ScanTiming = scanTiming) {
  let typed = "";
  let beforeBurst = "";
  const codes: string[] = [];
  const enters: string[] = [];
  playStrokes(strokesOf(keys), warm, timing, (result, stroke) => {
    if (result.wasCode) typed = beforeBurst;
    typed += result.restored;
    if (result.code !== null) codes.push(result.code);
    if (stroke.kind === "suffix") enters.push(result.key);
    if (stroke.kind !== "character" || result.key !== "pass") return;
    beforeBurst = typed;
    typed += stroke.character;
  });
  return { typed, codes, enters };
}

/** The keys of a text, each held for the same time; "⏎" is Enter. */
export const typeKeys = (text: string, gapMs: number, heldMs: number, startMs = 1_000): Key[] =>
  [...text].map((character, at) => ({ character, atMs: startMs + at * gapMs, heldMs }));
