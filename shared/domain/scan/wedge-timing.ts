import { findScannerPart } from "./mixed-burst.ts";
import { areTapped, mayGoOn } from "./interrupted-burst.ts";
import { judgeKeySource, pressKey, releaseKey } from "./scan-gesture.ts";
import type { PressedKey } from "./scan-gesture.ts";

/**
 * Keyboard-wedge scanners type the code that they read, very fast (B4, `SPEC.md`). This file distinguishes them from people by
 * the times of key presses and releases. For each key it decides whether the page gets it, whether it is held back, and
 * whether a whole code was read.
 */

/** One keyboard event, with the time of the event (not the time at which it was handled). */
export type KeyStroke =
  /** A key that types one character. */
  | {
      readonly kind: "character";
      readonly character: string;
      readonly atMs: number;
      /** The key on the keyboard, as its release names it; by default the character. */
      readonly key?: string;
    }
  /** A key is released. Only the keys of the burst matter. */
  | { readonly kind: "release"; readonly key: string; readonly atMs: number }
  /** Enter or Tab: many scanners end a code with one of these. */
  | { readonly kind: "suffix"; readonly atMs: number }
  /** Any other key, an auto-repeat, a click: no scanner sends one of these within a code. */
  | { readonly kind: "other"; readonly atMs: number }
  /** No key was pressed or released for some time. */
  | { readonly kind: "silence"; readonly atMs: number };

/** The times by which a scanner is told from a person. */
export const scanTiming = {
  /** The maximum gap between two keys of one code. The fastest people rarely type faster than 60 ms per key for long. */
  maxGapMs: 35,
  /** The maximum gap for a slow scanner, which releases each key within `tapMs`. */
  wideGapMs: 60,
  /** The maximum time that a scanner holds a key; a finger rests on a key at least twice as long. */
  tapMs: 40,
  /** A key that is still down this long after the press of the next key is held by a finger. */
  rollMs: 15,
  /** The minimum length of a code without a suffix. */
  minLength: 4,
  /**
   * The maximum gap in a shorter code without a suffix (bib 68); its keys must also be released at once. A suffix this soon
   * after a character is always the scanner's.
   */
  shortGapMs: 20,
  /**
   * The maximum difference between the gaps, and between the holds, of one scanner: one late report of a wireless keyboard, or
   * one step of the clock by which Windows gives times to keys (15 or 16 ms).
   */
  jitterMs: 16,
  /** The same code within this time counts once. */
  repeatMs: 100,
  /**
   * The maximum time between a code and what is missing of it: its suffix, or keys that a busy computer delays. The silence
   * after a code without a suffix is as long.
   */
  lateMs: 250,
  /**
   * A burst that begins this soon after a typed character is typed by the same person: keys that waited for a busy page
   * arrive all at once. Keys that are released at once, with a suffix, are a code nevertheless.
   */
  afterTypingMs: 250,
  /** A burst of this length is a code even after typing: a person does not type so many keys within `afterTypingMs`. */
  minLengthAfterTyping: 8,
  /**
   * The text that this desk's scanner types before the code; "" for none. A code that begins with this text may have
   * any length.
   */
  prefix: "",
};
export type ScanTiming = Readonly<typeof scanTiming>;

/** The state before the first stroke. */
export const initialScannerState = {
  /** The characters of the current burst; "" if there is none. */
  burst: "",
  /** The held-back part of `burst`: all characters but the first. */
  held: "",
  /** A burst that silence ended. The time of the next key may show that the burst continues. */
  tail: "",
  beganAtMs: Number.NEGATIVE_INFINITY,
  lastAtMs: Number.NEGATIVE_INFINITY,
  /** The keys of the burst with their releases. */
  pressed: [] as readonly PressedKey[],
  /** Whether the page reports releases. If it does not, a key without a release means nothing. */
  seesReleases: false,
  /** The widest gap in the burst. */
  widestGapMs: 0,
  /** The time of the last character that a person typed. */
  typedAtMs: Number.NEGATIVE_INFINITY,
  /** The last burst that a person typed. */
  typedBurst: "",
  /** The burst before this one, if neither another key nor a suffix ended it, and no finger typed it. */
  endedBurst: "",
  /** What came right before this burst and may be the beginning of the same code (`interrupted-burst.ts`). */
  lead: "",
  lastCode: "",
  lastCodeAtMs: Number.NEGATIVE_INFINITY,
};

