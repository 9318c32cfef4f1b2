/**
 * Keyboard-wedge scanners type what they read, very fast (B4). This file tells them from people by the times of the
 * keys alone: it decides, key by key, what may go through, what is held back, and when a whole code was read.
 */

/** What the keyboard did, with the time the key was pressed (not the time it was handled). */
export type KeyStroke =
  /** A key that types one character. */
  | { readonly kind: "character"; readonly character: string; readonly atMs: number }
  /** Enter or Tab: what scanners end a code with, where they end it. */
  | { readonly kind: "suffix"; readonly atMs: number }
  /** Any other key, an auto-repeat, a click: no scanner sends it within a code. */
  | { readonly kind: "other"; readonly atMs: number }
  /** Nothing happened for a while. */
  | { readonly kind: "silence"; readonly atMs: number };

export interface ScanTiming {
  /** Two keys further apart do not belong to one code. People at their fastest rarely get below 60 ms for long. */
  readonly maxGapMs: number;
  /** Shortest code with no suffix. */
  readonly minLength: number;
  /** Shortest code that ends with Enter or Tab. */
  readonly minLengthWithSuffix: number;
  /** A code shorter than that (bib 7, Enter) must come at this pace, suffix included. */
  readonly shortGapMs: number;
  /** The same code within this time was read once. */
  readonly repeatMs: number;
  /** A suffix this long after a code still belongs to it. */
  readonly lateSuffixMs: number;
  /**
   * A burst that begins this soon after a character someone typed is that person's too: keys that stood in line behind
   * a busy page arrive all at once, and their times with them.
   */
  readonly afterTypingMs: number;
  /** So long a burst is a code even then: more than a person types within `afterTypingMs`. */
  readonly minLengthAfterTyping: number;
  /** What this desk's scanner types before the code; "" for none. A code that begins with it may have any length. */
  readonly prefix: string;
}

export const scanTiming: ScanTiming = {
  maxGapMs: 35,
  minLength: 4,
  minLengthWithSuffix: 3,
  shortGapMs: 20,
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
  /** Longest gap in the burst. */
  readonly widestGapMs: number;
  /** When the last character was pressed that turned out to be a person's. */
  readonly typedAtMs: number;
  readonly lastCode: string;
  readonly lastCodeAtMs: number;
}

export const quietEar: ScanEar = {
  burst: "",
  held: "",
  tail: "",
  beganAtMs: Number.NEGATIVE_INFINITY,
  lastAtMs: Number.NEGATIVE_INFINITY,
  widestGapMs: 0,
  typedAtMs: Number.NEGATIVE_INFINITY,
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
  /** Characters held back that were a person's after all: type them now, before the key. */
  readonly release: string;
  /** What happens to the key. `pass`: as ever. `hold`: kept back for now. `swallow`: belongs to a code. */
  readonly key: "pass" | "hold" | "swallow";
}

/** Hears one stroke. The first character of a burst always passes at once, so that people never wait. */
export function hear(heard: ScanEar, stroke: KeyStroke, timing: ScanTiming = scanTiming): Hearing {
  const gapMs = stroke.atMs - heard.lastAtMs;
  const ear = goOn(heard, stroke, timing);
  const isNear = ear.burst !== "" && gapMs >= 0 && gapMs <= timing.maxGapMs;
  if (stroke.kind === "character") {
    if (isNear) return { ...nothing(extend(ear, stroke.character, stroke.atMs)), key: "hold" };
    const closed = close(ear, timing, null);
    return { ...closed, ear: begin(closed.ear, stroke.character, stroke.atMs), key: "pass" };
  }
  if (stroke.kind === "silence") {
    if (isNear) return { ...nothing(ear), key: "pass" };
    const closed = close(ear, timing, null);
    // Whether it was a person's is settled with the next key (`goOn`).
    return { ...closed, ear: { ...closed.ear, tail: ear.burst, typedAtMs: ear.typedAtMs } };
  }
  if (stroke.kind === "other") return close(ear, timing, null);
  const closed = close(ear, timing, isNear ? gapMs : null);
  const sinceCodeMs = stroke.atMs - closed.ear.lastCodeAtMs;
  const belongs = closed.wasCode || (ear.burst === "" && sinceCodeMs >= 0);
  return belongs && sinceCodeMs <= timing.lateSuffixMs ? { ...closed, key: "swallow" } : closed;
}

