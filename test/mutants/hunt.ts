import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyTree } from "../support/tree-copy.ts";
import type { TreeCopy } from "../support/tree-copy.ts";
import { plantFault, testPathOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

/** The result of a mutant; only `caught` is good. */
export type Verdict =
  | { readonly kind: "caught"; readonly by: string }
  /** Every named test passed, so a test is missing. */
  | { readonly kind: "survived" }
  /** The text to replace is not in the source exactly once. */
  | { readonly kind: "misplaced"; readonly found: number }
  /** A named test also fails without the fault, or does not exist, so its failure proves nothing. */
  | { readonly kind: "tests-unsound"; readonly tests: readonly string[] }
  /** The run ended without a test result, for example because the changed source does not load. */
  | { readonly kind: "no-verdict" };

export interface HuntOptions {
  readonly mutants: readonly Mutant[];
  /** Called before the first mutant, with the number of test files that run without a fault. */
  readonly onStart: (testFiles: number) => void;
  readonly onVerdict: (mutant: Mutant, verdict: Verdict) => void;
}

/** Milliseconds; much longer than the slowest run, because a mutant may hang. */
const runLimitMs = 300_000;

/** Tries the mutants one after the other in a copy of the sources; the checkout does not change. */
export async function huntMutants({ mutants, onStart, onVerdict }: HuntOptions): Promise<void> {
  const tree = copyTree();
  const giveUp = (): void => {
    tree.remove();
    process.exit(130);
  };
  process.once("SIGINT", giveUp);
  try {
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
    onStart(tests.length);
    const sound = await soundTests(tree, tests);
    for (const mutant of mutants) onVerdict(mutant, await judge(tree, mutant, sound));
  } finally {
    process.off("SIGINT", giveUp);
    tree.remove();
  }
}

async function judge(tree: TreeCopy, mutant: Mutant, sound: ReadonlySet<string>): Promise<Verdict> {
  const unsound = mutant.tests.filter((test) => !sound.has(test));
  if (unsound.length > 0) return { kind: "tests-unsound", tests: unsound };
  const text = readFileSync(join(tree.root, mutant.file), "utf8");
  const planted = plantFault(text, mutant);
  if (!planted.ok) return { kind: "misplaced", found: planted.found };
  tree.plant(mutant.file, planted.text);
  try {
    let passed = false;
    // With `--bail` a run may end before its failure is reported, so `survived` needs a complete run.
    for (const flags of [["--bail=1"], []]) {
      const report = await runTests(tree, mutant.tests, flags);
      if (report === null) return { kind: "no-verdict" };
      const [first] = report.flatMap(({ failed }) => failed);
      if (first !== undefined) return { kind: "caught", by: first };
      passed = mutant.tests.every((test) => hasPassed(report, test));
    }
    return { kind: passed ? "survived" : "no-verdict" };
  } finally {
    tree.plant(mutant.file, text);
  }
}

async function soundTests(tree: TreeCopy, tests: readonly string[]): Promise<ReadonlySet<string>> {
  const report = (await runTests(tree, tests, [])) ?? [];
  return new Set(tests.filter((test) => hasPassed(report, test)));
}

/** One test file of a run. */
interface FileReport {
  readonly path: string;
  readonly passed: boolean;
  /** The titles of the failed tests. */
  readonly failed: readonly string[];
}

const hasPassed = (report: readonly FileReport[], test: string): boolean =>
  report.some(({ path, passed }) => passed && path.endsWith(`/${testPathOf(test)}`));

/** The part of vitest's JSON report that is used. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/** Null if the run ended without a report. */
async function runTests(
  { root }: TreeCopy,
  tests: readonly string[],
  flags: readonly string[],
): Promise<FileReport[] | null> {
  const output = join(root, "mutants-report.json");
  rmSync(output, { force: true });
  await new Promise<void>((resolve) => {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const all = ["run", "--config=test/vitest.config.ts", "--project=unit"];
    all.push("--project=integration*", "--reporter=json", `--outputFile=${output}`);
    const files = tests.map(testPathOf);
    // The report says how the run ended.
    const done = (): void => resolve();
    execFile(
      process.execPath,
      [vitest, ...all, ...flags, ...files],
      { cwd: root, timeout: runLimitMs, maxBuffer: 2 ** 28 },
      done,
    );
  });
  const report = readReport(output);
  if (report === null) return null;
  return report.testResults.map(({ name, status, assertionResults }) => ({
    path: name.replaceAll("\\", "/"),
    passed: status === "passed",
    failed: assertionResults.filter((test) => test.status === "failed").map(({ title }) => title),
  }));
}

function readReport(path: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw cause;
  }
}
