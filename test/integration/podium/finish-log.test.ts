import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTable } from "#test/support/read-csv.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
import { eventId, lines, openPodium, readOut, runId, tablet } from "./podium-desk.ts";

async function openFinish() {
  const desk = await openPodium();
  return { ...desk, log: finishDesk(desk) };
}

const startAtMs = Date.UTC(2026, 4, 17, 8, 0, 0);
const afterStart = (seconds: number): number => startAtMs + seconds * 1_000;

describe("the finish log", () => {
  test("P2 puts times and bibs side by side in their order, whenever each came", async () => {
    const { log } = await openFinish();
    await log.press(300, 100);
    await log.type("7");
    await log.press(200);
    await log.type("A12", null, "12");
    expect(await log.rows()).toEqual(["100 7", "200 A12", "300 ?", "- 12"]);
    expect(await log.page()).toMatchObject({ total: 4, stamps: 3, bibs: 4 });
  });

  test("P2 a time that no calendar has is refused whole, and spoils no page and no file", async () => {
    const { log, ...desk } = await openFinish();
    await log.press(startAtMs);
    await log.type("7");
    for (const atMs of [-1, 8_640_000_000_000_001, 0.5]) {
      const stamps = [
        { id: newItemId(), atMs: startAtMs },
        { id: newItemId(), atMs },
      ];
      expect(await log.do("stamp", { stamps })).toBe("invalid-input");
      const gun = { commandId: newCommandId(), eventId, runId, atMs };
      expect(await desk.call("gun.set", gun)).toMatchObject({ error: { code: "invalid-input" } });
    }
    await log.press(0, 8_640_000_000_000_000);
    expect(await log.page()).toMatchObject({ total: 3, stamps: 3, guns: [] });
    const order = {
      commandId: newCommandId(),
      eventId,
      what: "finish-log",
      format: "csv",
    } as const;
    expect(await desk.value("export.make", order)).toMatchObject({ rows: 3 });
  });

  test("P2a all times of a file have hundredths if one of the log has any, else whole seconds", async () => {
    const { log, ...desk } = await openFinish();
    await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: startAtMs });
    const order = { eventId, what: "finish-log", format: "csv", runId } as const;
    const times = async () => {
      const { path } = await desk.value("export.make", { ...order, commandId: newCommandId() });
      return readTable(readFileSync(path, "utf8")).map(({ time }) => time);
    };
    await log.press(afterStart(60));
    await log.type("7", "007", "A12");
    expect(await times()).toEqual(["1:00", "", ""]);
    await log.press(afterStart(61.79), afterStart(62.2));
    expect(await times()).toEqual(["1:00.00", "1:01.79", "1:02.20"]);
  });

  test("P2 shows any stretch, by default its end", async () => {
    const { log } = await openFinish();
    await log.press(...Array.from({ length: 12 }, (_, at) => at));
    await log.type("7", "A12");
    const indexes = async (...stretch: [number?, number?]) =>
      (await log.page(...stretch)).rows.map(({ index, line }) => [index, line?.bib ?? null]);
    expect(await indexes(1, 3)).toEqual([
      [1, "A12"],
      [2, null],
      [3, null],
    ]);
    expect(await indexes(undefined, 2)).toEqual([
      [10, null],
      [11, null],
    ]);
    expect(await indexes(12)).toEqual([]);
    expect(await indexes(5_000)).toEqual([]);
  });

  test("P2 a press that arrives twice is one, also after it was taken out", async () => {
    const { log } = await openFinish();
    const press = { id: newItemId(), atMs: 100 };
    expect(await log.do("stamp", { stamps: [press, press] })).toBe(1);
    expect(await log.do("stamp", { stamps: [{ ...press, atMs: 200 }] }, tablet)).toBe(
      "command-conflict",
    );
    expect(await log.rows()).toEqual(["100 -"]);
    expect(await log.do("remove", { list: "stamps", id: press.id })).toBe(0);
    expect(await log.do("stamp", { stamps: [press] })).toBe(0);
    const line = { id: newItemId(), bib: "7", before: null };
    expect(await log.do("bib", line)).toBe(1);
    expect(await log.do("bib", { ...line, bib: "8" })).toBe("command-conflict");
    expect(await log.rows()).toEqual(["- 7"]);
  });

  test("P2 gaps and forgotten bibs go between others, and lines change, move and go", async () => {
    const { log } = await openFinish();
    await log.press(100, 200, 300);
    await log.type("7", "A12");
    const { rows } = await log.page();
    const [first, second] = rows;
    const before = (row: typeof first) => ({ id: newItemId(), before: row?.stamp?.id ?? "" });
    expect(await log.do("gap", before(second))).toBe(4);
    expect(await log.rows()).toEqual(["100 7", "? A12", "200 -", "300 -"]);
    const late = newItemId();
    expect(await log.do("bib", { id: late, bib: "12", before: first?.line?.id ?? "" })).toBe(4);
    expect(await log.rows()).toEqual(["100 12", "? 7", "200 A12", "300 -"]);
    expect(await log.do("change", { id: late, bib: "007" })).toBe(4);
    expect(await log.do("move", { list: "bibs", id: late, before: null })).toBe(4);
    expect(await log.rows()).toEqual(["100 7", "? A12", "200 007", "300 -"]);
    const moved = { list: "stamps", id: rows[2]?.stamp?.id ?? "" } as const;
    expect(await log.do("move", { ...moved, before: first?.stamp?.id ?? "" })).toBe(4);
    expect(await log.do("remove", { list: "bibs", id: first?.line?.id ?? "" })).toBe(4);
    expect(await log.rows()).toEqual(["300 A12", "100 007", "? -", "200 -"]);
  });

  test("P9 P11 a missed press counts as not pressed, gets a time that was typed, keeps its row, and an undo takes it away", async () => {
    const { log } = await openFinish();
    await log.press(100, 200);
    await log.type("7", "A12", "007");
    const second = (await log.page()).rows[1]?.stamp?.id ?? "";
    const gap = newItemId();
    expect(await log.do("gap", { id: gap, before: second })).toBe(3);
    expect(await log.page()).toMatchObject({ stamps: 3, bibs: 3, gaps: 1 });
    expect(await log.do("time", { id: gap, atMs: 150 })).toBe(3);
    expect(await log.page()).toMatchObject({ stamps: 3, bibs: 3, gaps: 0 });
    expect(await log.rows()).toEqual(["100 7", "150 A12", "200 007"]);
    expect((await log.page()).lastAction?.kind).toBe("time");
    // The row decides the place, so a time that contradicts its neighbours moves nothing.
    expect(await log.do("time", { id: gap, atMs: 900 })).toBe(3);
    expect(await log.rows()).toEqual(["100 7", "900 A12", "200 007"]);
    await log.do("undo", {});
    await log.do("undo", {});
    expect(await log.rows()).toEqual(["100 7", "? A12", "200 007"]);
    expect(await log.do("time", { id: "no", atMs: 900 })).toBe("not-found");
  });

  test("P2 what is not in the list is not found, and what is where it should be stays", async () => {
    const { log, ...desk } = await openFinish();
    await log.type("7", "A12");
    const [one, two] = (await log.page()).rows.map(({ line }) => line?.id ?? "");
    expect(await log.do("bib", { id: newItemId(), bib: "8", before: "no" })).toBe("not-found");
    expect(await log.do("gap", { id: newItemId(), before: one ?? "" })).toBe("not-found");
    expect(await log.do("change", { id: "no", bib: "8" })).toBe("not-found");
    expect(await log.do("remove", { list: "stamps", id: one ?? "" })).toBe("not-found");
    expect(await log.do("move", { list: "bibs", id: one ?? "", before: "no" })).toBe("not-found");
    for (const before of [two ?? "", one ?? ""]) {
      expect(await log.do("move", { list: "bibs", id: one ?? "", before })).toBe(2);
    }
    expect(await log.do("move", { list: "bibs", id: two ?? "", before: null })).toBe(2);
    expect(await log.do("change", { id: two ?? "", bib: "A12" })).toBe(2);
    expect((await log.page()).lastAction?.kind).toBe("bib");
    const elsewhere = { commandId: newCommandId(), eventId: "no" };
    expect(await desk.call("finish.undo", elsewhere)).toMatchObject({
      error: { code: "not-found" },
    });
    expect(await desk.call("finish.page", { eventId: "no" })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  test("P4 rows warn about bibs nobody or several have, twice, before the gun, not checked in, cancelled", async () => {
    const { log, ...desk } = await openFinish();
    await desk.checkIn("luk");
    const give = { commandId: newCommandId(), eventId, runnerId: "can", bib: "8" };
    await desk.value("bib.assign", give);
    await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: 150 });
    await log.press(100, 200, 300, 400, 500, 600);
    await log.type("7", "A12", "99", "555", "8", "A12");
    const { rows } = await log.page();
    expect(rows.map(({ warnings, hundredths }) => [warnings, hundredths])).toEqual([
      // What makes the time wrong comes first; a narrow row cuts the end.
      [["before-gun", "not-checked-in"], null],
      [["twice"], 5],
      [["ambiguous-bib"], null],
      [["unknown-bib"], null],
      [["not-checked-in", "cancelled"], 35],
      [["twice"], 45],
    ]);
    expect(rows[0]).toMatchObject({ name: "Ana Sousa", runId, runLabel: "10 km", runPosition: 0 });
  });
});

