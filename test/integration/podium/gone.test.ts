import { expect, test } from "vitest";
import { download, newCommandId } from "#test/support/test-core.ts";
import { finishDesk } from "./finish-desk.ts";
import { eventId, lines, openPodium, warned } from "./podium-desk.ts";

test("D3 P4 whoever came in or is on the podium keeps name and place when the organizer's list has them no more", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  await desk.enter(lines("A12"));
  await log.type("7", "007");
  const { registrations } = desk.partner;
  const gone = new Set(["luk", "ana"]);
  registrations.splice(
    0,
    registrations.length,
    ...registrations.filter(({ _id }) => !gone.has(_id)),
  );
  desk.partner.online = true;
  await download(desk);
  const decision = "take-off" as const;
  await desk.value("download.settleUnseen", { commandId: newCommandId(), eventId, decision });

  const segment = await desk.segment();
  expect(segment.slots[0]).toMatchObject({ bib: "A12", name: "Łukasz Nowak" });
  expect(warned(segment)).toEqual([["not-checked-in", "gone-upstream"]]);
  const { rows } = await log.page();
  expect(rows.map(({ name, warnings }) => [name, warnings])).toEqual([
    ["Ana Sousa", ["not-checked-in"]],
    ["Rui Sousa", ["not-checked-in"]],
  ]);
  const placings = await desk.value("finish.placings", { eventId, runId: "run-10" });
  expect(placings.placings.map(({ name }) => name)).toEqual(["Ana Sousa", "Rui Sousa"]);
});
