import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";
import type { RaceTimeError } from "./race-time.ts";
import { isLikely, readRaceTime } from "./race-time.ts";

/** The parsed form of a typed time (P2). */
export interface TypedTime {
  readonly hundredths: number;
  /** Other possible meanings of the same text, in hundredths. */
  readonly others: readonly number[];
}

const digitsOnly = /^(\d{1,6})(?:[.,](\d+))?$/;
const manyDigits = /^\d{7,}(?:[.,]\d+)?$/;
const twoFields = /^(\d+):(\d\d)$/;
const arabicDecimalPoint = /\u066B/g;

/**
 * Parses the text of a time field. Digits alone are the digits of a clock: `3500` is 35:00, `10841` is 1:08:41, `58` is 58
 * seconds. {@link readRaceTime} parses every other text.
 *
 * {@link readRaceTime} also parses stored times, where digits alone are seconds, so that entries of earlier versions keep their
 * meaning. Therefore a typed time is stored with colons (`showRaceTime`).
 */
export function readTypedTime(text: string): Result<TypedTime, Failure<RaceTimeError>> {
  const typed = foldText(text.replace(arabicDecimalPoint, ".")).trim();
  const [, digits, decimals = ""] = digitsOnly.exec(typed) ?? [];
  if (digits === undefined) {
    if (manyDigits.test(typed)) return unreadable();
    const read = readRaceTime(typed);
    return read.ok ? ok({ hundredths: read.value, others: hoursAndMinutes(typed) }) : read;
  }
  const fraction = decimals === "" ? "" : `.${decimals}`;
  const read = readRaceTime(`${withColons(digits)}${fraction}`);
  if (!read.ok) return read;
  return ok({ hundredths: read.value, others: otherReadings(digits, decimals, read.value) });
}

const unreadable = () => err("unreadable", "Write 12:34, 1:02:03.4 or 3500 for 35:00");

/** `958` is `9:58`, `10841` is `1:08:41`; up to two digits are seconds. */
function withColons(digits: string): string {
  const seconds = digits.slice(-2);
  const minutes = digits.slice(-4, -2);
  const hours = digits.slice(-6, -4);
  if (minutes === "") return `0:${seconds.padStart(2, "0")}`;
  return hours === "" ? `${minutes}:${seconds}` : `${hours}:${minutes}:${seconds}`;
}

/** Digits may also be seconds, minutes, hours with minutes, or minutes with seconds after a point. */
function otherReadings(digits: string, decimals: string, hundredths: number): number[] {
  const count = digits.length;
  const texts = [
    ...(count > 2 ? [decimals === "" ? digits : `${digits}.${decimals}`] : []),
    ...(count <= 2 && decimals === "" ? [`${digits}:00`] : []),
    ...(count === 3 && decimals === "" ? [`${digits.slice(0, 1)}:${digits.slice(1)}:00`] : []),
    ...(count <= 3 && decimals.length === 2 ? [`${digits}:${decimals}`] : []),
  ];
  return texts.flatMap((text) => {
    const read = readRaceTime(text);
    return read.ok && read.value !== hundredths ? [read.value] : [];
  });
}

/** `1:08` may be an hour and eight minutes. */
function hoursAndMinutes(typed: string): number[] {
  const read = twoFields.test(typed) ? readRaceTime(`${typed}:00`) : null;
  return read?.ok === true ? [read.value] : [];
}

/** The other readings that are plausible times over the distance; all other readings if the distance is unknown. */
export const likelyOthers = ({ others }: TypedTime, distanceMeters: number): number[] =>
  others.filter((other) => isLikely(other, distanceMeters));