/** The state after the strokes so far. */
export type ScannerState = Readonly<typeof initialScannerState>;

/** The actions after a stroke, in this order: undo the first character, deliver the code, type `restored`, then the key. */
export interface StrokeResult {
  readonly state: ScannerState;
  /** Whether a code was read. The field then gets back the text that it had before the first character. */
  readonly wasCode: boolean;
  /** The code without its prefix; null if none was read, or if it is a repetition. */
  readonly code: string | null;
  /** The code without a key that a person may have pressed; null if all keys are the scanner's. */
  readonly instead: string | null;
  /** Characters that were held back but a person typed: they are typed now, before the key. */
  readonly restored: string;
  /** `pass`: the page gets the key. `hold`: it is held back. `swallow`: it belongs to a code. */
  readonly key: "pass" | "hold" | "swallow";
}

/** Handles one stroke. The first character of a burst always passes at once, so that people never wait. */
export function handleStroke(
  before: ScannerState,
  stroke: KeyStroke,
  timing: ScanTiming = scanTiming,
): StrokeResult {
  if (stroke.kind === "release") return handleRelease(before, stroke.key, stroke.atMs, timing);
  const gapMs = stroke.atMs - before.lastAtMs;
  const state = continueBurst(before, stroke, timing);
  const isNear = state.burst !== "" && belongs(state, stroke.atMs, timing);
  if (stroke.kind === "character") {
    const key = stroke.key ?? stroke.character;
    if (isNear)
      return { ...nothing(extend(state, stroke.character, key, stroke.atMs)), key: "hold" };
    const closed = close(state, timing, { atMs: stroke.atMs, isSuffix: false });
    return {
      ...closed,
      state: begin(closed.state, stroke.character, key, stroke.atMs, timing),
      key: "pass",
    };
  }
  if (stroke.kind === "silence") {
    if (gapMs >= 0 && gapMs < silenceMs(state, timing)) return { ...nothing(state), key: "pass" };
    const closed = close(state, timing, { atMs: stroke.atMs, isSuffix: false });
    // The next key decides whether a person typed it (`continueBurst`).
    return { ...closed, state: { ...closed.state, tail: state.burst, typedAtMs: state.typedAtMs } };
  }
  const closed = withoutBurstBefore(
    close(state, timing, { atMs: stroke.atMs, isSuffix: stroke.kind === "suffix" && isNear }),
  );
  if (stroke.kind === "other") return closed;
  const sinceCodeMs = stroke.atMs - closed.state.lastCodeAtMs;
  const isOfCode = closed.wasCode || (state.burst === "" && sinceCodeMs >= 0);
  const isFromScanner =
    (isOfCode && sinceCodeMs <= timing.lateMs) ||
    (isNear && isScannerSuffix(state, stroke.atMs, timing)) ||
    (gapMs >= 0 && gapMs <= timing.shortGapMs);
  return isFromScanner ? { ...closed, key: "swallow" } : closed;
}

/** The silence after the last key that ends the burst, in milliseconds. */
export function silenceMs(state: ScannerState, timing: ScanTiming = scanTiming): number {
  // The last key may still be down.
  if (mayContinue(state, state.pressed.slice(0, -1), state.lastAtMs, timing)) return timing.lateMs;
  if (isShortCode(state, state.lastAtMs, timing)) return timing.lateMs;
  return sourceOf(state, state.lastAtMs, timing) === "machine" ? timing.wideGapMs : timing.maxGapMs;
}

/** Whether more keys of the same code may come: the burst is long enough for a code, and a scanner typed these keys of it. */
const mayContinue = (
  state: ScannerState,
  pressed: readonly PressedKey[],
  atMs: number,
  timing: ScanTiming,
): boolean => [...state.burst].length >= timing.minLength && areTapped(pressed, atMs, timing);

const sourceOf = (state: ScannerState, atMs: number, timing: ScanTiming) =>
  judgeKeySource(state.pressed, state.seesReleases ? atMs : null, timing);

