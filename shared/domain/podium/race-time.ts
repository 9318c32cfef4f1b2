import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";

/** Why a text is not a race time. */
export type RaceTimeFault = "empty" | "unreadable" | "negative" | "too-long";

/** 999 hours. The longest races take weeks; a longer time is a typing error. */
const longestHundredths = 999 * 3_600 * 100;

const fields = /^(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d+))?$/;
const arabicDecimalPoint = /\u066B/g;

/**
 * Parses a stored race time into whole hundredths of a second (P2); `readTypedTime` parses typed text. `12:34` is minutes and
 * seconds, `1:02:03.4` hours, minutes and seconds, `4523` or `4523.5` seconds. The decimals follow a point or a comma, and
 * digits may be of any script. A field after a colon has two digits and is under 60, because `12:5` could be `12:05` or
 * `12:50`. More than two decimals are rounded up, as in athletics (World Athletics, Technical Rule 19).
 */
export function readRaceTime(text: string): Result<number, Failure<RaceTimeFault>> {
  const typed = foldText(text.replace(arabicDecimalPoint, ".")).trim();
  if (typed === "") return err("empty", "No time was given");
  if (typed.startsWith("-") && fields.test(typed.slice(1).trim())) {
    return err("negative", "A race time is not negative");
  }
  const [whole, hours, minutes, seconds, decimals = ""] = fields.exec(typed) ?? [];
  if (whole === undefined || seconds === undefined) return unreadable();
  if (minutes !== undefined && !isLowerField(seconds)) return unreadable();
  if (hours !== undefined && !(minutes !== undefined && isLowerField(minutes))) return unreadable();
  const wholeSeconds = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
  const hundredths = wholeSeconds * 100 + hundredthsOfDecimals(decimals);
  return hundredths > longestHundredths
    ? err("too-long", "A race time is at most 999 hours")
    : ok(hundredths);
}

const unreadable = () => err("unreadable", "Write 12:34, 1:02:03.4 or seconds");

const isLowerField = (digits: string): boolean => digits.length === 2 && digits < "60";

/** Computed from the digits, because most decimal fractions are not exact in binary. */
function hundredthsOfDecimals(decimals: string): number {
  const more = /[1-9]/.test(decimals.slice(2));
  return Number(decimals.slice(0, 2).padEnd(2, "0")) + Number(more);
}

/** `1:02:03.4`, `12:34`, `0:09.05`: {@link readRaceTime} parses it to the same time. `hundredths` is a whole number from 0. */
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

/** Hundredths if one of the times has them: rounded times could contradict the order of the list (P2). */
export const precisionOf = (times: readonly (number | null)[]): TimePrecision =>
  times.some((time) => time !== null && time % 100 !== 0) ? "hundredths" : "seconds";

/** `1:02:03.40` and `1:02:03.00` with hundredths, else `1:02:03`. */
export function showTimeIn(hundredths: number, precision: TimePrecision): string {
  const decimals = precision === "hundredths" ? `.${twoDigits(hundredths % 100)}` : "";
  return `${showRaceTime(hundredths - (hundredths % 100))}${decimals}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A measured duration in hundredths of a second, rounded up; it may be negative. */
export const hundredthsOfMs = (durationMs: number): number => Math.ceil(durationMs / 10) || 0;

const fastestSecondsPerKilometer = 100;
const slowestSecondsPerKilometer = 3_600;

/**
 * False for an impossible time over this distance: faster than 100 s per kilometer (the world's best 1,000 m took 132 s;
 * short sprints are near 100 s) or slower than an hour per kilometer. True if the distance is unknown.
 */
export function isLikely(hundredths: number, distanceMeters: number): boolean {
  if (!(distanceMeters > 0)) return true;
  const secondsPerKilometer = (hundredths / 100) * (1_000 / distanceMeters);
  return (
    secondsPerKilometer >= fastestSecondsPerKilometer &&
    secondsPerKilometer <= slowestSecondsPerKilometer
  );
}
