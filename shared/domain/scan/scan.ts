import { findEvenPart } from "./scan-doubt.ts";
import { judgeHand, pressKey, releaseKey } from "./scan-gesture.ts";
import type { PressedKey } from "./scan-gesture.ts";

/**
 * Keyboard-wedge scanners type what they read, very fast (B4, `SPEC.md`). This file tells them from people by when keys
 * are pressed and let go: it decides, key by key, what may go through, what is held back, and when a whole code was read.
 */

/** What the keyboard did, with the time the key was pressed (not the time it was handled). */
export type KeyStroke =
  /** A key that types one character. */
  | {
      readonly kind: "character";
      readonly character: string;
      readonly atMs: number;
      /** The key on the keyboard, as its release names it; the character itself unless told. */
      readonly key?: string;
    }
  /** A key is let go. Only the keys of the burst matter. */
  | { readonly kind: "release"; readonly key: string; readonly atMs: number }
  /** Enter or Tab: what scanners end a code with, where they end it. */
  | { readonly kind: "suffix"; readonly atMs: number }
  /** Any other key, an auto-repeat, a click: no scanner sends it within a code. */
  | { readonly kind: "other"; readonly atMs: number }
  /** Nothing happened for a while. */
  | { readonly kind: "silence"; readonly atMs: number };

export interface ScanTiming {
  /** Two keys further apart do not belong to one code. People at their fastest rarely get below 60 ms for long. */
  readonly maxGapMs: number;
  /** A slow scanner's keys may be this far apart, where each was let go within `tapMs`. */
  readonly wideGapMs: number;
  /** Scanners let a key go at once; fingers rest on it twice as long at least. */
  readonly tapMs: number;
  /** A key that stays down this long after the next was pressed is under a finger. */
  readonly rollMs: number;
  /** Shortest code with no suffix. */
  readonly minLength: number;
  /**
   * A shorter one with no suffix (bib 68) must come at this pace, each key let go at once, and end with `shortSilenceMs`.
   * A suffix this soon after a character is never a person's, however long the keys are held.
   */
  readonly shortGapMs: number;
  /** Nothing follows a short code with no suffix for so long; a person types on. */
  readonly shortSilenceMs: number;
  /** The gaps and the holds of one scanner differ by no more: one report of a wireless keyboard that comes late. */
  readonly jitterMs: number;
  /** The same code within this time was read once. */
  readonly repeatMs: number;
  /** A suffix this long after a code still belongs to it. */
  readonly lateSuffixMs: number;
  /**
   * A burst that begins this soon after a character someone typed is that person's too: keys that stood in line behind
   * a busy page arrive all at once, and their times with them. Keys that are let go at once, with a suffix, are a code.
   */
  readonly afterTypingMs: number;
  /** So long a burst is a code even then: more than a person types within `afterTypingMs`. */
  readonly minLengthAfterTyping: number;
  /** What this desk's scanner types before the code; "" for none. A code that begins with it may have any length. */
  readonly prefix: string;
}

export const scanTiming: ScanTiming = {
  maxGapMs: 35,
  wideGapMs: 60,
  tapMs: 40,
  rollMs: 15,
  minLength: 4,
  shortGapMs: 20,
  shortSilenceMs: 250,
  jitterMs: 15,
  repeatMs: 100,
  lateSuffixMs: 150,
  afterTypingMs: 250,
  minLengthAfterTyping: 8,
  prefix: "",
};

/** What was heard so far. */
export interface ScanEar {
  /** Characters of the burst under way; "" when there is none. */
  readonly burst: string;
  /** The end of `burst` that was held back: all but its first character. */
  readonly held: string;
  readonly beganAtMs: number;
  readonly lastAtMs: number;
  /** A burst that silence ended; the keys' own times may still prove it unfinished. */
  readonly tail: string;
  /** The keys of the burst, and when each was let go. */
  readonly pressed: readonly PressedKey[];
  /** Releases are heard at all: without them a key that was not let go says nothing. */
  readonly hearsReleases: boolean;
  /** Longest gap in the burst. */
  readonly widestGapMs: number;
  /** When the last character was pressed that turned out to be a person's. */
  readonly typedAtMs: number;
  /** The last burst that turned out to be a person's. */
  readonly typedBurst: string;
  readonly lastCode: string;
  readonly lastCodeAtMs: number;
}

export const quietEar: ScanEar = {
  burst: "",
  held: "",
  tail: "",
  beganAtMs: Number.NEGATIVE_INFINITY,
  lastAtMs: Number.NEGATIVE_INFINITY,
  pressed: [],
  hearsReleases: false,
  widestGapMs: 0,
  typedAtMs: Number.NEGATIVE_INFINITY,
  typedBurst: "",
  lastCode: "",
  lastCodeAtMs: Number.NEGATIVE_INFINITY,
};