/** Whether a key belongs to the burst: it follows soon enough, and no finger holds a key of the burst. */
function belongs(state: ScannerState, atMs: number, timing: ScanTiming): boolean {
  const gapMs = atMs - state.lastAtMs;
  const source = sourceOf(state, atMs, timing);
  if (gapMs < 0 || source === "fingers") return false;
  if (mayContinue(state, state.pressed, atMs, timing)) return gapMs <= timing.lateMs;
  return gapMs <= (source === "machine" ? timing.wideGapMs : timing.maxGapMs);
}

/** If a release proves that fingers press the keys, the held-back characters are typed at once. */
function handleRelease(
  before: ScannerState,
  key: string,
  atMs: number,
  timing: ScanTiming,
): StrokeResult {
  const pressed = releaseKey(before.pressed, key, atMs);
  const state: ScannerState = { ...before, pressed, seesReleases: true };
  if (state.held === "" || sourceOf(state, atMs, timing) !== "fingers") {
    return { ...nothing(state), key: "pass" };
  }
  return close(state, timing, { atMs, isSuffix: false });
}

/**
 * On a busy computer key events wait, and the program sees a silence in the middle of a code. The time of the next key shows
 * whether it belongs to the burst before the silence. If so, the burst continues, and its characters that were typed
 * meanwhile are removed with it. If not, the burst stays what it was at the silence: a code, or a person's typing.
 */
function continueBurst(state: ScannerState, stroke: KeyStroke, timing: ScanTiming): ScannerState {
  if (state.tail === "") return state;
  const wasRead = state.lastCodeAtMs === state.lastAtMs;
  // A suffix does not change a burst that was already read as a code.
  const isKey = stroke.kind === "character" || (stroke.kind === "suffix" && !wasRead);
  const whole: ScannerState = { ...state, burst: state.tail, tail: "" };
  if (isKey && belongs(whole, stroke.atMs, timing)) return whole;
  return { ...state, tail: "", typedAtMs: wasRead ? state.typedAtMs : state.lastAtMs };
}

/** What comes after a suffix or another key does not continue the burst before it. */
const withoutBurstBefore = (result: StrokeResult): StrokeResult => ({
  ...result,
  state: { ...result.state, endedBurst: "", lead: "" },
});

const nothing = (state: ScannerState) =>
  ({ state, wasCode: false, code: null, instead: null, restored: "" }) as const;

const begin = (
  state: ScannerState,
  character: string,
  key: string,
  atMs: number,
  timing: ScanTiming,
): ScannerState => ({
  ...state,
  lead: mayGoOn(state, atMs, timing) ? state.lead + state.endedBurst : "",
  endedBurst: "",
  burst: character,
  held: "",
  tail: "",
  pressed: pressKey([], key, atMs),
  beganAtMs: atMs,
  lastAtMs: atMs,
  widestGapMs: 0,
});

const extend = (
  state: ScannerState,
  character: string,
  key: string,
  atMs: number,
): ScannerState => ({
  ...state,
  burst: state.burst + character,
  held: state.held + character,
  pressed: pressKey(state.pressed, key, atMs),
  widestGapMs: Math.max(state.widestGapMs, atMs - state.lastAtMs),
  lastAtMs: atMs,
});

/** The end of a burst. */
interface BurstEnd {
  readonly atMs: number;
  /** Whether a suffix that belongs to the burst ended the burst. */
  readonly isSuffix: boolean;
}

/** Ends the burst and decides whether it is a code or a person's typing. */
function close(state: ScannerState, timing: ScanTiming, end: BurstEnd): StrokeResult {
  const isOfFingers = sourceOf(state, end.atMs, timing) === "fingers";
  const endedBurst = state.burst === "" ? state.endedBurst : isOfFingers ? "" : state.burst;
  const after: ScannerState = { ...state, burst: "", held: "", tail: "", endedBurst };
  if (!isCode(state, timing, end)) {
    const typed = state.burst === "" ? {} : { typedAtMs: state.lastAtMs, typedBurst: state.burst };
    return {
      state: { ...after, ...typed },
      wasCode: false,
      code: null,
      instead: null,
      restored: state.held,
      key: "pass",
    };
  }
  const code = withoutPrefix(state.burst, timing);
  const isRepeat =
    code === state.lastCode && state.beganAtMs - state.lastCodeAtMs <= timing.repeatMs;
  return {
    state: {
      ...after,
      lastCode: code,
      lastCodeAtMs: state.lastAtMs,
    },
    wasCode: true,
    code: isRepeat ? null : code,
    instead: isRepeat ? null : readWithoutPerson(state, timing, end),
    restored: "",
    key: "pass",
  };
}

