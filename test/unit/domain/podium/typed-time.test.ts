import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRaceTime, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { likelyOthers, readTypedTime } from "#shared/domain/podium/typed-time.ts";

const shown = (text: string): string => {
  const read = readTypedTime(text);
  return read.ok ? showRaceTime(read.value.hundredths) : read.error.code;
};

describe("what is typed as a time", () => {
  test("P2 digits of usual length are clock digits, with their decimals", () => {
    expect(shown("3500")).toBe("35:00");
    expect(shown("10841")).toBe("1:08:41");
    expect(shown("958")).toBe("9:58");
    expect(shown("0958")).toBe("9:58");
    expect(shown("3500.4")).toBe("35:00.4");
    expect(shown("10841,27")).toBe("1:08:41.27");
    expect(shown("9015")).toBe("1:30:15");
    expect(shown("301500")).toBe("30:15:00");
    expect(shown("58")).toBe("0:58");
    expect(shown("9")).toBe("0:09");
    expect(shown("٣٥٠٠")).toBe("35:00");
    expect(shown("٣٥٠٠٫٤")).toBe("35:00.4");
    expect(shown(" 3500\t")).toBe("35:00");
  });

  test("P2 digits that no clock shows are refused, never counted as seconds", () => {
    for (const text of ["3575", "16041", "10861", "1234567", "1234567.5", "75"]) {
      expect(shown(text), text).toBe("unreadable");
    }
    expect(shown("-3500")).toBe("negative");
    expect(shown("")).toBe("empty");
  });

  test("P2 a time with colons is read as ever", () => {
    for (const text of ["12:34", "1:02:03.4", "90:15", "0:09.05", "12:5", "12:60", "noon"]) {
      const before = readRaceTime(text);
      expect(shown(text), text).toBe(before.ok ? showRaceTime(before.value) : before.error.code);
    }
  });

  test("P2 what is shown as read is read alike again, by every version", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 * 360_000 }), (hundredths) => {
        const text = showRaceTime(hundredths);
        expect(readTypedTime(text)).toMatchObject({ ok: true, value: { hundredths } });
        expect(readRaceTime(text)).toMatchObject({ ok: true, value: hundredths });
      }),
    );
  });

  test("P2 what can be read in two ways says the other, where it is likely over the distance", () => {
    const others = (text: string, distanceMeters: number): string[] => {
      const read = readTypedTime(text);
      return read.ok ? likelyOthers(read.value, distanceMeters).map(showRaceTime) : [];
    };
    expect(others("3500", 10_000)).toEqual(["58:20"]);
    expect(others("1:08", 21_097)).toEqual(["1:08:00"]);
    expect(others("108", 21_097)).toEqual(["1:08:00"]);
    expect(others("35.12", 10_000)).toEqual(["35:12"]);
    expect(others("58", 10_000)).toEqual(["58:00"]);
    expect(others("35:00", 10_000)).toEqual([]);
    expect(others("10841", 21_097)).toEqual(["3:00:41"]);
    expect(others("1:08:41", 21_097)).toEqual([]);
    expect(others("3500.4", 10_000)).toEqual(["58:20.4"]);
  });

  test("P2 over an unknown distance every other reading is said, and no reading that nobody means", () => {
    const others = (text: string): string[] => {
      const read = readTypedTime(text);
      return read.ok ? likelyOthers(read.value, 0).map(showRaceTime) : [read.error.code];
    };
    expect(others("58")).toEqual(["58:00"]);
    expect(others("108")).toEqual(["1:48", "1:08:00"]);
    expect(others("3500")).toEqual(["58:20"]);
    expect(others("10841")).toEqual(["3:00:41"]);
    // The decimals are of a second, or two digits of seconds after the minutes.
    expect(others("58.4")).toEqual([]);
    expect(others("108.4")).toEqual(["1:48.4"]);
    expect(others("135.12")).toEqual(["2:15.12", "2:15:12"]);
    expect(others("3500.40")).toEqual(["58:20.4"]);
    // A reading that is the same time is no other one.
    expect(others("059")).toEqual(["59:00"]);
    expect(others("0")).toEqual([]);
    expect(others("1:08")).toEqual(["1:08:00"]);
    expect(others("1:08.5")).toEqual([]);
  });
});
