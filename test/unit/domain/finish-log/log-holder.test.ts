import { describe, expect, test } from "vitest";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { finishLogSubject, holdingOf, logSides } from "#shared/domain/finish-log/log-holder.ts";
import { entry } from "../../podium/entries.ts";

interface Hold {
  readonly at: number;
  readonly follows?: string | null;
  readonly known?: Readonly<Record<string, number>>;
  readonly why?: "first" | "taken-over" | "settled";
  /** The holds of other computers that the writer knew. */
  readonly seen?: readonly string[];
  readonly sequence?: number;
  /** Who holds the log from now on; by default the computer that writes. */
  readonly holder?: string;
}

/** The hold `device.e.sequence`. */
function hold(device: string, { at, sequence = 1, holder = device, seen = [], ...more }: Hold) {
  const rest = { follows: null, known: {}, why: "taken-over" as const, ...more };
  const payload = { device: holder, name: `Desk ${holder}`, ...rest };
  const written = entry({ kind: "finish-log.held", payload }, { device, sequence, at });
  return { ...written, payload: { ...payload, seen } };
}

/** An entry of the log that was written under a hold; null if nobody held the log. */
function row(device: string, sequence: number, under: string | null): JournalEntry {
  const item = { list: "bibs", id: `${device}${sequence}` };
  const payload = under === null ? item : { ...item, hold: under };
  return entry({ kind: "finish.removed", payload } satisfies Fact, { device, sequence });
}

const sidesOf = (holds: readonly JournalEntry[], setAside: readonly JournalEntry[]) =>
  logSides(holdingOf(holds), setAside).map(({ hold: of, isInForce, entries }) => [
    of.entryId,
    isInForce,
    entries.map(({ device, sequence }) => `${device}${sequence}`),
  ]);

const first = hold("a", { at: 1, why: "first" });
const after = (at: number, known: Hold["known"], more: Partial<Hold> = {}): Hold => ({
  at,
  known: known ?? {},
  follows: "a.e.1",
  seen: ["a.e.1"],
  ...more,
});

describe("M13 who holds a finish log", () => {
  test("M13 nobody holds it at first, and everything counts", () => {
    const holding = holdingOf([row("a", 1, null)]);
    expect(holding.holder).toBeNull();
    expect(holding.isCounted(row("a", 2, null))).toBe(true);
    expect(logSides(holding, [row("a", 2, "a.e.1")])).toEqual([]);
  });

  test("M13 the first one that writes holds it, and all that is written under this hold counts", () => {
    const holding = holdingOf([first]);
    expect(holding.holder).toMatchObject({
      entryId: "a.e.1",
      device: "a",
      operator: "Ana",
      atMs: 1,
    });
    for (const each of [row("a", 99, "a.e.1"), row("b", 5, "a.e.1")]) {
      expect(holding.isCounted(each)).toBe(true);
      expect(holding.isDecided(each)).toBe(false);
    }
  });

  test("J4 an entry of a kind that a later version added takes the log from nobody", () => {
    const later = { ...hold("b", after(10, {})), kind: "finish-log.later" };
    expect(holdingOf([first, later]).holder?.entryId).toBe("a.e.1");
  });

  test("M13 the logs of two events are held apart", () => {
    expect(finishLogSubject("one")).not.toBe(finishLogSubject("other"));
  });
});

describe("M13 which entries count after a take-over", () => {
  const holding = holdingOf([first, hold("b", after(10, { "a.e": 3 }))]);

  test.each([
    ["what the new holder knew", row("a", 3, "a.e.1"), true],
    ["what the former holder wrote without knowing", row("a", 4, "a.e.1"), false],
    ["what a computer wrote of which the new holder knew nothing", row("c", 1, "a.e.1"), false],
    ["what the new holder writes", row("b", 9, "b.e.1"), true],
    ["what was written before anybody held the log", row("c", 9, null), true],
    ["what was written under a hold that is not here yet", row("c", 9, "c.e.1"), true],
  ])("M13 %s", (_what, each, counts) => {
    expect(holding.isCounted(each)).toBe(counts);
  });

  test("M13 after an ordinary take-over nothing that the new holder writes is in dispute", () => {
    expect(holding.lastUndisputed("b.e.1", "b.e")).toBe(Infinity);
    expect(holding.lastUndisputed("a.e.1", "a.e")).toBe(3);
  });

  test("M13 a computer that goes on holding the log loses none of its entries", () => {
    const again = holdingOf([first, hold("a", after(10, { "a.e": 1 }, { sequence: 2 }))]);
    expect(again.holder?.entryId).toBe("a.e.2");
    expect(again.isCounted(row("a", 9, "a.e.1"))).toBe(true);
  });

  test("M13 of several later holders the next one says what counts", () => {
    const back = hold(
      "a",
      after(20, { "a.e": 9 }, { sequence: 7, follows: "b.e.1", seen: ["b.e.1"] }),
    );
    const third = hold(
      "c",
      after(30, { "a.e": 9 }, { follows: "a.e.7", seen: ["a.e.7", "b.e.1"] }),
    );
    const late = holdingOf([first, hold("b", after(10, { "a.e": 3 })), back, third]);
    expect(late.holder?.entryId).toBe("c.e.1");
    expect(late.lastCounted("a.e.1", "a.e")).toBe(3);
    expect(late.lastCounted("a.e.7", "a.e")).toBe(9);
  });

  test("M13 holds that name each other, which only a forged journal has, come to an end", () => {
    const ring = [
      hold("a", { at: 1, follows: "b.e.1" }),
      hold("b", { at: 2, follows: "a.e.1", seen: ["a.e.1"] }),
    ];
    expect(holdingOf(ring).holder?.entryId).toBe("b.e.1");
  });
});

