import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { benches, type BenchName } from "./benches.ts";
import type { Measure } from "./measure.ts";
import type { Api, Race } from "./race.ts";
import { describeMachine, printTable } from "./report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
const names = (Object.keys(benches) as BenchName[]).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0 || !Number.isInteger(rows) || rows < 1000) {
  process.stderr.write(
    `usage: bench [${Object.keys(benches).join("] [")}] [--rows N, at least 1000] [--json]\n`,
  );
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "chute-bench-"));
const children = new Set<ChildProcess>();
process.once("SIGINT", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
  process.exit(130);
});

try {
  const { api, stop } = await startApi();
  const dataDir = join(scratch, "race");
  mkdirSync(dataDir);
  const race: Race = { rows, api, dataDir, scratch };
  const measures: Measure[] = [];
  // The first download fills the folder that the other benchmarks copy.
  for (const name of names[0] === "download" ? names : (["download", ...names] as const)) {
    say(`${name} …`);
    const found = await runBench(name, race).catch((error: unknown) => {
      // Without a downloaded race no other benchmark can run.
      if (name === "download") throw error;
      say(String(error));
      process.exitCode = 1;
      return [];
    });
    if (names.includes(name)) measures.push(...found);
  }
  await stop();
  const machine = describeMachine();
  if (values.json) process.stdout.write(`${JSON.stringify({ rows, machine, measures })}\n`);
  else process.stdout.write(printTable(rows, machine, measures));
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Each benchmark has its own process, so that it has no memory and no compiled code of the one before. */
function runBench(name: BenchName, race: Race): Promise<Measure[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./child.ts", import.meta.url), [name], {
      execArgv: ["--max-old-space-size=8192", "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    children.add(child);
    let measures: Measure[] | null = null;
    child.once("message", (message) => {
      measures = message as Measure[];
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      children.delete(child);
      if (code === 0 && measures !== null) resolve(measures);
      else reject(new Error(`The benchmark ${name} failed with ${code}.`));
    });
    child.send(race);
  });
}

async function startApi(): Promise<{ api: Api; stop: () => Promise<void> }> {
  const program = new URL("../../electron/partner-sandbox/cli.ts", import.meta.url).pathname;
  const flags = ["--port", "0", "--runners", String(rows), "--rate-limit", "1000000/s", "--json"];
  const child = spawn(process.execPath, [program, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, keys, mainEventId } = JSON.parse(line) as {
      url: string;
      keys: { all: string };
      mainEventId: string;
    };
    const stop = (): Promise<void> =>
      new Promise((resolve) => {
        child.once("exit", () => {
          children.delete(child);
          resolve();
        });
        child.kill("SIGTERM");
      });
    return { api: { url, key: keys.all, eventId: mainEventId }, stop };
  }
  throw new Error("The sandbox did not start.");
}
