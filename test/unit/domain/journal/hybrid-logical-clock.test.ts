import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HlcTime } from "#shared/domain/journal/hybrid-logical-clock.ts";
import {
  compareHlc,
  formatHlc,
  hlcStart,
  isSaneTime,
  readHlc,
  receiveHlc,
  remoteAheadLimitMs,
  saneTime,
  tickHlc,
} from "#shared/domain/journal/hybrid-logical-clock.ts";

/** Up to the end of 2199, which is the latest time that is tested. */
const wall = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
const time = fc.record({ wallMs: wall, counter: fc.integer({ min: 0, max: 0xffff }) });

describe("hybrid logical clock", () => {
  test("J7 whatever the wall clock does, each tick is later than the one before", () => {
    const clocks = fc.array(wall, { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(time, clocks, (start, walls) => {
        let last: HlcTime = start;
        for (const nowMs of walls) {
          const ticked = tickHlc(last, nowMs);
          expect(compareHlc(ticked, last)).toBeGreaterThan(0);
          last = ticked;
        }
      }),
    );
  });

  test("J7 the clock follows the wall clock, and counts within one millisecond or while the wall clock is behind", () => {
    expect(tickHlc({ wallMs: 5, counter: 3 }, 100)).toEqual({ wallMs: 100, counter: 0 });
    expect(tickHlc({ wallMs: 5, counter: 3 }, 5)).toEqual({ wallMs: 5, counter: 4 });
    expect(tickHlc({ wallMs: 5, counter: 3 }, 1)).toEqual({ wallMs: 5, counter: 4 });
  });

  test("J7 of two times within one millisecond the one with the higher counter is later", () => {
    const [one, other] = [
      { wallMs: 5, counter: 1 },
      { wallMs: 5, counter: 2 },
    ];
    expect(compareHlc(one, other)).toBeLessThan(0);
    expect(compareHlc(other, one)).toBeGreaterThan(0);
    expect(receiveHlc(other, one, 5)).toEqual(other);
    expect(receiveHlc(one, other, 5)).toEqual(other);
  });

  test("J7 a full counter goes on into the next millisecond", () => {
    expect(tickHlc({ wallMs: 5, counter: 0xffff }, 1)).toEqual({ wallMs: 6, counter: 0 });
  });

  test("J7 a remote clock more than 60 s ahead never advances ours, one within does", () => {
    const nowMs = 1_000_000;
    const last = { wallMs: nowMs - 5, counter: 3 };
    const tooFar = { wallMs: nowMs + remoteAheadLimitMs + 1, counter: 0 };
    const justFar = { wallMs: nowMs + remoteAheadLimitMs, counter: 9 };
    expect(receiveHlc(last, tooFar, nowMs)).toEqual(last);
    expect(receiveHlc(last, justFar, nowMs)).toEqual(justFar);
    expect(receiveHlc(last, { wallMs: 1, counter: 1 }, nowMs)).toEqual(last);
  });

  test("J7 what is written after reading a remote entry is ordered after it", () => {
    fc.assert(
      fc.property(time, time, wall, (last, remote, nowMs) => {
        fc.pre(remote.wallMs <= nowMs + remoteAheadLimitMs);
        const written = tickHlc(receiveHlc(last, remote, nowMs), nowMs);
        expect(compareHlc(written, remote)).toBeGreaterThan(0);
      }),
    );
  });

  test("J3 the text of a time sorts as the time does and reads back", () => {
    fc.assert(
      fc.property(time, time, (one, other) => {
        const byText = formatHlc(one, "d") < formatHlc(other, "d");
        expect(byText).toBe(compareHlc(one, other) < 0);
        expect(readHlc(formatHlc(one, "dev-1"))).toEqual({ ...one, device: "dev-1" });
      }),
    );
    expect(readHlc("garbage")).toBeNull();
    expect(hlcStart.wallMs).toBe(0);
  });

  test("J7 a clock that shows a year outside of 1900 to 2200 is written as the nearest time", () => {
    const [first, last] = [Date.UTC(1900, 0), Date.UTC(2200, 0)];
    const times = [first, Date.UTC(1969, 6), Date.UTC(2026, 4), last];
    expect(times.map(saneTime)).toEqual(times);
    expect(times.every(isSaneTime)).toBe(true);
    const odd = [Date.UTC(1601, 0), first - 1, last + 1, Date.UTC(9999, 0)];
    expect(odd.map(saneTime)).toEqual([first, first, last, last]);
    expect(odd.some(isSaneTime)).toBe(false);
  });

  test("J11 a clock text of another form, or with a time after 2200, is none", () => {
    const text = formatHlc({ wallMs: Date.UTC(2026, 4), counter: 1 }, "d");
    expect(readHlc(text)).not.toBeNull();
    for (const odd of [
      ` ${text}`,
      `0${text}`,
      text.toUpperCase(),
      text.slice(1),
      text.slice(0, -1),
      text.replaceAll("-", ""),
      formatHlc({ wallMs: Date.UTC(2201, 0), counter: 0 }, "d"),
      formatHlc({ wallMs: 2 ** 48, counter: 0 }, "d"),
      formatHlc({ wallMs: 5, counter: 2 ** 16 }, "d"),
    ]) {
      expect(readHlc(odd), odd).toBeNull();
    }
  });
});
