import { describe, expect, test } from "vitest";
import {
  clockOf,
  isDone,
  sayScore,
  sayTask,
} from "#renderer/features/rehearsal/rehearsal-messages.ts";
import type { Score } from "#renderer/features/rehearsal/rehearsal-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import {
  rehearsalSurprises,
  rehearsalTasks,
  rehearsalFaults,
} from "#shared/domain/rehearsal/rehearsal.ts";
import type { RehearsalTask } from "#shared/domain/rehearsal/rehearsal.ts";

const score: Score = {
  lastedMs: 600_000,
  checkedIn: 21,
  undone: 1,
  perRunnerMs: 9_000,
  walkUps: 3,
  sentOnce: 3,
  doubled: 0,
  open: 0,
  missing: 0,
  troubles: [],
};

describe("what came of a rehearsal, in plain words", () => {
  test("the time that is left is minutes and seconds", () => {
    expect(clockOf(599_100)).toBe("10:00");
    expect(clockOf(61_000)).toBe("1:01");
    expect(clockOf(-5)).toBe("0:00");
  });

  test("each task is said before and after it is done", () => {
    for (const [id, wanted] of Object.entries(rehearsalTasks)) {
      const task = { id: id as RehearsalTask, wanted };
      expect(isDone({ ...task, done: 0 })).toBe(false);
      expect(isDone({ ...task, done: wanted })).toBe(true);
      expect(sayTask({ ...task, done: 0 })).not.toBe(sayTask({ ...task, done: wanted }));
    }
  });

  test("a good one has nothing to look after", () => {
    expect(sayScore(score).map(({ text }) => text)).toEqual([
      "21 runners checked in, in 10 min.",
      "Half of the runners took 9 s or less.",
      "1 check-in was undone.",
      "3 of 3 walk-ups reached the organizer exactly once.",
      "Every walk-up of this rehearsal is settled.",
    ]);
    expect(sayScore(score).every(({ isFine }) => isFine)).toBe(true);
  });

  test("what is open, or arrived twice, is marked", () => {
    const marked = sayScore({ ...score, sentOnce: 1, open: 1, doubled: 1 }).filter(
      ({ isFine }) => !isFine,
    );
    expect(marked.map(({ text }) => text)).toEqual([
      "1 of 3 walk-ups reached the organizer exactly once.",
      "1 walk-up arrived more than once.",
      "1 walk-up of this rehearsal is still open. Look at Sync.",
    ]);
  });

  test("everything that can go wrong has a name", () => {
    for (const what of [...rehearsalFaults, ...rehearsalSurprises]) {
      expect(words.rehearsal.troubles[what], what).not.toBe("");
    }
  });
});
