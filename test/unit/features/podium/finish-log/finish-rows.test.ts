import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  besideOf,
  findSelected,
  itemAt,
  moveTarget,
  showLog,
  stepItem,
} from "#renderer/features/podium/finish-log/finish-rows.ts";
import { pageStart, rowsInView } from "#renderer/features/podium/finish-log/visible-rows.ts";
import { currentRevisions } from "#renderer/features/podium/slots/draft-sheet.ts";
import type { FinishPage, FinishRow } from "#shared/contract/finish-log.ts";
import { err } from "#shared/result.ts";

function pageOf(stamps: number, bibs: number, first = 0): FinishPage {
  const total = Math.max(stamps, bibs);
  const rows = Array.from({ length: total - first }, (_, at): FinishRow => {
    const index = first + at;
    return {
      index,
      stamp: index < stamps ? { id: `s${index}`, atMs: index } : null,
      line: index < bibs ? { id: `l${index}`, bib: String(index) } : null,
      runnerId: null,
      name: null,
      runId: null,
      runLabel: null,
      runPosition: 0,
      several: [],
      hundredths: null,
      warnings: [],
    };
  });
  return {
    total,
    stamps,
    bibs,
    gaps: 0,
    rows,
    guns: [],
    lastAction: null,
    holder: null,
    sides: [],
  };
}

const nothing = { unsaved: [], saved: [], aside: [], failure: null, isRefused: false };

describe("the log on the screen", () => {
  test("what was pressed here stands at the end of its list at once, saying how it stands", () => {
    const log = showLog(
      pageOf(1, 3),
      {
        ...nothing,
        saved: [{ item: { id: "kept", atMs: 7 }, count: 2 }],
        unsaved: [{ id: "new", atMs: 8 }],
      },
      { ...nothing, unsaved: [{ id: "bib", bib: "9" }], failure: err("transport-down", "").error },
    );
    expect(log).toMatchObject({ total: 4, stamps: 3, bibs: 4 });
    expect(log.rows.get(1)).toMatchObject({
      stamp: { id: "kept", saveState: "kept" },
      line: { id: "l1" },
    });
    expect(log.rows.get(2)?.stamp).toMatchObject({ id: "new", saveState: "saving" });
    expect(log.rows.get(3)?.line).toMatchObject({ id: "bib", saveState: "not-saved" });
  });

  test("what the core shows already is not shown twice", () => {
    const pressed = { ...nothing, saved: [{ item: { id: "s1", atMs: 1 }, count: 2 }] };
    expect(showLog(pageOf(2, 0), pressed, nothing)).toMatchObject({ total: 2, stamps: 2 });
  });

  test("P9 an item that is still being saved can be chosen; none is moved beside one, because the core does not know it", () => {
    const log = showLog(pageOf(3, 2), { ...nothing, unsaved: [{ id: "new", atMs: 8 }] }, nothing);
    const unsaved = itemAt(log, "stamps", 3);
    expect(unsaved).toEqual({ list: "stamps", id: "new", index: 3 });
    expect(stepItem(log, itemAt(log, "stamps", 2), "down")).toEqual(unsaved);
    expect(moveTarget(log, { list: "stamps", id: "s1", index: 1 }, 1)).toBeUndefined();
    expect(besideOf(log, { list: "bibs", id: "l1", index: 1 })?.id).toBe("s1");
    expect(besideOf(log, { list: "bibs", id: "l3", index: 3 })).toBeNull();
  });

  test("an item is found again where it moved", () => {
    const log = showLog(pageOf(3, 2), nothing, nothing);
    expect(itemAt(log, "bibs", 2)).toBeNull();
    expect(findSelected(log, { list: "bibs", id: "l1", index: 0 })).toEqual({
      list: "bibs",
      id: "l1",
      index: 1,
    });
    expect(findSelected(log, { list: "bibs", id: "s1", index: 0 })).toBeNull();
  });

  test("arrows walk within a list and across, and stop at its ends", () => {
    const log = showLog(pageOf(3, 2), nothing, nothing);
    const last = stepItem(log, null, "up");
    expect(last).toMatchObject({ id: "l1" });
    expect(stepItem(log, null, "down")).toBeNull();
    expect(stepItem(log, last, "times")).toMatchObject({ id: "s1" });
    expect(stepItem(log, last, "down")).toBe(last);
    expect(stepItem(log, { list: "stamps", id: "s2", index: 2 }, "bibs")).toMatchObject({
      id: "s2",
    });
  });

  test("a move by one place stands before the right neighbour, and nowhere past the ends", () => {
    const order = (count: number): string[] => Array.from({ length: count }, (_, at) => `l${at}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(7), fc.boolean(), (count, nth, isUp) => {
        const index = nth % count;
        const log = showLog(pageOf(0, count), nothing, nothing);
        const item = { list: "bibs", id: `l${index}`, index } as const;
        const before = moveTarget(log, item, isUp ? -1 : 1);
        const goal = index + (isUp ? -1 : 1);
        if (goal < 0 || goal >= count) {
          expect(before).toBeUndefined();
          return;
        }
        const left = order(count).filter((id) => id !== item.id);
        left.splice(before === null ? left.length : left.indexOf(before ?? ""), 0, item.id);
        expect(left.indexOf(item.id)).toBe(goal);
      }),
    );
  });
});

describe("the stretch of rows that is drawn", () => {
  test("however long the log, few rows are drawn, and those that are seen are among them", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(640_000),
        fc.integer({ min: 64, max: 2_000 }),
        (total, top, height) => {
          const { first, end } = rowsInView(top, height, 64, total);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(total);
          expect(end - first).toBeLessThanOrEqual(Math.ceil(height / 64) + 18);
          const seen = Math.floor(top / 64);
          if (seen < total) expect(seen >= first && seen < end).toBe(true);
          const from = pageStart(first);
          expect(from % 100).toBe(0);
          expect(from).toBeLessThanOrEqual(first);
          expect(end).toBeLessThanOrEqual(from + 300);
        },
      ),
    );
  });
});

test("J4 a sheet from the log follows every sheet a person saw", () => {
  const rival = { revision: "b", actor: { operator: "", desk: "", atMs: 0 }, slots: [] };
  expect(currentRevisions({ revision: "a", rivals: [rival] })).toEqual(["a", "b"]);
  expect(currentRevisions({ revision: null, rivals: [] })).toEqual([]);
});