const withoutPrefix = (burst: string, { prefix }: ScanTiming): string =>
  burst.startsWith(prefix) ? burst.slice(prefix.length) : burst;

/** The code without a key that a person may have pressed. With a prefix the start of the code is certain. */
function readWithoutPerson(state: ScannerState, timing: ScanTiming, end: BurstEnd): string | null {
  if (timing.prefix !== "" && state.burst.startsWith(timing.prefix)) return null;
  const isReadAgain = followsCode(state, timing) && state.burst === state.lead;
  if (state.lead !== "" && !isReadAgain) {
    const whole = withoutPrefix(state.lead + state.burst, timing);
    return whole === state.burst ? null : whole;
  }
  const sinceTypedMs = state.beganAtMs - state.typedAtMs;
  const cutOff = [...state.typedBurst].slice(1).join("");
  // A person released a key in the middle of the code, so that its beginning was taken for typing.
  if (sinceTypedMs >= 0 && sinceTypedMs <= timing.wideGapMs && cutOff !== "") {
    return cutOff + state.burst;
  }
  const part = findScannerPart(state.pressed, end.isSuffix ? end.atMs : null, timing.jitterMs);
  if (part === null) return null;
  return withoutPrefix([...state.burst].slice(part.from, part.to).join(""), timing);
}

/** Whether the burst before this one was read as a code, so that this one may be the rest of that code. */
const followsCode = (state: ScannerState, timing: ScanTiming): boolean =>
  state.lead !== "" && state.beganAtMs - state.lastCodeAtMs <= timing.afterTypingMs;

function isCode(state: ScannerState, timing: ScanTiming, end: BurstEnd): boolean {
  const length = [...state.burst].length;
  if (length === 0) return false;
  const { prefix } = timing;
  // The scanner's prefix alone is no code.
  if (state.burst === prefix) return false;
  if (prefix !== "" && state.burst.startsWith(prefix)) return length > 1;
  const source = sourceOf(state, end.atMs, timing);
  if (source === "fingers") return false;
  if (source === "machine" && followsCode(state, timing)) return true;
  const sinceTypedMs = state.beganAtMs - state.typedAtMs;
  if (sinceTypedMs >= 0 && sinceTypedMs <= timing.afterTypingMs) {
    // Keys that are released at once and end with a suffix are a code. The typed text before them is not part of it.
    const isScanned = end.isSuffix && length > 1 && source === "machine";
    return isScanned || length >= timing.minLengthAfterTyping;
  }
  if (end.isSuffix) return isScannerSuffix(state, end.atMs, timing);
  if (length >= timing.minLength) return true;
  return isShortCode(state, end.atMs, timing) && end.atMs - state.lastAtMs >= timing.lateMs;
}

/**
 * Whether a suffix near a burst is the scanner's. Such a suffix has no effect on the page, even if the burst stays in the field
 * as typed text: a person must look at that text before a runner is checked in.
 */
function isScannerSuffix(state: ScannerState, atMs: number, timing: ScanTiming): boolean {
  // Two digits and Enter at this pace may come from fingers too. A search result is safer than a check-in.
  if ([...state.burst].length > 1 || atMs - state.lastAtMs <= timing.shortGapMs) return true;
  // Fingers can press one digit and Enter nearly at once, but they cannot release each key at once.
  return sourceOf(state, atMs, timing) === "machine";
}

/**
 * Whether two or three characters may be a code without a suffix: fast, each key released at once, and with a digit, because
 * a person may press two letters nearly at once.
 */
function isShortCode(state: ScannerState, atMs: number, timing: ScanTiming): boolean {
  const length = [...state.burst].length;
  return (
    length >= 2 &&
    length < timing.minLength &&
    /\p{N}/u.test(state.burst) &&
    state.widestGapMs <= timing.shortGapMs &&
    sourceOf(state, atMs, timing) === "machine"
  );
}