test("P11 a line is removed with its time and its bib, the lines below stay, and one undo brings both back", async () => {
  const { log } = await openFinish();
  await log.press(100, 200, 300);
  await log.type("7", "7", "A12");
  const { rows } = await log.page();
  const [, second] = rows;
  const order = { list: "bibs", id: second?.line?.id ?? "" } as const;
  expect(await log.do("remove", { ...order, beside: "no" })).toBe("not-found");
  expect(await log.do("remove", { ...order, beside: second?.stamp?.id ?? "" })).toBe(2);
  const left = await log.page();
  expect(left.rows.map(({ stamp, line }) => [stamp?.atMs, line?.bib])).toEqual([
    [100, "7"],
    [300, "A12"],
  ]);
  expect(left.lastAction?.kind).toBe("remove");
  await log.do("undo", {});
  expect((await log.page()).rows).toEqual(rows);
});

test("P4 who would be placed is told with what speaks against it", async () => {
  const { log, ...desk } = await openFinish();
  await desk.checkIn("ana");
  const give = { commandId: newCommandId(), eventId, runnerId: "can", bib: "8" };
  await desk.value("bib.assign", give);
  await log.press(100, 200);
  await log.type("8", "7");
  const { placings } = await desk.value("finish.placings", { eventId, runId });
  expect(placings.map(({ bib, warnings }) => [bib, warnings])).toEqual([
    ["8", ["not-checked-in", "cancelled"]],
    ["7", []],
  ]);
});

