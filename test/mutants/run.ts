import { parseArgs } from "node:util";
import type { Verdict } from "./hunt.ts";
import { huntMutants } from "./hunt.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";

const usage = `usage: npm run mutants -- [--only ID]... [--list]

Puts one fault after another into a copy of the sources and runs the tests that must notice it.
  --only   this mutant; may be given several times
  --list   names the mutants and their faults, and runs nothing

The exit code is 1 when one survived, could not be placed, or its tests prove nothing.
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const unknown = values.only.filter((id) => !mutants.some((mutant) => mutant.id === id));
const chosen = mutants.filter(({ id }) => values.only.length === 0 || values.only.includes(id));

if (values.help) {
  process.stdout.write(usage);
} else if (unknown.length > 0) {
  process.stderr.write(`No such mutant: ${unknown.join(", ")}\n${usage}`);
  process.exitCode = 2;
} else if (values.list) {
  for (const { id, fault } of chosen) print(`${id}: ${fault}`);
} else {
  process.exitCode = await hunt(chosen);
}

async function hunt(chosenMutants: readonly Mutant[]): Promise<number> {
  const sinceMs = performance.now();
  const missed: string[] = [];
  let caught = 0;
  await huntMutants({
    mutants: chosenMutants,
    onStart: (testFiles) => print(`${testFiles} test files without a fault first …`),
    onVerdict: (mutant, verdict) => {
      const line = `${mutant.id}: ${wordsOf(verdict)}`;
      print(line);
      if (verdict.kind === "caught") caught += 1;
      else missed.push(`${line} (${mutant.fault}; ${mutant.file})`);
    },
  });
  const seconds = Math.round((performance.now() - sinceMs) / 1_000);
  print(`\n${caught} of ${chosenMutants.length} caught, ${seconds} s`);
  for (const line of missed) print(line);
  return missed.length === 0 ? 0 : 1;
}

function wordsOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case "caught":
      return `caught by "${verdict.by}"`;
    case "survived":
      return "SURVIVED";
    case "misplaced":
      return `MISPLACED: its place is there ${verdict.found} times`;
    case "tests-unsound":
      return `UNSOUND: without it, too, these do not pass: ${verdict.tests.join(", ")}`;
    case "no-verdict":
      return "NO VERDICT: the run ended without one";
  }
}
