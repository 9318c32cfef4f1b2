import { hear, quietEar, scanTiming, silenceMs } from "#shared/domain/scan/scan.ts";
import type { KeyStroke, ScanTiming } from "#shared/domain/scan/scan.ts";
import { readText, restoreText, typeText } from "./text-target.ts";
import type { TextBefore } from "./text-target.ts";

/** A code that was passed on and found nobody for so long is forgotten. */
const passedOnMs = 2_000;

/** How much later than asked a timer may fire before keys are suspected to wait behind it. */
const lateMs = 8;
/** How long silence lasts beyond a scanner's longest gap: keys may stand in line outside of the page too. */
const settleMs = 45;

/** Gets a code, and what the code is if one of its keys was a person's; null where nothing is in doubt. */
export type CodeHandler = (code: string, instead: string | null) => void;

/** Hears a keyboard-wedge scanner at any time, with or without focus (B4). */
export interface Scanner {
  /**
   * The newest handler gets every code until it is removed; with none, keys are left alone. A dialog's goes before every
   * screen's, whichever is newer.
   */
  handle(handler: CodeHandler, of?: "screen" | "dialog"): () => void;
  /** Keeps a code for whoever listens next: the room where it was read has no use for it. */
  passOn(code: string, instead: string | null): void;
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
  const handlers = createHandlers();
  const takers = new Set<(event: KeyboardEvent) => boolean>();
  let timing: ScanTiming = scanTiming;
  let ear = quietEar;
  let before: TextBefore | null = null;
  /** The first key of a burst went through, and its text is not in any field yet. */
  let awaitsText = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(stroke: KeyStroke): "pass" | "hold" | "swallow" {
    const heard = hear(ear, stroke, timing);
    ear = heard.ear;
    if (heard.wasCode && before !== null) restoreText(before);
    if (heard.release !== "") typeText(heard.release);
    // Between a key and its text no other key is pressed; a release or a timer may come.
    if (stroke.kind !== "release" && stroke.kind !== "silence") {
      awaitsText = stroke.kind === "character" && heard.key === "pass";
      if (awaitsText) before = readText(page.document.activeElement);
    }
    clearTimeout(timer);
    if (ear.burst !== "") {
      const sinceLastMs = Math.max(0, stroke.atMs - ear.lastAtMs);
      listenForSilence(Math.max(0, silenceMs(ear, timing) - sinceLastMs) + settleMs);
    }
    if (heard.code !== null) handlers.now()?.(heard.code, heard.instead);
    return heard.key;
  }

  function listenForSilence(afterMs: number): void {
    const dueMs = performance.now() + afterMs;
    timer = setTimeout(() => {
      const atMs = performance.now();
      // A busy page: the rest of the code may stand in line behind this timer. Let it pass first.
      if (atMs - dueMs > lateMs) listenForSilence(lateMs);
      // So long it was silent here, whatever clock the keys' times come from.
      else take({ kind: "silence", atMs: Math.max(atMs, ear.lastAtMs + silenceMs(ear, timing)) });
    }, afterMs);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isTrusted || isModifier(event.key)) return;
    const isTaken = [...takers].some((take) => take(event));
    if (!isTaken && (handlers.now() === undefined || take(strokeOf(event)) === "pass")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // It is only listened to: a release is never kept from anybody.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!event.isTrusted || isModifier(event.key) || handlers.now() === undefined) return;
    take({ kind: "release", key: keyOf(event), atMs: event.timeStamp });
  };

  // A screen may lead the first key into a field that had no focus: its text tells where it goes.
  const onBeforeInput = (event: InputEvent): void => {
    if (awaitsText) before = readText(event.target);
    awaitsText = false;
  };

  const onPointer = (event: PointerEvent): void => {
    if (ear.burst !== "") take({ kind: "other", atMs: event.timeStamp });
  };

  // On the window, in the capture phase: before every other listener there is.
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

/** Who takes a code: the dialog that opened last, else the screen that was shown last. */
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

/** A key by its place on the keyboard: Shift may be let go first, and the character is another one then. */
const keyOf = (event: KeyboardEvent): string =>
  event.code === "" ? event.key.toLowerCase() : event.code;

function strokeOf(event: KeyboardEvent): KeyStroke {
  const atMs = event.timeStamp;
  const isPlain =
    !event.metaKey && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey));
  if (event.repeat || event.isComposing || !isPlain) return { kind: "other", atMs };
  if (event.key === "Enter" || event.key === "Tab") return { kind: "suffix", atMs };
  // One code point, which may be two units.
  if ([...event.key].length === 1) {
    return { kind: "character", character: event.key, atMs, key: keyOf(event) };
  }
  return { kind: "other", atMs };
}