describe("taking back", () => {
  test("J2 the last thing this desk did, press by press, and nothing of another desk", async () => {
    const { log, ...desk } = await openFinish();
    await log.press(100, 200);
    expect(await log.do("stamp", { stamps: [{ id: newItemId(), atMs: 150 }] }, tablet)).toBe(3);
    await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: 10 });
    expect((await log.page()).lastAction?.kind).toBe("gun");
    expect(await log.do("undo", {})).toBe(3);
    expect((await log.page()).guns).toEqual([]);
    expect(await log.do("undo", {})).toBe(2);
    expect(await log.rows()).toEqual(["100 -", "150 -"]);
    expect(await log.do("undo", {})).toBe(1);
    expect(await log.do("undo", {})).toBe("nothing-to-undo");
    expect(await log.do("undo", {}, tablet)).toBe(0);
    expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  });

  test("J2 a removal comes back where it was, a change as it was, a gun as it was", async () => {
    const { log, ...desk } = await openFinish();
    await log.type("7", "A12");
    const id = (await log.page()).rows[0]?.line?.id ?? "";
    await log.do("change", { id, bib: "8" });
    await log.do("remove", { list: "bibs", id });
    expect((await log.page()).lastAction?.kind).toBe("remove");
    await log.do("undo", {});
    expect(await log.rows()).toEqual(["- 8", "- A12"]);
    await log.do("undo", {});
    expect(await log.rows()).toEqual(["- 7", "- A12"]);
    const gun = (atMs: number | null) =>
      desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs });
    await gun(10);
    await gun(20);
    expect((await gun(20)).guns).toEqual([{ runId, atMs: 20 }]);
    await log.do("undo", {});
    expect((await log.page()).guns).toEqual([{ runId, atMs: 10 }]);
    expect((await gun(null)).guns).toEqual([]);
  });

  test("C3 Ctrl+Z at the desk leaves podium and finish log alone, however much was done there since", async () => {
    const { log, ...desk } = await openFinish();
    await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "ana" });
    await desk.enter(lines("7"));
    await log.press(...Array.from({ length: 80 }, (_, at) => at));
    const order = { commandId: newCommandId(), eventId };
    expect((await desk.value("desk.undoLast", order)).undone).toBe("check-in");
    expect(await log.page()).toMatchObject({ stamps: 80 });
    expect(readOut(await desk.segment())).toEqual(["1. 7"]);
    expect(await desk.call("desk.undoLast", { commandId: newCommandId(), eventId })).toMatchObject({
      error: { code: "nothing-to-undo" },
    });
  });
});