/** What to do about a key, in this order: take back, tell, release, then the key itself. */
export interface Hearing {
  readonly ear: ScanEar;
  /** A code was read: whatever its first character did to a field is taken back. */
  readonly wasCode: boolean;
  /** The code, without prefix; null when none was read or it is a repetition. */
  readonly code: string | null;
  /** What the code is if one of its keys was a person's; null where nothing is in doubt. */
  readonly instead: string | null;
  /** Characters held back that were a person's after all: type them now, before the key. */
  readonly release: string;
  /** What happens to the key. `pass`: as ever. `hold`: kept back for now. `swallow`: belongs to a code. */
  readonly key: "pass" | "hold" | "swallow";
}

/** Hears one stroke. The first character of a burst always passes at once, so that people never wait. */
export function hear(heard: ScanEar, stroke: KeyStroke, timing: ScanTiming = scanTiming): Hearing {
  if (stroke.kind === "release") return hearRelease(heard, stroke.key, stroke.atMs, timing);
  const gapMs = stroke.atMs - heard.lastAtMs;
  const ear = goOn(heard, stroke, timing);
  const isNear = ear.burst !== "" && belongs(ear, stroke.atMs, timing);
  if (stroke.kind === "character") {
    const key = stroke.key ?? stroke.character;
    if (isNear) return { ...nothing(extend(ear, stroke.character, key, stroke.atMs)), key: "hold" };
    const closed = close(ear, timing, { atMs: stroke.atMs, isSuffix: false });
    return { ...closed, ear: begin(closed.ear, stroke.character, key, stroke.atMs), key: "pass" };
  }
  if (stroke.kind === "silence") {
    if (gapMs >= 0 && gapMs < silenceMs(ear, timing)) return { ...nothing(ear), key: "pass" };
    const closed = close(ear, timing, { atMs: stroke.atMs, isSuffix: false });
    // Whether it was a person's is settled with the next key (`goOn`).
    return { ...closed, ear: { ...closed.ear, tail: ear.burst, typedAtMs: ear.typedAtMs } };
  }
  if (stroke.kind === "other") return close(ear, timing, { atMs: stroke.atMs, isSuffix: false });
  const closed = close(ear, timing, { atMs: stroke.atMs, isSuffix: isNear });
  const sinceCodeMs = stroke.atMs - closed.ear.lastCodeAtMs;
  const isOfCode = closed.wasCode || (ear.burst === "" && sinceCodeMs >= 0);
  const isScanners =
    (isOfCode && sinceCodeMs <= timing.lateSuffixMs) ||
    (isNear && isScannersSuffix(ear, stroke.atMs, timing)) ||
    (gapMs >= 0 && gapMs <= timing.shortGapMs);
  return isScanners ? { ...closed, key: "swallow" } : closed;
}

/** How long nothing may come after the last key until the burst is over. */
export function silenceMs(ear: ScanEar, timing: ScanTiming = scanTiming): number {
  if (isShortCode(ear, ear.lastAtMs, timing)) return timing.shortSilenceMs;
  return handOf(ear, ear.lastAtMs, timing) === "machine" ? timing.wideGapMs : timing.maxGapMs;
}

const handOf = (ear: ScanEar, atMs: number, timing: ScanTiming) =>
  judgeHand(ear.pressed, ear.hearsReleases ? atMs : null, timing);

/** Whether a key belongs to the burst: soon enough after its last key, and no finger rests on any of them. */
function belongs(ear: ScanEar, atMs: number, timing: ScanTiming): boolean {
  const gapMs = atMs - ear.lastAtMs;
  if (gapMs < 0 || gapMs > timing.wideGapMs) return false;
  const hand = handOf(ear, atMs, timing);
  return hand === "machine" || (hand === "unknown" && gapMs <= timing.maxGapMs);
}

/** A release that shows fingers gives a person's characters back at once. */
function hearRelease(heard: ScanEar, key: string, atMs: number, timing: ScanTiming): Hearing {
  const pressed = releaseKey(heard.pressed, key, atMs);
  const ear: ScanEar = { ...heard, pressed, hearsReleases: true };
  if (ear.held === "" || handOf(ear, atMs, timing) !== "fingers") {
    return { ...nothing(ear), key: "pass" };
  }
  return close(ear, timing, { atMs, isSuffix: false });
}

/**
 * On a starved machine keys stand in line, and silence seems to fall in the middle of a code. The key's own time tells
 * that it belongs to what came before: the burst goes on, and what of it was typed meanwhile is taken back with it. A key
 * that does not leaves the burst what silence made of it: a code, or a person's typing.
 */
function goOn(ear: ScanEar, stroke: KeyStroke, timing: ScanTiming): ScanEar {
  if (ear.tail === "") return ear;
  const wasRead = ear.lastCodeAtMs === ear.lastAtMs;
  // The suffix of what was read as a code already adds nothing to it.
  const isKey = stroke.kind === "character" || (stroke.kind === "suffix" && !wasRead);
  if (isKey && belongs(ear, stroke.atMs, timing)) return { ...ear, burst: ear.tail, tail: "" };
  return { ...ear, tail: "", typedAtMs: wasRead ? ear.typedAtMs : ear.lastAtMs };
}

const nothing = (ear: ScanEar) =>
  ({ ear, wasCode: false, code: null, instead: null, release: "" }) as const;

