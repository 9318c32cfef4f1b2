import { expect, test } from "vitest";
import { describeCampaign, runCampaign } from "./campaign.ts";

/** The seed draws the same commands in each run. The moments of the kills also depend on the machine's speed. */
const seed = 20_261_121;
const cycles = 120;

test(`J1 J6 J8 O1 O2 O3 D1 S4 ${cycles} kills at work: what was acknowledged is there, once`, async () => {
  const report = await runCampaign({ cycles, seed, jobs: 2 });
  process.stdout.write(`${describeCampaign(report)}; seed ${seed}\n`);
  expect(report.kills["under-load"]).toBeGreaterThan(45);
  expect(report.kills.starting).toBeGreaterThan(5);
  expect(report.kills.downloading).toBeGreaterThan(0);
  expect(report.kills.migrating).toBeGreaterThan(2);
  expect(report.acknowledged).toBeGreaterThan(120);
  expect(report.givenAgain, "some were killed before they were answered").toBeGreaterThan(12);
  expect(report.interrupted, "some were in flight when the process was killed").toBeGreaterThan(0);
});