describe("placings", () => {
  test("P1 each run by its own gun, equal hundredths share a place, a second coming counts for nothing", async () => {
    const { log, ...desk } = await openFinish();
    const gun = (run: string, atMs: number) =>
      desk.value("gun.set", { commandId: newCommandId(), eventId, runId: run, atMs });
    await gun(runId, startAtMs);
    await gun("run-relay", afterStart(600));
    await log.press(
      ...[2_000, 2_000.004, 2_100, 2_200, 2_300, 2_400].map(afterStart).map(Math.round),
    );
    await log.type("7", "007", "301", "7", "A12", "301");
    const ofRun = (run: string) => desk.value("finish.placings", { eventId, runId: run });
    const warnings = ["not-checked-in"];
    expect(await ofRun(runId)).toEqual({
      total: 3,
      unplaced: 1,
      firstUnplaced: [{ index: 3, bib: "7" }],
      placings: [
        { place: 1, runnerId: "ana", bib: "7", name: "Ana Sousa", hundredths: 200_000, warnings },
        { place: 2, runnerId: "rui", bib: "007", name: "Rui Sousa", hundredths: 200_001, warnings },
        {
          place: 3,
          runnerId: "luk",
          bib: "A12",
          name: "Łukasz Nowak",
          hundredths: 230_000,
          warnings,
        },
      ],
    });
    expect(await ofRun("run-relay")).toMatchObject({
      total: 1,
      placings: [{ place: 1, bib: "301", hundredths: 150_000 }],
    });
    expect(await desk.value("finish.placings", { eventId, runId, limit: 1 })).toMatchObject({
      total: 3,
      placings: [{ runnerId: "ana" }],
    });
  });

  test("B2 a double places nobody until a person knows who it was", async () => {
    const { log, ...desk } = await openFinish();
    await log.type("99", "7");
    const { placings } = await desk.value("finish.placings", { eventId, runId });
    expect(placings).toMatchObject([{ runnerId: "ana", place: 1, hundredths: null }]);
  });

  test("P1 it is told how many came in between whom nobody could place", async () => {
    const { log, ...desk } = await openFinish();
    await log.type("555", "7", null, "99", "301", "A12", "556");
    const unplaced = async (limit: number, depth?: number) =>
      (
        await desk.value("finish.placings", {
          eventId,
          runId,
          limit,
          ...(depth === undefined ? {} : { depth }),
        })
      ).unplaced;
    expect([await unplaced(1), await unplaced(2), await unplaced(9)]).toEqual([1, 3, 3]);
    // When all award places are taken, nobody can be placed after them. While one is free, anybody can.
    expect([await unplaced(9, 1), await unplaced(9, 2), await unplaced(9, 3)]).toEqual([1, 3, 4]);
    await log.do("undo", {});
    await log.do("undo", {});
    expect(await unplaced(9)).toBe(1);
  });

  test("P1 the first of them fill the segment, with everybody who ties at its last place", async () => {
    const { log, ...desk } = await openFinish();
    await desk.checkIn("ana", "rui", "luk", "double-2");
    await desk.save("overall", { depth: 2 });
    await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: startAtMs });
    await log.press(...[2_000, 2_100.1, 2_100.1, 2_200].map(afterStart));
    await log.type("7", "007", "A12", "12");
    const order = async () => {
      const { revision } = await desk.segment();
      const follows = revision === null ? [] : [revision];
      return { commandId: newCommandId(), eventId, runId, segmentId: "overall", follows };
    };
    const filled = await desk.value("finish.toPodium", await order());
    expect(readOut(filled)).toEqual(["1. 7", "2. 007", "2. A12"]);
    expect(filled.slots.map(({ time, warnings }) => [time, warnings])).toEqual([
      ["33:20", []],
      ["35:00.1", []],
      ["35:00.1", []],
    ]);
    await desk.announce();
    await log.do("undo", {});
    await log.type("99");
    expect(await desk.value("finish.toPodium", await order())).toMatchObject({
      state: "announced",
    });
    await log.do("remove", { list: "bibs", id: (await log.page()).rows[0]?.line?.id ?? "" });
    expect(await desk.call("finish.toPodium", await order())).toMatchObject({
      error: { code: "reason-needed" },
    });
    const stale = { ...(await order()), follows: [], reason: "Corrected" };
    expect(await desk.call("finish.toPodium", stale)).toMatchObject({
      error: { code: "changed-meanwhile" },
    });
    const { lines: told } = await desk.value("podium.history", {
      eventId,
      runId,
      segmentId: "overall",
    });
    expect(told.map(({ kind }) => kind)).toEqual(["from-finish-log", "announced"]);
  });

  test("P1 an empty log places nobody", async () => {
    const desk = await openPodium();
    const place = { eventId, runId, segmentId: "overall", follows: [] };
    expect(
      await desk.call("finish.toPodium", { commandId: newCommandId(), ...place }),
    ).toMatchObject({ error: { code: "nothing-to-place" } });
  });
});

test("P2 midnight and the change to winter time lengthen no race: a time is a moment, a result a duration", async () => {
  const { log, ...desk } = await openFinish();
  const startedAtMs = Date.UTC(2026, 9, 25, 0, 30, 0);
  await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: startedAtMs });
  await log.press(startedAtMs + 3_600_000, startedAtMs + 3_600_000 + 4);
  await log.type("7", "A12");
  const { placings } = await desk.value("finish.placings", { eventId, runId });
  expect(placings.map(({ hundredths }) => hundredths)).toEqual([360_000, 360_001]);
});
