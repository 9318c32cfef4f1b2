import { expect, test } from "vitest";
import type { Caller } from "#core/handlers.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
import { entriesOf, merge } from "./merged-desk.ts";
import { eventId, openPodium, tablet } from "./podium-desk.ts";

test("P10 the page says which bib or time an undo is about, and the reply which one it was", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const last = async () => (await log.page()).lastAction;
  const undo = async () =>
    (await desk.value("finish.undo", { commandId: newCommandId(), eventId })).undone;
  expect(await last()).toBeNull();
  await log.press(100);
  expect(await last()).toEqual({ kind: "stamp", bib: null, atMs: 100 });
  await log.type("7", null);
  expect(await last()).toEqual({ kind: "bib", bib: null, atMs: null });
  const [, unread] = (await log.page()).rows.map(({ line }) => line?.id ?? "");
  await log.press(200);
  await log.do("change", { id: unread ?? "", bib: "A12" });
  expect(await last()).toEqual({ kind: "change", bib: "A12", atMs: null });
  await log.do("move", { list: "bibs", id: unread ?? "", before: (await firstBib(log)) ?? "" });
  expect(await last()).toEqual({ kind: "move", bib: "A12", atMs: null });
  await log.do("remove", { list: "bibs", id: unread ?? "" });
  expect(await last()).toEqual({ kind: "remove", bib: null, atMs: null });

  expect(await undo()).toEqual({ kind: "remove", bib: null, atMs: null });
  expect(await undo()).toEqual({ kind: "move", bib: "A12", atMs: null });
  expect(await undo()).toEqual({ kind: "change", bib: "A12", atMs: null });
  expect(await undo()).toEqual({ kind: "stamp", bib: null, atMs: 200 });
  expect(await undo()).toEqual({ kind: "bib", bib: null, atMs: null });
  expect(await undo()).toEqual({ kind: "bib", bib: "7", atMs: null });
  await log.do("bib", { id: newItemId(), bib: "007", before: null });
  expect(await last()).toEqual({ kind: "bib", bib: "007", atMs: null });
});

const firstBib = async (log: ReturnType<typeof finishDesk>): Promise<string | undefined> =>
  (await log.page()).rows[0]?.line?.id;

test("P9 the undo of a desk skips a line that another desk changed since, and takes out nothing of that desk", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const id = newItemId();
  const phone: Caller = { ...tablet, deviceId: "d1" };
  await log.do("bib", { id: newItemId(), bib: "A12", before: null }, phone);
  await log.do("bib", { id, bib: "7", before: null }, phone);
  await log.do("change", { id, bib: "007" });
  const lastOf = async (caller: Caller) =>
    (await desk.value("finish.page", { eventId }, caller)).lastAction;
  expect(await lastOf(phone)).toEqual({ kind: "bib", bib: "A12", atMs: null });
  const undone = await desk.value("finish.undo", { commandId: newCommandId(), eventId }, phone);
  expect(undone.undone).toEqual({ kind: "bib", bib: "A12", atMs: null });
  expect(await log.rows()).toEqual(["- 007"]);
  await log.do("undo", {});
  expect(await log.rows()).toEqual(["- 7"]);
});

test("P9 an undo takes a command back whole or not at all: of a removed line whose bib another desk changed, the time alone does not come back", async () => {
  const [one, two] = [await openPodium(), await openPodium()];
  await finishDesk(one).press(100, 200);
  await finishDesk(one).type("7", "A12");
  const known = await merge(two, entriesOf(one));
  const log = finishDesk(one);
  const [first] = (await log.page(0)).rows;
  const [stamp, line] = [first?.stamp?.id ?? "", first?.line?.id ?? ""];
  await log.do("remove", { list: "stamps", id: stamp, beside: line });
  await known.clock.advance(60_000);
  await finishDesk(known).do("change", { id: line, bib: "007" });

  const merged = await merge(one, entriesOf(known));
  const after = finishDesk(merged);
  expect(await after.rows()).toEqual(["200 007", "- A12"]);
  expect((await after.page()).lastAction).toEqual({ kind: "bib", bib: "A12", atMs: null });
  const undone = await merged.value("finish.undo", { commandId: newCommandId(), eventId });
  expect(undone.undone).toEqual({ kind: "bib", bib: "A12", atMs: null });
  expect(await after.rows()).toEqual(["200 007"]);
  expect(await merged.value("journal.verify", {})).toMatchObject({ differences: 0 });
});

test("P9 an undo takes no half of a command of which the desk reads only the newer half", async () => {
  const log = finishDesk(await openPodium());
  await log.press(100);
  await log.type("7");
  const [first] = (await log.page(0)).rows;
  const beside = first?.line?.id ?? "";
  await log.do("remove", { list: "stamps", id: first?.stamp?.id ?? "", beside });
  // The desk reads its last 50 entries: these 49, which have no effect any more, and one of the two of the removal.
  await log.press(...Array.from({ length: 49 }, (_, at) => 1_000 + at));
  for (const { stamp } of (await log.page(0, 500)).rows)
    await log.do("remove", { list: "stamps", id: stamp?.id ?? "" }, tablet);
  expect(await log.do("undo", {})).toBe("nothing-to-undo");
  expect(await log.rows()).toEqual([]);
});

test("P9 an undo takes all lines of a command back: the inserted bib and the lines that it moved", async () => {
  const [one, two] = [await openPodium(), await openPodium()];
  await finishDesk(one).type("7", "8");
  await finishDesk(two).type("A12", "12");
  const desk = await merge(one, entriesOf(two));
  const log = finishDesk(desk);
  const before = await log.rows();
  // Two desks gave the first two lines the same sort key, so an insertion between them moves the second one.
  const moved = (await log.page(0)).rows[1]?.line?.id ?? "";
  await log.do("move", { list: "bibs", id: moved, before: (await firstBib(log)) ?? "" });
  expect(await log.rows()).toEqual([before[1], before[0], ...before.slice(2)]);
  await log.do("undo", {});
  expect(await log.rows()).toEqual(before);
  await log.do("bib", { id: newItemId(), bib: "99", before: moved });
  await log.do("change", { id: moved, bib: "555" }, tablet);
  // The tablet has changed a line that the insertion moved.
  expect((await log.page()).lastAction).toEqual({ kind: "bib", bib: "8", atMs: null });
  await log.do("undo", {}, tablet);
  await log.do("undo", {});
  expect(await log.rows()).toEqual(before);
});

test("P9 S8 the windows of the owner on one computer are one desk: each names the same last action, and undoes that one", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const [one, other]: Caller[] = ["one", "other"].map((sessionId) => ({
    role: "owner",
    sessionId,
  }));
  await log.do("bib", { id: newItemId(), bib: "7", before: null }, one);
  await log.do("bib", { id: newItemId(), bib: "A12", before: null }, other);
  for (const caller of [one, other]) {
    const { lastAction } = await desk.value("finish.page", { eventId }, caller);
    expect(lastAction).toMatchObject({ kind: "bib", bib: "A12" });
  }
  await log.do("undo", {}, one);
  expect(await log.rows()).toEqual(["- 7"]);
});
