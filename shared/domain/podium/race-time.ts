import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";

/** The reason why a text is not a race time. */
export type RaceTimeError = "empty" | "unreadable" | "negative" | "too-long";

/** The longest time: 999 hours. The longest races take weeks; a longer time is a typing error. */
const maxHundredths = 999 * 3_600 * 100;

const raceTimePattern = /^(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d+))?$/;
const arabicDecimalPoint = /\u066B/g;

/**
 * Parses a race time that is stored as text into whole hundredths of a second (P2). For a text that a person typed, use
 * `readTypedTime`.
 *
 * - `12:34` means minutes and seconds. `1:02:03.4` means hours, minutes and seconds. `4523` and `4523.5` mean seconds.
 * - The decimals follow a point or a comma. The digits may be those of any writing system.
 * - A number after a colon has exactly two digits, because `12:5` could mean `12:05` or `12:50`. It is less than 60.
 * - A time with more than two decimals is rounded up to hundredths, as in athletics (World Athletics, Technical Rule 19).
 */
export function readRaceTime(text: string): Result<number, Failure<RaceTimeError>> {
  const folded = foldText(text.replace(arabicDecimalPoint, ".")).trim();
  if (folded === "") return err("empty", "No time was given");
  if (folded.startsWith("-") && raceTimePattern.test(folded.slice(1).trim())) {
    return err("negative", "A race time is not negative");
  }
  const [match, hours, minutes, seconds, decimals = ""] = raceTimePattern.exec(folded) ?? [];
  if (match === undefined || seconds === undefined) return unreadable();
  if (minutes !== undefined && !isTwoDigitsBelow60(seconds)) return unreadable();
  if (hours !== undefined && !(minutes !== undefined && isTwoDigitsBelow60(minutes)))
    return unreadable();
  const wholeSeconds = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
  const hundredths = wholeSeconds * 100 + hundredthsOfDecimals(decimals);
  return hundredths > maxHundredths
    ? err("too-long", "A race time is at most 999 hours")
    : ok(hundredths);
}

const unreadable = () => err("unreadable", "Write 12:34, 1:02:03.4 or seconds");

const isTwoDigitsBelow60 = (digits: string): boolean => digits.length === 2 && digits < "60";

/**
 * Reads the digits as whole numbers, because binary numbers cannot hold most decimal fractions exactly. A digit other than
 * zero after the second decimal adds one hundredth.
 */
function hundredthsOfDecimals(decimals: string): number {
  const hasMore = /[1-9]/.test(decimals.slice(2));
  return Number(decimals.slice(0, 2).padEnd(2, "0")) + Number(hasMore);
}

/** A typed time in hundredths; null if there is none, or if a merged text is not a time. */
export function hundredthsOf(time: string | null): number | null {
  if (time === null) return null;
  const read = readRaceTime(time);
  return read.ok ? read.value : null;
}

/**
 * Formats a time, for example as `1:02:03.4`, `12:34` or `0:09.05`; {@link readRaceTime} parses the text to the same time.
 * `hundredths` is a whole number, 0 or more.
 */
export function showRaceTime(hundredths: number): string {
  const seconds = Math.floor(hundredths / 100);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock =
    hours > 0
      ? `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
      : `${minutes}:${twoDigits(seconds % 60)}`;
  const decimals = twoDigits(hundredths % 100).replace(/0+$/, "");
  return decimals === "" ? clock : `${clock}.${decimals}`;
}

/** The precision of all times of one list. */
export type TimePrecision = "seconds" | "hundredths";

/**
 * Returns `hundredths` if at least one time is not a whole number of seconds, because rounded times could contradict the
 * order of the list (P2).
 */
export const precisionOf = (times: readonly (number | null)[]): TimePrecision =>
  times.some((time) => time !== null && time % 100 !== 0) ? "hundredths" : "seconds";

/** Formats a time with two decimals (`1:02:03.40`) if the precision is hundredths, else without any (`1:02:03`). */
export function showTimeIn(hundredths: number, precision: TimePrecision): string {
  const decimals = precision === "hundredths" ? `.${twoDigits(hundredths % 100)}` : "";
  return `${showRaceTime(hundredths - (hundredths % 100))}${decimals}`;
}

export const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Converts a duration into hundredths of a second, rounded up. A duration may be negative; `|| 0` turns -0 into 0. */
export const hundredthsOfMs = (durationMs: number): number => Math.ceil(durationMs / 10) || 0;

const fastestSecondsPerKilometer = 100;
const slowestSecondsPerKilometer = 3_600;

/**
 * Whether a time is plausible for the distance: at least 100 s and at most an hour per kilometer. True if the distance is
 * unknown. The world records are 132 s per kilometer over 1,000 m and 96 s per kilometer over 100 m.
 */
export function isLikely(hundredths: number, distanceMeters: number): boolean {
  if (!(distanceMeters > 0)) return true;
  const secondsPerKilometer = (hundredths / 100) * (1_000 / distanceMeters);
  return (
    secondsPerKilometer >= fastestSecondsPerKilometer &&
    secondsPerKilometer <= slowestSecondsPerKilometer
  );
}
