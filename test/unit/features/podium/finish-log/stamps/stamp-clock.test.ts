import { describe, expect, test } from "vitest";
import {
  createStampClock,
  deskAheadMs,
  updateAnchor,
} from "#renderer/features/podium/finish-log/stamps/stamp-clock.ts";

const originMs = 1_790_000_000_000;

function setUp() {
  const now = { wallMs: originMs, pageMs: 0 };
  const clock = createStampClock({
    wallMs: () => now.wallMs,
    pageMs: () => now.pageMs,
    originMs,
  });
  const pass = (pageMs: number, wallMs = pageMs): void => {
    now.pageMs += pageMs;
    now.wallMs += wallMs;
  };
  return { clock, pass, now };
}

describe("the clock for stamps", () => {
  test("a stamp is the moment of the key, however late the page gets to it", () => {
    const { clock, pass, now } = setUp();
    pass(10_000.4);
    const pressedAt = now.pageMs;
    pass(900);
    expect(clock.at(pressedAt)).toBe(originMs + 10_000);
  });

  test("a wall clock that is set right a little, or turned back, moves no time", () => {
    const { clock, pass, now } = setUp();
    pass(60_000, 61_200);
    expect(clock.at(now.pageMs)).toBe(originMs + 60_000);
    pass(60_000, -3_600_000);
    expect(clock.at(now.pageMs)).toBe(originMs + 120_000);
    expect(clock.update().sleptMs).toBeNull();
  });

  test("J7 after a sleep, in which the page's clock stood still, the time of day is right", () => {
    const { clock, pass, now } = setUp();
    pass(60_000);
    pass(5, 1_800_000);
    expect(clock.at(now.pageMs)).toBe(originMs + 60_000 + 1_800_000);
    expect(clock.update().sleptMs).toBe(1_799_995);
  });

  test("an anchor that holds is the same one", () => {
    const anchor = { offsetMs: originMs, sleptMs: null };
    expect(updateAnchor(anchor, originMs + 1_000, 1_000)).toBe(anchor);
  });

  test("the clock is in use from the first time that is for the log", () => {
    const { clock, pass, now } = setUp();
    pass(1_000);
    expect([clock.now(), clock.isInUse()]).toEqual([originMs + 1_000, false]);
    expect([clock.at(now.pageMs), clock.isInUse()]).toEqual([originMs + 1_000, true]);
  });

  test("on another device stamps are by the desk's clock", () => {
    const { clock, pass, now } = setUp();
    clock.setDeskAhead({ ofOwnMs: -40_000, ofWallMs: -40_000 });
    pass(1_000);
    expect(clock.at(now.pageMs)).toBe(originMs + 1_000 - 40_000);
  });

  test("J7 a device whose wall clock is set right goes on stamping by the desk's clock", () => {
    const { clock, pass, now } = setUp();
    const deskAtMs = () => originMs - 90_000 + now.pageMs;
    const askDesk = () => {
      const by = (atMs: number) =>
        deskAheadMs([{ askedAtMs: atMs, deskAtMs: deskAtMs(), answeredAtMs: atMs }]);
      clock.setDeskAhead({ ofOwnMs: by(clock.own()), ofWallMs: by(now.wallMs) });
    };
    pass(1_000);
    askDesk();
    expect(clock.at(now.pageMs)).toBe(deskAtMs());
    pass(60_000, -30_000);
    askDesk();
    expect(clock.at(now.pageMs)).toBe(deskAtMs());
    // After a sleep the time is the wall clock's again, before the desk is asked.
    pass(5, 1_800_000);
    expect(clock.at(now.pageMs)).toBe(deskAtMs() + 1_799_995);
  });
});

describe("how far the desk's clock is ahead", () => {
  test("the quickest answer says it", () => {
    expect(
      deskAheadMs([
        { askedAtMs: 0, deskAtMs: 9_000, answeredAtMs: 900 },
        { askedAtMs: 1_000, deskAtMs: 41_004, answeredAtMs: 1_008 },
      ]),
    ).toBe(40_000);
  });

  test("one clock is one clock: what the question took proves nothing", () => {
    expect(deskAheadMs([{ askedAtMs: 0, deskAtMs: 3, answeredAtMs: 4 }])).toBe(0);
    expect(deskAheadMs([{ askedAtMs: 0, deskAtMs: 190, answeredAtMs: 200 }])).toBe(0);
    expect(deskAheadMs([])).toBe(0);
  });
});
