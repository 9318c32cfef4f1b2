import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { playMany, sumUp } from "./many.ts";
import type { PlayedOutcome } from "./many.ts";
import { simulate } from "./simulate.ts";
import { simulateVenue } from "./venue/simulate-venue.ts";

const help = `usage: simulate [--seeds N] [--from S] [--steps K] [--jobs J] [--desks 3]
       simulate --seed S [--steps K] [--desks 3]

  --seeds N  how many stories to play; 1000 unless told
  --from S   the first story's seed; 1 unless told
  --steps K  how long each story is; 150 unless told
  --desks 3  stories of a hub and two full desks, instead of stories of one computer
  --jobs J   processes at a time; one for each core unless told
  --seed S   plays this story alone and prints its trace

A story is repeated by its seed, its length and its number of computers. The exit code is 1 when something was seen that must not be.
`;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    steps: { type: "string", default: "150" },
    jobs: { type: "string", default: String(availableParallelism()) },
    desks: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  process.stderr.write(help);
  process.exit(2);
};

const desks = values.desks === "3" ? 3 : 1;
const more = desks === 3 ? " --desks 3" : "";

if (values.help) process.stdout.write(help);
else if (values.seed !== undefined) await replay(wholeNumber(values.seed));
else await playAll();

async function replay(seed: number): Promise<void> {
  const play = desks === 3 ? simulateVenue : simulate;
  const outcome = await play({ seed, steps: wholeNumber(values.steps) });
  for (const line of outcome.trace) print(line);
  print(JSON.stringify(outcome.figures));
  print(outcome.failure ?? "All held.");
  process.exitCode = outcome.failure === null ? 0 : 1;
}

async function playAll(): Promise<void> {
  const first = wholeNumber(values.from);
  const count = wholeNumber(values.seeds);
  const steps = wholeNumber(values.steps);
  const startedAt = performance.now();
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  let played = 0;
  let toldAt = startedAt;
  const onOutcome = ({ seed, failure, steps: at }: PlayedOutcome): void => {
    played += 1;
    if (failure !== null) print(`seed ${seed}, step ${at}: ${failure}`);
    if (performance.now() - toldAt < 10_000) return;
    toldAt = performance.now();
    const perSecond = played / ((toldAt - startedAt) / 1000);
    print(`${played} of ${count} stories, ${perSecond.toFixed(1)} a second`);
  };
  const outcomes = await playMany({
    seeds,
    steps,
    desks,
    jobs: wholeNumber(values.jobs),
    onOutcome,
  });
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const totals = sumUp(outcomes);
  const seconds = (performance.now() - startedAt) / 1000;
  print("");
  for (const [name, figure] of Object.entries(totals)) {
    print(`${name.padEnd(14)}${figure.toLocaleString("en-US")}`);
  }
  print(`${"seconds".padEnd(14)}${seconds.toFixed(0)}`);
  for (const { seed } of failed)
    print(`replay: npm run simulate -- --seed ${seed} --steps ${steps}${more}`);
  print(`${totals.stories - failed.length} held, ${failed.length} did not`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