const begin = (ear: ScanEar, character: string, key: string, atMs: number): ScanEar => ({
  ...ear,
  burst: character,
  held: "",
  tail: "",
  pressed: pressKey([], key, atMs),
  beganAtMs: atMs,
  lastAtMs: atMs,
  widestGapMs: 0,
});

const extend = (ear: ScanEar, character: string, key: string, atMs: number): ScanEar => ({
  ...ear,
  burst: ear.burst + character,
  held: ear.held + character,
  pressed: pressKey(ear.pressed, key, atMs),
  widestGapMs: Math.max(ear.widestGapMs, atMs - ear.lastAtMs),
  lastAtMs: atMs,
});

/** What ends a burst: when, and whether it is a suffix that belongs to it. */
interface BurstEnd {
  readonly atMs: number;
  readonly isSuffix: boolean;
}

/** Ends the burst: a code, or a person's keys. */
function close(ear: ScanEar, timing: ScanTiming, end: BurstEnd): Hearing {
  const after: ScanEar = { ...ear, burst: "", held: "", tail: "" };
  if (!isCode(ear, timing, end)) {
    const typed = ear.burst === "" ? {} : { typedAtMs: ear.lastAtMs, typedBurst: ear.burst };
    return {
      ear: { ...after, ...typed },
      wasCode: false,
      code: null,
      instead: null,
      release: ear.held,
      key: "pass",
    };
  }
  const code = withoutPrefix(ear.burst, timing);
  const isRepeat = code === ear.lastCode && ear.beganAtMs - ear.lastCodeAtMs <= timing.repeatMs;
  return {
    ear: { ...after, lastCode: code, lastCodeAtMs: ear.lastAtMs },
    wasCode: true,
    code: isRepeat ? null : code,
    instead: isRepeat ? null : readInstead(ear, timing, end),
    release: "",
    key: "pass",
  };
}

const withoutPrefix = (burst: string, { prefix }: ScanTiming): string =>
  burst.startsWith(prefix) ? burst.slice(prefix.length) : burst;

/** The code without the key that may be a person's. A prefix says where the code begins, and leaves no doubt. */
function readInstead(ear: ScanEar, timing: ScanTiming, end: BurstEnd): string | null {
  if (timing.prefix !== "" && ear.burst.startsWith(timing.prefix)) return null;
  const sinceTypedMs = ear.beganAtMs - ear.typedAtMs;
  const cutOff = [...ear.typedBurst].slice(1).join("");
  // A finger came off its key in the middle of the code: what came before it was taken for typing.
  if (sinceTypedMs >= 0 && sinceTypedMs <= timing.wideGapMs && cutOff !== "") {
    return cutOff + ear.burst;
  }
  const part = findEvenPart(ear.pressed, end.isSuffix ? end.atMs : null, timing.jitterMs);
  if (part === null) return null;
  return withoutPrefix([...ear.burst].slice(part.from, part.to).join(""), timing);
}

function isCode(ear: ScanEar, timing: ScanTiming, end: BurstEnd): boolean {
  const length = [...ear.burst].length;
  if (length === 0) return false;
  const { prefix } = timing;
  if (prefix !== "" && ear.burst.startsWith(prefix) && ear.burst.length > prefix.length) {
    return length > 1;
  }
  const hand = handOf(ear, end.atMs, timing);
  if (hand === "fingers") return false;
  const sinceTypedMs = ear.beganAtMs - ear.typedAtMs;
  if (sinceTypedMs >= 0 && sinceTypedMs <= timing.afterTypingMs) {
    // Let go at once and ended with a suffix, it is nobody's typing: the code is read without what was typed before it.
    const isScanned = end.isSuffix && length > 1 && hand === "machine";
    return isScanned || length >= timing.minLengthAfterTyping;
  }
  if (end.isSuffix) return isScannersSuffix(ear, end.atMs, timing);
  if (length >= timing.minLength) return true;
  return isShortCode(ear, end.atMs, timing) && end.atMs - ear.lastAtMs >= timing.shortSilenceMs;
}

/**
 * Whether a suffix near a burst is the scanner's own. It presses nothing then, even where the burst stays as typed text:
 * a person looks at that text before anybody is checked in.
 */
function isScannersSuffix(ear: ScanEar, atMs: number, timing: ScanTiming): boolean {
  // Two digits and Enter at this pace: nothing shows fingers, and to find somebody is safer than to check them in.
  if ([...ear.burst].length > 1 || atMs - ear.lastAtMs <= timing.shortGapMs) return true;
  // One digit and Enter are two keys, which fingers can press nearly at once, but never let go at once.
  return handOf(ear, atMs, timing) === "machine";
}

/**
 * Two or three characters that may be a code with no suffix: fast, each key let go at once, and with a digit, for two
 * letters nearly at once are a person's.
 */
function isShortCode(ear: ScanEar, atMs: number, timing: ScanTiming): boolean {
  const length = [...ear.burst].length;
  return (
    length >= 2 &&
    length < timing.minLength &&
    /\p{N}/u.test(ear.burst) &&
    ear.widestGapMs <= timing.shortGapMs &&
    handOf(ear, atMs, timing) === "machine"
  );
}