/**
 * On a starved machine keys stand in line, and silence seems to fall in the middle of a code. The key's own time tells
 * that it belongs to what came before: the burst goes on, and what of it was typed meanwhile is taken back with it. A key
 * that does not leaves the burst what silence made of it: a code, or a person's typing.
 */
function goOn(ear: ScanEar, stroke: KeyStroke, timing: ScanTiming): ScanEar {
  if (ear.tail === "") return ear;
  const gapMs = stroke.atMs - ear.lastAtMs;
  const wasRead = ear.lastCodeAtMs === ear.lastAtMs;
  // The suffix of what was read as a code already adds nothing to it.
  const isKey = stroke.kind === "character" || (stroke.kind === "suffix" && !wasRead);
  if (isKey && gapMs >= 0 && gapMs <= timing.maxGapMs) return { ...ear, burst: ear.tail, tail: "" };
  return { ...ear, tail: "", typedAtMs: wasRead ? ear.typedAtMs : ear.lastAtMs };
}

const nothing = (ear: ScanEar) => ({ ear, wasCode: false, code: null, release: "" }) as const;

const begin = (ear: ScanEar, character: string, atMs: number): ScanEar => ({
  ...ear,
  burst: character,
  held: "",
  tail: "",
  beganAtMs: atMs,
  lastAtMs: atMs,
  widestGapMs: 0,
});

const extend = (ear: ScanEar, character: string, atMs: number): ScanEar => ({
  ...ear,
  burst: ear.burst + character,
  held: ear.held + character,
  widestGapMs: Math.max(ear.widestGapMs, atMs - ear.lastAtMs),
  lastAtMs: atMs,
});

/** Ends the burst: a code, or a person's keys. `suffixGapMs` is null where no suffix belongs to it. */
function close(ear: ScanEar, timing: ScanTiming, suffixGapMs: number | null): Hearing {
  const after: ScanEar = { ...ear, burst: "", held: "", tail: "" };
  if (!isCode(ear, timing, suffixGapMs)) {
    const typedAtMs = ear.burst === "" ? ear.typedAtMs : ear.lastAtMs;
    return {
      ear: { ...after, typedAtMs },
      wasCode: false,
      code: null,
      release: ear.held,
      key: "pass",
    };
  }
  const code = ear.burst.startsWith(timing.prefix)
    ? ear.burst.slice(timing.prefix.length)
    : ear.burst;
  const isRepeat = code === ear.lastCode && ear.beganAtMs - ear.lastCodeAtMs <= timing.repeatMs;
  return {
    ear: { ...after, lastCode: code, lastCodeAtMs: ear.lastAtMs },
    wasCode: true,
    code: isRepeat ? null : code,
    release: "",
    key: "pass",
  };
}

function isCode(ear: ScanEar, timing: ScanTiming, suffixGapMs: number | null): boolean {
  const length = [...ear.burst].length;
  if (length === 0) return false;
  const { prefix } = timing;
  if (prefix !== "" && ear.burst.startsWith(prefix) && ear.burst.length > prefix.length) {
    return length > 1;
  }
  const sinceTypedMs = ear.beganAtMs - ear.typedAtMs;
  if (sinceTypedMs >= 0 && sinceTypedMs <= timing.afterTypingMs) {
    return length >= timing.minLengthAfterTyping;
  }
  if (suffixGapMs === null) return length >= timing.minLength;
  if (length >= timing.minLengthWithSuffix) return true;
  return Math.max(ear.widestGapMs, suffixGapMs) <= timing.shortGapMs;
}
