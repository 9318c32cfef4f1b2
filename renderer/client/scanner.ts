import { hear, quietEar, scanTiming } from "#shared/domain/scan.ts";
import type { KeyStroke, ScanTiming } from "#shared/domain/scan.ts";
import { readFocusedText, restoreText, typeText } from "./text-target.ts";
import type { TextBefore } from "./text-target.ts";

/** A code that was passed on and found nobody for so long is forgotten. */
const passedOnMs = 2_000;

/** How much later than asked a timer may fire before keys are suspected to wait behind it. */
const lateMs = 8;
/** How long silence lasts beyond a scanner's longest gap: keys may stand in line outside of the page too. */
const settleMs = 45;

/** Hears a keyboard-wedge scanner at any time, with or without focus (B4). */
export interface Scanner {
  /** The newest handler gets every code until it is removed; with none, keys are left alone. */
  handle(handler: (code: string) => void): () => void;
  /** Keeps a code for whoever listens next: the room where it was read has no use for it. */
  passOn(code: string): void;
  /** A code that was read in another way: it goes where a scanner's would. */
  deliver(code: string): void;
  /** What this desk's scanner types before each code. */
  setPrefix(prefix: string): void;
  /** A key that a room wants before anybody, scanner included: it is part of no code and delays none. */
  takeFirst(take: (event: KeyboardEvent) => boolean): () => void;
}

/**
 * The first character of any burst goes through at once, so people never wait. What follows faster than a person types
 * is held back: a code is then taken out of the field again, and a person's keys are typed after all.
 */
export function createScanner(page: Window): Scanner {
  const handlers: ((code: string) => void)[] = [];
  const takers = new Set<(event: KeyboardEvent) => boolean>();
  let timing: ScanTiming = scanTiming;
  let ear = quietEar;
  let before: TextBefore | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let passedOn: { readonly code: string; readonly atMs: number } | null = null;

  function take(stroke: KeyStroke): "pass" | "hold" | "swallow" {
    const heard = hear(ear, stroke, timing);
    ear = heard.ear;
    if (heard.wasCode && before !== null) restoreText(before);
    if (heard.release !== "") typeText(heard.release);
    if (stroke.kind === "character" && heard.key === "pass") before = readFocusedText();
    clearTimeout(timer);
    if (ear.burst !== "") listenForSilence(timing.maxGapMs + settleMs);
    if (heard.code !== null) handlers.at(-1)?.(heard.code);
    return heard.key;
  }

  function listenForSilence(afterMs: number): void {
    const dueMs = performance.now() + afterMs;
    timer = setTimeout(() => {
      const atMs = performance.now();
      // A busy page: the rest of the code may stand in line behind this timer. Let it pass first.
      if (atMs - dueMs > lateMs) listenForSilence(lateMs);
      else take({ kind: "silence", atMs });
    }, afterMs);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isTrusted || isModifier(event.key)) return;
    const isTaken = [...takers].some((take) => take(event));
    if (!isTaken && (handlers.length === 0 || take(strokeOf(event)) === "pass")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const onPointer = (event: PointerEvent): void => {
    if (ear.burst !== "") take({ kind: "other", atMs: event.timeStamp });
  };

  // On the window, in the capture phase: before every other listener there is.
  page.addEventListener("keydown", onKeyDown, { capture: true });
  page.addEventListener("pointerdown", onPointer, { capture: true });

  return {
    handle(handler) {
      handlers.push(handler);
      const kept = passedOn;
      passedOn = null;
      if (kept !== null && performance.now() - kept.atMs < passedOnMs) handler(kept.code);
      return () => {
        const at = handlers.lastIndexOf(handler);
        if (at >= 0) handlers.splice(at, 1);
      };
    },
    passOn(code) {
      passedOn = { code, atMs: performance.now() };
    },
    deliver(code) {
      handlers.at(-1)?.(code);
    },
    setPrefix(prefix) {
      timing = { ...scanTiming, prefix };
    },
    takeFirst(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
  };
}

const isModifier = (key: string): boolean =>
  key === "Shift" || key === "AltGraph" || key === "CapsLock" || key === "NumLock";

function strokeOf(event: KeyboardEvent): KeyStroke {
  const atMs = event.timeStamp;
  const isPlain =
    !event.metaKey && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey));
  if (event.repeat || event.isComposing || !isPlain) return { kind: "other", atMs };
  if (event.key === "Enter" || event.key === "Tab") return { kind: "suffix", atMs };
  // One code point, which may be two units.
  if ([...event.key].length === 1) return { kind: "character", character: event.key, atMs };
  return { kind: "other", atMs };
}
