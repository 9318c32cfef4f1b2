import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTable } from "#test/support/read-csv.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { finishDesk } from "./finish-desk.ts";
import { eventId, lines, openPodium, runId, warned } from "./podium-desk.ts";

const startAtMs = Date.UTC(2026, 4, 17, 8, 0, 0);

/** Two runners of the organizer's list whose bibs differ in the case of a letter. */
const bothCases = {
  registrations: [
    ...(harbourRun.registrations ?? []),
    {
      _id: "lower",
      eventRunId: runId,
      name: "Lara Pequena",
      email: "lara@example.org",
      bibIdentifier: "a12",
    },
  ],
};

test("B2 a bib of the finish log means its runner in either letter case", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  await desk.checkIn("ana", "luk");
  await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: startAtMs });
  await log.press(startAtMs + 2_000_000, startAtMs + 2_001_000);
  await log.type("a12", "7");
  const { rows } = await log.page();
  expect(rows.map(({ runnerId, warnings }) => [runnerId, warnings])).toEqual([
    ["luk", []],
    ["ana", []],
  ]);
  const { placings, unplaced } = await desk.value("finish.placings", { eventId, runId });
  expect(unplaced).toBe(0);
  expect(placings.map(({ place, runnerId }) => [place, runnerId])).toEqual([
    [1, "luk"],
    [2, "ana"],
  ]);
  const found = await desk.value("podium.find", { eventId, runId, bib: "A12" });
  expect(found.logged).toEqual([{ runnerId: "luk", hundredths: 200_000 }]);
});

test("B2 one bib in two letter cases is in the finish log twice", async () => {
  const log = finishDesk(await openPodium());
  await log.type("a12", "A12", "x9", "X9", "7");
  const { rows } = await log.page();
  expect(rows.map(({ warnings }) => warnings.includes("twice"))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("B2 where the organizer gave a12 and A12 to two runners, each text means its own runner", async () => {
  const desk = await openPodium(bothCases);
  const log = finishDesk(desk);
  await log.type("a12", "A12");
  const { rows } = await log.page();
  expect(rows.map(({ runnerId, warnings }) => [runnerId, warnings.includes("twice")])).toEqual([
    ["lower", false],
    ["luk", false],
  ]);
  const { placings } = await desk.value("finish.placings", { eventId, runId });
  expect(placings.map(({ runnerId }) => runnerId)).toEqual(["lower", "luk"]);
  const segment = await desk.enter(lines("A12", "a12"));
  expect(segment.slots.map(({ name }) => name)).toEqual(["Łukasz Nowak", "Lara Pequena"]);
});

test("B2 a place of the podium means its runner in either letter case", async () => {
  const desk = await openPodium();
  await desk.checkIn("luk");
  const found = await desk.value("podium.find", { eventId, runId, bib: "a12" });
  expect(found.holders.map(({ id }) => id)).toEqual(["luk"]);
  expect(found.lookAlikes).toEqual([]);
  const segment = await desk.enter(lines("a12"));
  expect(segment.slots).toMatchObject([{ name: "Łukasz Nowak", runnerId: "luk" }]);
  expect(warned(segment)).toEqual([[]]);
});

test("B2 the exported finish log names the runner of a bib in either letter case", async () => {
  const desk = await openPodium(bothCases);
  const log = finishDesk(desk);
  await log.type("A12", "a12", "7");
  const order = { commandId: newCommandId(), eventId, what: "finish-log", format: "csv" } as const;
  const { path } = await desk.value("export.make", order);
  expect(readTable(readFileSync(path, "utf8")).map(({ name, place }) => [name, place])).toEqual([
    ["Łukasz Nowak", "1"],
    ["Lara Pequena", "2"],
    ["Ana Sousa", "3"],
  ]);
  const plain = await openPodium();
  await finishDesk(plain).type("a12");
  const made = await plain.value("export.make", { ...order, commandId: newCommandId() });
  expect(readTable(readFileSync(made.path, "utf8"))).toMatchObject([{ name: "Łukasz Nowak" }]);
});
