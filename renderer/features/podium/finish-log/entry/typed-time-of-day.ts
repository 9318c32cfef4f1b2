import { foldText } from "#shared/domain/search/text-folding.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";
import { hundredthsOfMs } from "#shared/domain/podium/race-time.ts";
import { readTypedTime } from "#shared/domain/podium/typed-time.ts";
import { readClockMoments } from "#shared/domain/basics/venue-time.ts";

/** A gun that a typed time may count from. */
export interface TypedFromGun {
  readonly label: string;
  readonly atMs: number;
}

/** The row that gets a typed time: the times around it, and how its time is shown. */
export interface TimeContext {
  /** The nearest times above and below; null without one. */
  readonly aboveMs: number | null;
  readonly belowMs: number | null;
  /** The gun of the row's runner; all guns if the runner is not known. */
  readonly guns: readonly TypedFromGun[];
  /** The row shows its time from the gun, not the time of day. */
  readonly isSinceGun: boolean;
  readonly timeZone: string | null;
  /** A moment of the race day, for the date if there is no time around the row. */
  readonly nearMs: number;
  readonly nowMs: number;
}

export interface TypedMoment {
  readonly atMs: number;
  /** Null for a time of day. */
  readonly sinceGun: { readonly label: string; readonly hundredths: number } | null;
  /** `early`: before the time above. `late`: after the time below. `before-gun`: before all guns of the row. */
  readonly order: "between" | "early" | "late" | "before-gun";
}

const dayMs = 86_400_000;

/** Adds the colons to a time of day: "074530" becomes "07:45:30"; "0745" and "07h45" become "07:45". */
export const withColons = (typed: string): string =>
  foldText(typed)
    .trim()
    .replace(clockDigits, "$1:$2:$3$4")
    .replace(/^(\d{1,2})h?(\d\d)$/, "$1:$2");

/** "3.10.2026" becomes "2026-10-03". A date with slashes stays: day or month may come first. */
export const withDashes = (typed: string): string =>
  foldText(typed)
    .trim()
    .replace(
      /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
      (_, day: string, month: string, year: string) =>
        `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
    );

const clockDigits = /^(\d{1,2})(\d\d)(\d\d)([.,]\d{1,3})?$/;

/**
 * Reads the time that a person types into a row of the finish log (P11): a time of day, or a time since the gun. A
 * reading between the times above and below wins, else the reading in the form of the row's time. Null: no time.
 */
export function readTypedMoment(text: string, row: TimeContext): TypedMoment | null {
  const clock = readClock(text, row);
  const gun = readSinceGun(text, row);
  const likely = gun.filter((read) => !isFarAhead(read, clock, row.nowMs));
  const readings = row.isSinceGun ? [...likely, ...clock] : [...clock, ...likely];
  return readings.find(({ order }) => order === "between") ?? readings[0] ?? null;
}

/**
 * Whether a race time would end in the future, further from now than the time of day with the same text. The gun of such a
 * runner was probably pressed too late.
 */
const isFarAhead = ({ atMs }: TypedMoment, clock: readonly TypedMoment[], nowMs: number): boolean =>
  atMs > nowMs && clock.some((read) => Math.abs(nowMs - read.atMs) < atMs - nowMs);

function readClock(text: string, { timeZone, ...row }: TimeContext): TypedMoment[] {
  const typed = foldText(text).trim();
  const clock = typed.replace(clockDigits, "$1:$2:$3$4");
  const near = [row.aboveMs, row.belowMs, row.nearMs].filter((atMs) => atMs !== null);
  const days = [...new Set(near.map((atMs) => venueDate(atMs, timeZone)))];
  const readOn = (day: string): TypedMoment[] => {
    const read = readClockMoments(day, clock, timeZone);
    return read.ok
      ? read.value.map((atMs) => ({ atMs, sinceGun: null, order: orderIn(row, atMs) }))
      : [];
  };
  return [
    ...days.flatMap(readOn),
    ...days.flatMap((day) => readOn(dayAfter(day))).filter((read) => isAfterMidnight(read, row)),
  ];
}

const dayAfter = (day: string): string => venueDate(Date.parse(day) + dayMs, "UTC");

/**
 * Whether the moment belongs to a race that goes on after midnight: it is past, and at most half a day after the time
 * above. A later moment is more likely a time that is too early on the day before.
 */
const isAfterMidnight = (
  { atMs, order }: TypedMoment,
  { aboveMs, nearMs, nowMs }: Omit<TimeContext, "timeZone">,
): boolean => order === "between" && atMs <= nowMs && atMs - (aboveMs ?? nearMs) <= dayMs / 2;

function orderIn(
  { guns, aboveMs, belowMs }: Omit<TimeContext, "timeZone">,
  atMs: number,
): TypedMoment["order"] {
  const isBeforeGuns = guns.length > 0 && guns.every((gun) => atMs < gun.atMs);
  return isBeforeGuns ? "before-gun" : orderOf(atMs, aboveMs, belowMs);
}

function readSinceGun(text: string, { guns, aboveMs, belowMs }: TimeContext): TypedMoment[] {
  const read = readTypedTime(text);
  if (!read.ok) return [];
  return [read.value.hundredths, ...read.value.others].flatMap((hundredths) =>
    guns.map(({ label, atMs: gunAtMs }) => {
      const since = (atMs: number | null): number | null =>
        atMs === null ? null : hundredthsOfMs(atMs - gunAtMs);
      return {
        atMs: gunAtMs + hundredths * 10,
        sinceGun: { label, hundredths },
        order: orderOf(hundredths, since(aboveMs), since(belowMs)),
      };
    }),
  );
}

function orderOf(time: number, above: number | null, below: number | null): TypedMoment["order"] {
  if (above !== null && time < above) return "early";
  return below !== null && time > below ? "late" : "between";
}
