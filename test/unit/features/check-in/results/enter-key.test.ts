import { describe, expect, test } from "vitest";
import { bounceMs } from "#renderer/client/input/second-press.ts";
import { decideEarlyEnter, decideEnter } from "#renderer/features/check-in/results/enter-key.ts";
import type { EnterPress, EnterTarget } from "#renderer/features/check-in/results/enter-key.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";

const cardOf = (more: Partial<RunnerRow> = {}): RunnerCard => sampleCard(sampleRunner(more));

const several: EnterTarget = {
  rows: [{ id: "r1" }, { id: "r2" }],
  isFresh: true,
  chosenId: null,
  card: null,
  isWhole: false,
  isLookAlike: false,
  formerRun: null,
  isBibNew: false,
  exactBibs: 0,
  exactNames: 2,
};
const card = cardOf();
const one: EnterTarget = {
  ...several,
  rows: [{ id: "r1" }],
  chosenId: "r1",
  card,
  isWhole: true,
  exactNames: 0,
};
const press: EnterPress = {
  isDeliberate: false,
  atMs: 10_000,
  enteredListAtMs: null,
  text: "oka",
};
const refusedKinds = [
  { standing: "cancelled" },
  { standing: "other" },
  { checkedInElsewhere: true },
  { delivery: "taken-back" },
] as const;

describe("Enter", () => {
  test("C8 checks in the one who is chosen, and never one of several", () => {
    expect(decideEnter(one, press)).toEqual({ kind: "check-in", card });
    expect(decideEnter(several, press)).toEqual({ kind: "enter-list", runnerId: "r1" });
    expect(decideEnter({ ...several, rows: [{ id: "guess" }] }, press).kind).toBe("enter-list");
  });

  test("C6 C8 Enter checks in nobody of a list whom Enter chose, also while the card is not here yet", () => {
    const entered = { ...press, enteredListAtMs: press.atMs - bounceMs };
    expect(decideEnter({ ...one, isWhole: false }, entered).kind).toBe("refuse");
    expect(decideEnter({ ...one, isFresh: false }, entered).kind).toBe("refuse");
    expect(decideEnter(one, entered).kind).toBe("refuse");
    expect(decideEnter(one, { ...entered, isDeliberate: true }).kind).toBe("check-in");
  });

  test("C8 B1 Enter checks in nobody whose bib only looks like the scanned one; Ctrl+Enter does", () => {
    const lookAlike = { ...one, isLookAlike: true };
    expect(decideEnter(lookAlike, press).kind).toBe("refuse");
    expect(decideEnter(lookAlike, { ...press, isDeliberate: true }).kind).toBe("check-in");
  });

  test.each([
    ["run", { ...one, formerRun: "10K" }],
    ["bib", { ...one, isBibNew: true }],
  ])(
    "C8 Enter checks in nobody whose %s was changed since the card was read; Ctrl+Enter does",
    (_what, moved) => {
      expect(decideEnter(moved, press).kind).toBe("refuse");
      expect(decideEnter(moved, { ...press, isDeliberate: true }).kind).toBe("check-in");
      const early = { text: "oka", shownId: "r1", hadAnswer: true };
      expect(decideEarlyEnter(one, early).kind).toBe("check-in");
      expect(decideEarlyEnter(moved, early).kind).toBe("refuse");
    },
  );

  test("C8 who moved to the row, or pressed it, checks in with Enter alone", () => {
    expect(decideEnter({ ...several, chosenId: "r2", card, isWhole: true }, press).kind).toBe(
      "check-in",
    );
  });

  test("C8 a second Enter right behind the one that chose the row never counts", () => {
    const entered = { ...press, enteredListAtMs: press.atMs };
    expect(decideEnter(one, { ...entered, atMs: press.atMs + 1 }).kind).toBe("bounce");
    expect(decideEnter(one, { ...entered, atMs: press.atMs + bounceMs - 1 }).kind).toBe("bounce");
    expect(decideEnter(one, { ...entered, isDeliberate: true }).kind).toBe("bounce");
    // Pressed before the first Enter was handled, because the page was busy.
    expect(decideEnter(one, { ...entered, atMs: press.atMs - 50 }).kind).toBe("bounce");
  });

  test("C8 waits for the answer to what is in the box, and for the whole card", () => {
    expect(decideEnter({ ...one, isFresh: false }, press).kind).toBe("wait");
    expect(decideEnter({ ...one, isWhole: false }, press).kind).toBe("wait");
    expect(decideEnter({ ...several, isFresh: false }, press).kind).toBe("wait");
    expect(decideEnter({ ...one, isFresh: false }, { ...press, isDeliberate: true }).kind).toBe(
      "nothing",
    );
  });

  test("C8 an empty box is silent; a text that nobody has is refused in sight", () => {
    const nobody = { ...several, rows: [] };
    expect(decideEnter({ ...nobody, isFresh: false }, { ...press, text: " " }).kind).toBe(
      "nothing",
    );
    expect(decideEnter(nobody, press).kind).toBe("refuse");
  });

  test.each(refusedKinds)("C8 a card that needs more than Enter refuses it: %o", (more) => {
    const refused = { ...one, card: cardOf(more) };
    expect(decideEnter(refused, press).kind).toBe("refuse");
    const isFinal = "delivery" in more;
    expect(decideEnter(refused, { ...press, isDeliberate: true }).kind).toBe(
      isFinal ? "refuse" : "ask-reason",
    );
  });

  test("C8 a bib to look at needs Ctrl", () => {
    const careful: RunnerCard = {
      ...card,
      warnings: [{ kind: "gone-upstream", noticedAtMs: 1 }],
    };
    expect(decideEnter({ ...one, card: careful }, press).kind).toBe("refuse");
    expect(decideEnter({ ...one, card: careful }, { ...press, isDeliberate: true })).toEqual({
      kind: "check-in",
      card: careful,
    });
  });
});

describe("an Enter that came before its answer", () => {
  const early = { shownId: null, hadAnswer: false, text: "1187" };

  test("C8 means the only holder of the typed bib or name, or whose card was on the screen", () => {
    expect(decideEarlyEnter({ ...one, exactBibs: 1 }, early).kind).toBe("check-in");
    expect(decideEarlyEnter({ ...one, exactNames: 1 }, early).kind).toBe("check-in");
    expect(decideEarlyEnter(one, { ...early, shownId: "r1" }).kind).toBe("check-in");
  });

  test("C8 opens a card that nobody has seen, and goes no further", () => {
    expect(decideEarlyEnter(one, early).kind).toBe("nothing");
    expect(decideEarlyEnter(one, { ...early, shownId: "r2" }).kind).toBe("nothing");
    expect(decideEarlyEnter({ ...one, exactBibs: 1 }, { ...early, hadAnswer: true }).kind).toBe(
      "nothing",
    );
  });

  test("C8 moves into a list of several, and says so where it does nothing", () => {
    expect(decideEarlyEnter(several, early)).toEqual({ kind: "enter-list", runnerId: "r1" });
    expect(decideEarlyEnter({ ...several, rows: [] }, early).kind).toBe("refuse");
    const refused = { ...one, exactBibs: 1, card: cardOf({ standing: "waitlist" }) };
    expect(decideEarlyEnter(refused, early).kind).toBe("refuse");
  });
});
