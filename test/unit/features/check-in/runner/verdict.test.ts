import { describe, expect, test } from "vitest";
import { judgeCard, readyTogether } from "#renderer/features/check-in/runner/verdict.ts";
import type { RunnerCard, RunnerRow, RunnerWarning } from "#shared/contract/roster.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

const card = (more: Partial<RunnerRow>, warnings: RunnerWarning[] = []): RunnerCard => ({
  runner: sampleRunner(more),
  family: [],
  companionWarnings: {},
  team: [],
  warnings,
  history: [],
  notes: null,
  pronunciation: null,
});

const lookAlike: RunnerWarning = {
  kind: "bib-look-alike",
  bib: "007",
  otherBib: "7",
  otherName: null,
  otherRunLabel: "10K",
};

describe("C1 what Enter may do", () => {
  test("C1 a confirmed runner is ready: one keystroke", () => {
    expect(judgeCard(card({})).kind).toBe("ready");
  });

  test.each(["waitlist", "cancelled", "refunded", "other"] as const)(
    "C1 %s needs a person's override",
    (standing) => {
      expect(judgeCard(card({ standing }))).toEqual({ kind: "not-confirmed", standing });
    },
  );

  test("C1 a cancelled run needs an override", () => {
    const warning = { kind: "run-cancelled", runLabel: "10K", eventStatus: "cancelled" } as const;
    expect(judgeCard(card({}, [warning])).kind).toBe("run-cancelled");
  });

  test("C2 a runner who is in stays in, whatever else there is to say", () => {
    const checkedIn = { desk: "Desk 2", operator: "Jonas", atMs: 1 };
    expect(judgeCard(card({ checkedIn, standing: "cancelled" }, [lookAlike])).kind).toBe("already");
    expect(judgeCard(card({ checkedInElsewhere: true })).kind).toBe("elsewhere");
  });

  test("B1 007 is not 7: Enter does nothing before somebody looked", () => {
    expect(judgeCard(card({ bib: "007" }, [lookAlike])).kind).toBe("careful");
  });

  test("B3 a bib that differs upstream is told, but does not stop anybody", () => {
    expect(judgeCard(card({}, [{ kind: "bib-drift", here: "1", there: null }])).kind).toBe("ready");
  });

  test("W3 a retracted walk-up does not come in, also where somebody had checked it in before", () => {
    expect(judgeCard(card({ delivery: "taken-back" })).kind).toBe("taken-back");
    const checkedIn = { desk: "Desk 2", operator: "Jonas", atMs: 1 };
    expect(judgeCard(card({ delivery: "taken-back", checkedIn })).kind).toBe("taken-back");
  });
});

describe("C4 whom “Check in all” checks in", () => {
  const [rui, ines] = ["rui", "ines"].map((id) => sampleRunner({ id }));
  const gone = sampleRunner({ id: "gone", standing: "cancelled" });
  const family = [rui, ines, gone].flatMap((one) => one ?? []);
  const ids = (more: Partial<RunnerCard>, warnings: RunnerWarning[] = []): string[] =>
    readyTogether({ ...card({}, warnings), family, ...more }).map(({ id }) => id);

  test("C4 the runner of the card and every confirmed relative", () => {
    expect(ids({})).toEqual(["r1", "rui", "ines"]);
  });

  test("C4 B2 a relative with a warning is left out", () => {
    expect(ids({ companionWarnings: { rui: [lookAlike] } })).toEqual(["r1", "ines"]);
  });

  test("C4 the other members of a relay team too, each once, without those with a warning", () => {
    const [mate, other] = ["mate", "other"].map((id) => sampleRunner({ id, teamId: "t" }));
    const team = [rui, mate, other].flatMap((one) => one ?? []);
    expect(ids({ team })).toEqual(["r1", "rui", "ines", "mate", "other"]);
    expect(ids({ family: [], team })).toEqual(["r1", "rui", "mate", "other"]);
    expect(ids({ team, companionWarnings: { other: [lookAlike] } })).toEqual([
      "r1",
      "rui",
      "ines",
      "mate",
    ]);
  });

  test("C4 no more than one command takes: a card may show 50 relatives and 50 of the team", () => {
    const fifty = (prefix: string) =>
      Array.from({ length: 50 }, (_, at) => sampleRunner({ id: `${prefix}${at}` }));
    expect(ids({ family: fifty("f"), team: fifty("t") })).toHaveLength(100);
  });

  test("C4 nobody while the runner of the card must be looked at", () => {
    expect(ids({}, [lookAlike])).toEqual([]);
  });
});
