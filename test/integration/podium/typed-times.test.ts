import { expect, test } from "vitest";
import { finishDesk, newItemId } from "./finish-desk.ts";
import { openPodium } from "./podium-desk.ts";

const openLog = async () => finishDesk(await openPodium());

type Log = Awaited<ReturnType<typeof openLog>>;

/** Types a time for the first row that has a bib and no time. */
const typeNext = (log: Log, atMs: number) =>
  log.do("stamp", { stamps: [{ id: newItemId(), atMs, isTyped: true }] });

test("P11 P1 a time typed for the last row goes there, also before the pressed time of a corrected row", async () => {
  const log = await openLog();
  await log.press(10_000, 60_000);
  await log.type("7", "A12", "007");
  const second = (await log.page()).rows[1]?.stamp?.id ?? "";
  await log.do("time", { id: second, atMs: 20_000 });
  await typeNext(log, 40_000);
  expect(await log.rows()).toEqual(["10000 7", "20000 A12", "40000 007"]);
  await log.press(70_000);
  expect(await log.rows()).toEqual(["10000 7", "20000 A12", "40000 007", "70000 -"]);
});

test("P11 P1 a typed time that is earlier than those above shifts no pair of time and bib", async () => {
  const log = await openLog();
  await log.press(10_000, 30_000, 50_000);
  await log.type("7", "A12", "007", "12");
  await typeNext(log, 5_000);
  const rows = ["10000 7", "30000 A12", "50000 007", "5000 12"];
  expect(await log.rows()).toEqual(rows);
  await log.do("undo", {});
  expect(await log.rows()).toEqual([...rows.slice(0, 3), "- 12"]);
});

test("P11 P1 a typed time that is too late stays in its row when others are pressed after it", async () => {
  const log = await openLog();
  await log.type("7", "A12", "007");
  await typeNext(log, 600_000);
  await log.press(30_000);
  expect(await log.rows()).toEqual(["600000 7", "30000 A12", "- 007"]);
  await typeNext(log, 900_000);
  await log.press(50_000);
  expect(await log.rows()).toEqual(["600000 7", "30000 A12", "900000 007", "50000 -"]);
});

test("P11 typed and pressed times that arrive in one command are appended in their order", async () => {
  const log = await openLog();
  await log.press(10_000);
  const typed = { id: newItemId(), atMs: 5_000, isTyped: true };
  const stamps = [{ id: newItemId(), atMs: 20_000 }, typed, { id: newItemId(), atMs: 30_000 }];
  await log.do("stamp", { stamps });
  expect(await log.rows()).toEqual(["10000 -", "20000 -", "5000 -", "30000 -"]);
});

test("P11 a time that a person set earlier than the time above is marked in its row, on each page, until it is right again", async () => {
  const log = await openLog();
  await log.press(100, 200, 300);
  const [, second = "", third = ""] = (await log.page()).rows.map(({ stamp }) => stamp?.id ?? "");
  await log.do("gap", { id: newItemId(), before: third });
  const marked = async (from?: number) =>
    (await log.page(from, 2)).rows.map(
      ({ index, warnings }) => `${index} ${warnings.includes("before-above")}`,
    );
  await log.do("time", { id: third, atMs: 150 });
  expect(await marked()).toEqual(["2 false", "3 true"]);
  expect(await marked(3)).toEqual(["3 true"]);
  await log.do("time", { id: second, atMs: 50 });
  expect(await marked(1)).toEqual(["1 true", "2 false"]);
  expect(await marked(2)).toEqual(["2 false", "3 false"]);
});