describe("M13 two holders who did not know of each other", () => {
  const rivals = [
    first,
    hold("b", after(10, { "a.e": 3 })),
    hold("c", after(20, { "a.e": 5, "b.e": 9 })),
  ];

  test("M13 the log of the other one does not count, and nothing counts for certain that one side lacks", () => {
    const holding = holdingOf(rivals);
    expect(holding.holder?.entryId).toBe("c.e.1");
    expect(holding.isCounted(row("b", 2, "b.e.1"))).toBe(false);
    expect(holding.isCounted(row("c", 2, "c.e.1"))).toBe(true);
    expect(holding.lastCounted("a.e.1", "a.e")).toBe(5);
    expect(holding.lastUndisputed("a.e.1", "a.e")).toBe(3);
    expect(holding.lastUndisputed("c.e.1", "c.e")).toBe(0);
    expect(holding.lastUndisputed("z.e.1", "z.e")).toBe(Infinity);
  });

  test("M13 both sides are shown, the one in force first, each with its entries", () => {
    expect(sidesOf(rivals, [row("b", 2, "b.e.1"), row("b", 3, "b.e.1")])).toEqual([
      ["c.e.1", true, []],
      ["b.e.1", false, ["b2", "b3"]],
    ]);
  });

  test("M13 a side that went on under a later hold is one side with the entries of both", () => {
    const later = hold("b", after(11, { "b.e": 2 }, { sequence: 3, follows: "b.e.1" }));
    const setAside = [row("b", 2, "b.e.1"), row("b", 4, "b.e.3")];
    expect(sidesOf([...rivals, later], setAside)).toEqual([
      ["c.e.1", true, []],
      ["b.e.3", false, ["b4", "b2"]],
    ]);
  });

  test.each([
    ["nothing is set aside", []],
    ["entries without a hold", [row("b", 2, null)]],
    ["entries of a hold that is not here", [row("z", 2, "z.e.1")]],
  ])("M13 there is nothing to choose: %s", (_what, setAside) => {
    expect(sidesOf(rivals, setAside)).toEqual([]);
  });

  const next = (why: "settled" | "taken-over") =>
    hold("d", {
      at: 30,
      why,
      holder: "c",
      follows: "c.e.1",
      known: { "a.e": 5, "b.e": 2, "c.e": 4 },
      seen: ["b.e.1", "c.e.1"],
    });

  test("M13 what a person knew when choosing is decided, and what came later asks again", () => {
    const settled = [...rivals, next("settled")];
    const { isDecided } = holdingOf(settled);
    expect(isDecided(row("b", 2, "b.e.1"))).toBe(true);
    expect(isDecided(row("b", 3, "b.e.1"))).toBe(false);
    expect(isDecided(row("z", 1, "b.e.1"))).toBe(false);
    expect(sidesOf(settled, [row("b", 2, "b.e.1")])).toEqual([]);
    expect(sidesOf(settled, [row("b", 2, "b.e.1"), row("b", 3, "b.e.1")])).toEqual([
      ["d.e.1", true, []],
      ["b.e.1", false, ["b3"]],
    ]);
  });

  /** A choice of the log of `b` or `c` whose writer knew both logs, and no other choice. */
  const choice = (device: string, at: number, holder: "b" | "c", seen: readonly string[] = []) =>
    hold(device, {
      at,
      why: "settled",
      holder,
      follows: `${holder}.e.1`,
      known: { "a.e": 5, "b.e": 2, "c.e": 2 },
      seen: ["b.e.1", "c.e.1", ...seen],
    });

  test("M13 J10 two people who chose different logs without knowing of each other are asked again", () => {
    const both = [...rivals, choice("d", 30, "c"), choice("z", 31, "b")];
    const setAside = [row("c", 2, "c.e.1")];
    const open = [
      ["z.e.1", true, []],
      ["c.e.1", false, ["c2"]],
    ];
    expect(sidesOf(both, setAside)).toEqual(open);
    const taken = hold("a", {
      at: 40,
      sequence: 9,
      follows: "z.e.1",
      known: { "c.e": 2 },
      seen: ["d.e.1", "z.e.1"],
    });
    expect(sidesOf([...both, taken], setAside)).toEqual([["a.e.9", true, []], ...open.slice(1)]);
    const last = choice("a", 41, "b", ["d.e.1", "z.e.1"]);
    expect(sidesOf([...both, last], setAside)).toEqual([]);
  });

  test("M13 two people who chose the same log are not asked again", () => {
    const both = [...rivals, choice("d", 30, "c"), choice("z", 31, "c")];
    expect(sidesOf(both, [row("b", 2, "b.e.1")])).toEqual([]);
  });

  test("M13 a later take-over chooses nothing", () => {
    const taken = [...rivals, next("taken-over")];
    expect(holdingOf(taken).isDecided(row("b", 2, "b.e.1"))).toBe(false);
    expect(sidesOf(taken, [row("b", 2, "b.e.1")])).toHaveLength(2);
  });
});
