import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk } from "./finish-desk.ts";
import { eventId, lines, openPodium, runId } from "./podium-desk.ts";
import type { PodiumDesk } from "./podium-desk.ts";

/** The contradictions of each line, without the other warnings. */
const contradicted = async (desk: PodiumDesk, segmentId: string) =>
  (await desk.segment(segmentId)).slots.map(({ warnings }) =>
    warnings.flatMap((warning) => {
      if (warning.kind === "order-differs") {
        return [`${warning.there} ${warning.bib} in ${warning.segmentLabel ?? "the log"}`];
      }
      return warning.kind === "time-differs"
        ? [`${warning.hundredths} in ${warning.segmentLabel ?? "the log"}`]
        : [];
    }),
  );

test("P4 segments by one clock that contradict each other say so, on both sheets; the chip is another clock", async () => {
  const desk = await openPodium();
  await desk.save("sex:F");
  await desk.save("sex:F~age:40-49", { clock: "chip" });
  await desk.enter(lines("7@35:00", "007@35:10", "A12"));
  await desk.enter(lines("A12", "007@35:11", "7@35:00"), { segmentId: "sex:F" });
  await desk.enter(lines("007", "7@34:50"), { segmentId: "sex:F~age:40-49" });
  expect(await contradicted(desk, "overall")).toEqual([
    [],
    ["ahead 7 in The sex:F", "211100 in The sex:F"],
    ["ahead 7 in The sex:F"],
  ]);
  expect(await contradicted(desk, "sex:F")).toEqual([
    [],
    ["ahead A12 in The overall", "211000 in The overall"],
    ["ahead A12 in The overall"],
  ]);
  expect(await contradicted(desk, "sex:F~age:40-49")).toEqual([[], []]);
});

test("P4 a sheet that contradicts the finish log says so, and a look-up tells the logged time", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const gunAtMs = 1_000_000;
  await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: gunAtMs });
  await log.press(gunAtMs + 2_100_000, gunAtMs + 2_110_000);
  await log.type("A12", "7");
  await desk.enter(lines("7@35:10", "A12@35:05"));
  expect(await contradicted(desk, "overall")).toEqual([
    [],
    ["ahead 7 in the log", "210000 in the log"],
  ]);
  const { slots } = await desk.segment();
  expect(slots.map(({ loggedHundredths }) => loggedHundredths)).toEqual([211_000, 210_000]);
  const found = await desk.value("podium.find", { eventId, runId, bib: "A12" });
  expect(found.logged).toEqual([{ runnerId: found.holders[0]?.id, hundredths: 210_000 }]);
  await desk.enter(lines("A12@35:00", "7@35:10"));
  expect(await contradicted(desk, "overall")).toEqual([[], []]);
});
