import { expect, test } from "vitest";
import type { Caller } from "#core/handlers.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
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
