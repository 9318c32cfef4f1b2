import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { compareText } from "#shared/domain/basics/compare-text.ts";
import type { Finisher, FinishItem } from "#shared/domain/finish-log/finish-log.ts";
import {
  finishSubject,
  matchFinish,
  placingsOf,
  projectFinishItem,
  projectGun,
} from "#shared/domain/finish-log/finish-log.ts";
import { keyBetween, stampKey } from "#shared/domain/finish-log/order-key.ts";
import { entries } from "../../podium/entries.ts";

/** The order of both lists (J4), as `electron/core/db` sorts them. */
const compareFinishItems = (one: FinishItem, other: FinishItem): number =>
  compareText(one.at, other.at) || compareText(one.id, other.id);

const put = (more: Partial<FinishItem> = {}): Fact => ({
  kind: "finish.put",
  payload: {
    list: "bibs",
    id: "line-1",
    at: "i0000000000i",
    atMs: null,
    bib: "7",
    action: "bib",
    ...more,
  },
});

const removed: Fact = { kind: "finish.removed", payload: { list: "bibs", id: "line-1" } };

const undone = (sequence: number): Fact => ({
  kind: "finish.undone",
  payload: { undoes: `d.e.${sequence}` },
});

describe("lines of the log", () => {
  test.each([8_640_000_000_000_001, 1e300, 1.5])(
    "P2 a press at %d, which a merge may bring, stays as one without a time, and is no gun",
    (atMs) => {
      const press = put({ list: "stamps", atMs, bib: null });
      expect(projectFinishItem(entries(press))).toMatchObject({ list: "stamps", atMs: null });
      expect(projectGun(entries({ kind: "gun.set", payload: { runId: "run", atMs } }))).toBeNull();
    },
  );

  test("J2 the last put that stands is in force; an undo brings back what was before it", () => {
    const changed = put({ bib: "8", at: "j" });
    expect(projectFinishItem(entries(put(), changed))).toEqual({
      list: "bibs",
      id: "line-1",
      at: "j",
      atMs: null,
      bib: "8",
      runnerId: null,
    });
    expect(projectFinishItem(entries(put(), changed, undone(2)))?.bib).toBe("7");
    expect(projectFinishItem(entries(put(), undone(1)))).toBeNull();
    expect(projectFinishItem(entries(put(), removed))).toBeNull();
    expect(projectFinishItem(entries(put(), removed, undone(2)))?.bib).toBe("7");
    expect(projectFinishItem([])).toBeNull();
  });

  test("J4 an unknown list or a text that is no order key tells nothing", () => {
    const odd = { kind: "finish.put", payload: { ...put().payload, list: "drones" } } as Fact;
    expect(projectFinishItem(entries(odd))).toBeNull();
    for (const at of ["", "a0", "A", "-", "é"]) {
      expect(projectFinishItem(entries(put({ at })))).toBeNull();
    }
  });

  test("J2 a start is the last that was set and stands; null takes it back", () => {
    const gun = (atMs: number | null): Fact => ({
      kind: "gun.set",
      payload: { runId: "run", atMs },
    });
    expect(projectGun(entries(gun(5), gun(9)))).toEqual({ runId: "run", atMs: 9 });
    expect(projectGun(entries(gun(5), gun(9), undone(2)))).toEqual({ runId: "run", atMs: 5 });
    expect(projectGun(entries(gun(5), gun(null)))).toBeNull();
    expect(projectGun([])).toBeNull();
  });

  test("J4 the same id in the two lists is two lines", () => {
    expect(finishSubject("stamps", "x")).not.toBe(finishSubject("bibs", "x"));
  });
});

const item = (list: FinishItem["list"], id: string, more: Partial<FinishItem>): FinishItem => ({
  list,
  id,
  at: "i",
  atMs: null,
  bib: null,
  runnerId: null,
  ...more,
});

const stampsAt = (...times: (number | null)[]): FinishItem[] =>
  times.map((atMs, index) => item("stamps", `s${index}`, { atMs }));

const bibsOf = (...bibs: (string | null)[]): FinishItem[] =>
  bibs.map((bib, index) => item("bibs", `b${index}`, { bib }));

