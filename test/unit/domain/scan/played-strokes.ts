import { handleStroke, initialScannerState, scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScanTiming } from "#shared/domain/scan/wedge-timing.ts";

/** Plays strokes and returns the text of a field and the codes that were read. */
export function playStrokes(strokes: readonly KeyStroke[], timing: ScanTiming = scanTiming) {
  let state = initialScannerState;
  let typed = "";
  let beforeBurst = "";
  const codes: string[] = [];
  const keys: string[] = [];
  for (const stroke of strokes) {
    const begins = stroke.kind === "character";
    const result = handleStroke(state, stroke, timing);
    state = result.state;
    if (result.wasCode) typed = beforeBurst;
    typed += result.restored;
    if (result.code !== null) codes.push(result.code);
    if (begins && result.key === "pass") beforeBurst = typed;
    if (begins && result.key === "pass") typed += stroke.character;
    if (stroke.kind === "suffix") keys.push(result.key);
  }
  return { typed, codes, suffixes: keys };
}

/** The strokes of a text, with one gap or with these gaps in turn; "⏎" is Enter. */
export function typeStrokes(
  text: string,
  gapsMs: number | readonly number[],
  startMs = 1_000,
): KeyStroke[] {
  let atMs = startMs;
  return [...text].map((character, index) => {
    const gapMs = typeof gapsMs === "number" ? gapsMs : (gapsMs[index % gapsMs.length] ?? 0);
    atMs += index === 0 ? 0 : gapMs;
    return character === "⏎" ? { kind: "suffix", atMs } : { kind: "character", character, atMs };
  });
}

/** The silence after these strokes. */
export const later = (strokes: readonly KeyStroke[], afterMs: number): KeyStroke => ({
  kind: "silence",
  atMs: (strokes.at(-1)?.atMs ?? 0) + afterMs,
});
