import { describe, expect, test } from "vitest";
import type { RehearsalEvidence } from "#shared/domain/rehearsal/rehearsal.ts";
import {
  isSurprise,
  rehearsalMs,
  rehearsalScript,
  rehearsalSurprises,
  rehearsalFaults,
  scoreRehearsal,
} from "#shared/domain/rehearsal/rehearsal.ts";

const nothing: RehearsalEvidence = {
  checkInsAtMs: [],
  undone: 0,
  forgotten: 0,
  walkUps: [],
  strangers: 0,
};
const arrived = { isQueued: true, isOpen: false, isConfirmed: true, created: 1 };
const score = (evidence: Partial<RehearsalEvidence>) => scoreRehearsal({ ...nothing, ...evidence });

describe("a rehearsal's script and its score", () => {
  test("every kind of trouble and surprise happens, in order, and all is well before the end", () => {
    const whats = rehearsalScript.map(({ what }) => what);
    for (const what of [...rehearsalFaults, ...rehearsalSurprises]) expect(whats).toContain(what);
    const times = rehearsalScript.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(rehearsalScript.findLast(({ what }) => !isSurprise(what))?.what).toBe("all-well");
    expect(Math.max(...times)).toBeLessThan(rehearsalMs);
  });

  test("who did nothing lost nothing", () => {
    expect(score({})).toEqual({
      checkedIn: 0,
      undone: 0,
      perRunnerMs: null,
      walkUps: 0,
      sentOnce: 0,
      doubled: 0,
      open: 0,
      missing: 0,
    });
  });

  test.each([
    ...rehearsalSurprises.map((what) => [what, true] as const),
    ...rehearsalFaults.map((what) => [what, false] as const),
    ["all-well", false] as const,
  ])("K3 a change that the organizer makes is a surprise, a fault is none: %s", (what, is) => {
    expect(isSurprise(what)).toBe(is);
  });

  test.each([
    ["none is undone", 0, 3],
    ["one is undone", 1, 2],
    ["all are undone", 3, 0],
    ["more are undone than were made in the rehearsal", 5, 0],
  ])(
    "K3 a check-in that was undone does not count, and the count is never negative: %s",
    (_what, undone, checkedIn) => {
      expect(score({ checkInsAtMs: [0, 4_000, 9_000], undone })).toMatchObject({
        checkedIn,
        undone,
      });
    },
  );

  test("time per runner is the middle one, so that one long talk does not count", () => {
    expect(score({ checkInsAtMs: [0, 4_000, 9_000, 300_000] }).perRunnerMs).toBe(5_000);
    expect(score({ checkInsAtMs: [0, 300_000, 304_000, 309_000] }).perRunnerMs).toBe(5_000);
    expect(score({ checkInsAtMs: [7] }).perRunnerMs).toBeNull();
  });

  test("W3 a walk-up counts once, twice, or is still open", () => {
    const open = { isQueued: true, isOpen: true, isConfirmed: false, created: 0 };
    expect(score({ walkUps: [arrived, { ...arrived, created: 2 }, open] })).toMatchObject({
      walkUps: 3,
      sentOnce: 1,
      doubled: 1,
      open: 1,
      missing: 0,
    });
  });

  test("J1 whatever is on one side only is missing", () => {
    expect(score({ walkUps: [{ ...arrived, created: 0 }] }).missing).toBe(1);
    expect(
      score({ walkUps: [{ isQueued: false, isOpen: false, isConfirmed: false, created: 0 }] })
        .missing,
    ).toBe(1);
    expect(score({ forgotten: 2, strangers: 1 }).missing).toBe(3);
  });

  test("a walk-up that was retracted before it was sent is neither open nor missing", () => {
    const takenBack = { isQueued: true, isOpen: false, isConfirmed: false, created: 0 };
    expect(score({ walkUps: [takenBack] })).toMatchObject({ open: 0, missing: 0, sentOnce: 0 });
  });
});
