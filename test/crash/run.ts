import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { describeCampaign, runCampaign, SeasonBroke } from "./campaign.ts";
import { recordTrace } from "./power/record.ts";
import { replayPowerCuts } from "./power/replay.ts";
import { canStrace } from "./power/strace.ts";
import { committedTrace, unpackTrace } from "./power/trace.ts";

const usage = `usage: npm run crash -- [--cycles N] [--seed S] [--jobs J] [--images N]

Kills stations at work with SIGKILL and looks, after each kill, for what was acknowledged.
  --cycles  kills in all; 1000 unless told
  --seed    what the orders and the moments are drawn from; random unless told
  --jobs    seasons at a time; one for each core unless told
  --images  no kills, but so many power cuts over a run that is recorded now, or else was
`;

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    jobs: { type: "string", default: String(availableParallelism()) },
    images: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [cycles, seed, jobs] = [values.cycles, values.seed, values.jobs].map(Number);
const images = values.images === undefined ? null : Number(values.images);
const isWhole = (value: number | undefined, least: number): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= least;

if (values.help) {
  process.stdout.write(usage);
} else if (
  !isWhole(cycles, 1) ||
  !isWhole(seed, 0) ||
  !isWhole(jobs, 1) ||
  !isWhole(images ?? 1, 1)
) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = images === null ? await run(cycles, seed, jobs) : cutPower(images, seed);
}

async function run(cycles: number, seed: number, jobs: number): Promise<number> {
  const sinceMs = performance.now();
  let killed = 0;
  const elapsed = (): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;
  const step = process.stderr.isTTY ? 1 : Math.max(1, Math.floor(cycles / 20));
  const onKill = (): void => {
    killed += 1;
    if (killed % step !== 0) return;
    const line = `${killed} of ${cycles} kills, ${elapsed()}`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`);
  };
  process.stderr.write(`seed ${seed}\n`);
  try {
    const report = await runCampaign({ cycles, seed, jobs, onKill });
    process.stdout.write(`\n${describeCampaign(report)}; seed ${seed}, ${elapsed()}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SeasonBroke)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
}

function cutPower(count: number, seed: number): number {
  const sinceMs = performance.now();
  const trace = canStrace() ? recordTrace() : unpackTrace(readFileSync(committedTrace));
  const report = replayPowerCuts(trace, { images: count, seed });
  const seconds = ((performance.now() - sinceMs) / 1_000).toFixed(1);
  for (const fault of report.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(
    `${report.images} power cuts at ${report.moments} moments; ${report.acknowledged} acknowledged facts; ${report.faults.length} faults; seed ${seed}, ${seconds} s\n`,
  );
  return report.faults.length === 0 ? 0 : 1;
}
