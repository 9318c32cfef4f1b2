import {
  handleStroke,
  initialScannerState,
  scanTiming,
  silenceMs,
} from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScanTiming } from "#shared/domain/scan/wedge-timing.ts";
import { readText, restoreText, typeText } from "./text-target.ts";
import type { TextBefore } from "./text-target.ts";

/** A code that was passed on is dropped after this time without a handler. */
const passedOnMs = 2_000;

/** If a timer fires later than this, keys may wait in the event queue behind it. */
const lateMs = 8;
/** Added to a scanner's longest gap before a burst ends, because keys may also wait outside the page. */
const settleMs = 45;

/**
 * Receives a code. `instead`: the code without the one key that a person may have pressed; null if every key is the
 * scanner's.
 */
export type CodeHandler = (code: string, instead: string | null) => void;

/** Receives the codes of a keyboard-wedge scanner, wherever the focus is (B4). */
export interface Scanner {
  /**
   * The newest handler gets every code until it is removed. Without a handler, keys reach the page as typed. A dialog's
   * goes before every screen's, whichever is newer.
   */
  handle(handler: CodeHandler, of?: "screen" | "dialog"): () => void;
  /** Keeps a code for the next screen's handler, for at most 2 s, because the present screen has no use for it. */
  passOn(code: string, instead: string | null): void;
  /** Passes a code that was read in another way to the current handler. */
  deliver(code: string): void;
  /** The prefix that this desk's scanner types before each code. */
  setPrefix(prefix: string): void;
  /** Registers a function that gets each key before the scanner. A key that it takes is part of no code. */
  takeFirst(take: (event: KeyboardEvent) => boolean): () => void;
}

/**
 * The first character of any burst goes through at once, so people never wait. What follows faster than a person types
 * is held back: a code is then taken out of the field again, and a person's keys are typed after all.
 */
export function createScanner(page: Window): Scanner {
  const handlers = createHandlers();
  const takers = new Set<(event: KeyboardEvent) => boolean>();
  let timing: ScanTiming = scanTiming;
  let state = initialScannerState;
  let before: TextBefore | null = null;
  /** The first key of a burst was passed on, and its text is not in a field yet. */
  let awaitsText = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(stroke: KeyStroke): "pass" | "hold" | "swallow" {
    const result = handleStroke(state, stroke, timing);
    state = result.state;
    if (result.wasCode && before !== null) restoreText(before);
    if (result.restored !== "") typeText(result.restored);
    // Between a key and its text there is no other key press, but there may be a release or a timer.
    if (stroke.kind !== "release" && stroke.kind !== "silence") {
      awaitsText = stroke.kind === "character" && result.key === "pass";
      if (awaitsText) before = readText(page.document.activeElement);
    }
    clearTimeout(timer);
    if (state.burst !== "") {
      const sinceLastMs = Math.max(0, stroke.atMs - state.lastAtMs);
      listenForSilence(Math.max(0, silenceMs(state, timing) - sinceLastMs) + settleMs);
    }
    if (result.code !== null) handlers.now()?.(result.code, result.instead);
    return result.key;
  }

  function listenForSilence(afterMs: number): void {
    const dueMs = performance.now() + afterMs;
    timer = setTimeout(() => {
      const atMs = performance.now();
      // The page was busy, and the rest of the code may be queued behind this timer: handle it first.
      if (atMs - dueMs > lateMs) listenForSilence(lateMs);
      // The silence was measured with this page's clock, because key events may use another one.
      else
        take({ kind: "silence", atMs: Math.max(atMs, state.lastAtMs + silenceMs(state, timing)) });
    }, afterMs);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isTrusted || isModifier(event.key)) return;
    const isTaken = [...takers].some((take) => take(event));
    if (!isTaken && (handlers.now() === undefined || take(strokeOf(event)) === "pass")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // A key release is only observed and never stopped.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!event.isTrusted || isModifier(event.key) || handlers.now() === undefined) return;
    take({ kind: "release", key: keyOf(event), atMs: event.timeStamp });
  };

  // A screen may focus a field at the first key, so the field is known only when the text arrives.
  const onBeforeInput = (event: InputEvent): void => {
    if (awaitsText) before = readText(event.target);
    awaitsText = false;
  };

  const onPointer = (event: PointerEvent): void => {
    if (state.burst !== "") take({ kind: "other", atMs: event.timeStamp });
  };

  // On the window and in the capture phase, so that these listeners run before all others.
  page.addEventListener("keydown", onKeyDown, { capture: true });
  page.addEventListener("keyup", onKeyUp, { capture: true });
  page.addEventListener("beforeinput", onBeforeInput, { capture: true });
  page.addEventListener("pointerdown", onPointer, { capture: true });

  return {
    handle: handlers.add,
    passOn: handlers.passOn,
    deliver(code) {
      handlers.now()?.(code, null);
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

/** The handlers of codes: the handler of the last opened dialog, else of the last shown screen, is used. */
function createHandlers() {
  const ofScreens: CodeHandler[] = [];
  const ofDialogs: CodeHandler[] = [];
  let passedOn: {
    readonly code: string;
    readonly instead: string | null;
    readonly atMs: number;
  } | null = null;

  const add: Scanner["handle"] = (handler, of = "screen") => {
    const handlers = of === "dialog" ? ofDialogs : ofScreens;
    handlers.push(handler);
    const kept = of === "dialog" ? null : passedOn;
    if (of === "screen") passedOn = null;
    if (kept !== null && performance.now() - kept.atMs < passedOnMs) {
      handler(kept.code, kept.instead);
    }
    return () => {
      const at = handlers.lastIndexOf(handler);
      if (at >= 0) handlers.splice(at, 1);
    };
  };
  const passOn: Scanner["passOn"] = (code, instead) => {
    passedOn = { code, instead, atMs: performance.now() };
  };

  return { now: () => ofDialogs.at(-1) ?? ofScreens.at(-1), add, passOn };
}

const isModifier = (key: string): boolean =>
  key === "Shift" || key === "AltGraph" || key === "CapsLock" || key === "NumLock";

/** Identifies a key by its position: if Shift is released first, the same key has another character. */
const keyOf = (event: KeyboardEvent): string =>
  event.code === "" ? event.key.toLowerCase() : event.code;

function strokeOf(event: KeyboardEvent): KeyStroke {
  const atMs = event.timeStamp;
  const isPlain =
    !event.metaKey && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey));
  if (event.repeat || event.isComposing || !isPlain) return { kind: "other", atMs };
  if (event.key === "Enter" || event.key === "Tab") return { kind: "suffix", atMs };
  // One code point, which may be two UTF-16 units.
  if ([...event.key].length === 1) {
    return { kind: "character", character: event.key, atMs, key: keyOf(event) };
  }
  return { kind: "other", atMs };
}