describe("matching", () => {
  test("P1 the n-th time belongs to the n-th bib; the longer list goes on alone", () => {
    const rows = matchFinish(stampsAt(10, 20, 30), bibsOf("7"), 40);
    expect(rows.map(({ index, stamp, line }) => [index, stamp?.atMs, line?.bib])).toEqual([
      [40, 10, "7"],
      [41, 20, undefined],
      [42, 30, undefined],
    ]);
    expect(matchFinish([], [])).toEqual([]);
  });

  test("P1 matching and unmatching is the identity", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.array(fc.string()), fc.nat(), (stamps, lines, from) => {
        const rows = matchFinish(stamps, lines, from);
        expect(rows.flatMap(({ stamp }) => (stamp === null ? [] : [stamp]))).toEqual(stamps);
        expect(rows.flatMap(({ line }) => (line === null ? [] : [line]))).toEqual(lines);
      }),
    );
  });

  test("P1 a gap moves everything behind it down by one, and taking it out moves it back", () => {
    const at = (atMs: number) =>
      item("stamps", `s${atMs}`, { atMs, at: stampKey(atMs, `s${atMs}`) });
    const stamps = [at(10), at(20), at(30)];
    const lines = bibsOf("1", "2", "3", "4");
    const gap = item("stamps", "gap", {
      at: keyBetween(stamps[0]?.at ?? null, stamps[1]?.at ?? null),
    });
    const withGap = [...stamps, gap].toSorted(compareFinishItems);
    const timed = (list: readonly FinishItem[]) =>
      matchFinish(list, lines).map(({ stamp, line }) => [line?.bib, stamp?.atMs ?? null]);
    expect(timed(withGap)).toEqual([
      ["1", 10],
      ["2", null],
      ["3", 20],
      ["4", 30],
    ]);
    expect(timed(withGap.filter(({ id }) => id !== "gap"))).toEqual(timed(stamps));
  });

  test("J4 the presses of two devices fall into one order, whichever is merged first", () => {
    const presses = fc.uniqueArray(fc.nat(200), { maxLength: 40 });
    fc.assert(
      fc.property(presses, presses, (mine, theirs) => {
        const pressed = (device: string, times: readonly number[]) =>
          times.map((atMs) =>
            item("stamps", `${device}-${atMs}`, { atMs, at: stampKey(atMs, `${device}-${atMs}`) }),
          );
        const [one, other] = [pressed("a", mine), pressed("b", theirs)];
        const merged = [...one, ...other].toSorted(compareFinishItems);
        expect([...other, ...one].toSorted(compareFinishItems)).toEqual(merged);
        const times = merged.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      }),
    );
  });
});

describe("placings", () => {
  const finisherOf = (bib: string): Finisher | null => {
    if (bib === "?") return null;
    const runId = bib.startsWith("M") ? "marathon" : "ten";
    return { runId, runnerId: `r${bib}`, teamId: bib.startsWith("R") ? "team" : null };
  };
  const guns = [{ runId: "ten", atMs: 1_000 }];
  const place = (stamps: readonly FinishItem[], lines: readonly FinishItem[]) =>
    placingsOf(matchFinish(stamps, lines), finisherOf, guns);

  test("P1 each run has its own order, gun and places", () => {
    const placings = place(stampsAt(61_000, 62_000, 63_001), bibsOf("1", "M1", "2"));
    expect(placings.get("ten")).toEqual([
      { index: 0, runnerId: "r1", bib: "1", place: 1, hundredths: 6_000 },
      { index: 2, runnerId: "r2", bib: "2", place: 2, hundredths: 6_201 },
    ]);
    expect(placings.get("marathon")).toEqual([
      { index: 1, runnerId: "rM1", bib: "M1", place: 1, hundredths: null },
    ]);
  });

  test("P1 nobody, unread bibs and a second arrival take no place", () => {
    const placings = place(
      stampsAt(2_000, 3_000, 4_000, 5_000, 6_000),
      bibsOf("?", null, "1", "1", "2"),
    );
    expect(placings.get("ten")?.map(({ bib, place: at }) => [bib, at])).toEqual([
      ["1", 1],
      ["2", 2],
    ]);
    const relay = place(stampsAt(2_000, 3_000, 4_000), bibsOf("R1", "R2", "3"));
    expect(relay.get("ten")?.map(({ bib }) => bib)).toEqual(["R1", "3"]);
  });

  test("P2 times are compared in hundredths: equal ones share a place, later ones do not", () => {
    const placings = place(stampsAt(61_001, 61_009, 61_011, 61_020), bibsOf("1", "2", "3", "4"));
    expect(placings.get("ten")?.map(({ place: at }) => at)).toEqual([1, 1, 3, 3]);
  });

  test("P2 a time before the gun, a gap, or bibs without times are places without a time", () => {
    const placings = place(stampsAt(500, null), bibsOf("1", "2", "3"));
    expect(placings.get("ten")?.map(({ place: at, hundredths }) => [at, hundredths])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
  });
});
