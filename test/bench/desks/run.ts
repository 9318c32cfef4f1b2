import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Measure } from "#test/bench/measure.ts";
import type { Api } from "#test/bench/race.ts";
import { describeMachine, printTable } from "#test/bench/report.ts";
import { measureCatchUp } from "./backlog.ts";
import { measurePouch } from "./pouch.ts";
import { measureRaceDay } from "./race-day.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "12" },
    pairs: { type: "string", default: "1" },
    "per-second": { type: "string", default: "1" },
    runners: { type: "string", default: "20000" },
    entries: { type: "string", default: "100000" },
  },
});
const parts = ["day", "catch-up", "pouch"] as const;
const wanted = parts.filter((part) => positionals.length === 0 || positionals.includes(part));
const number = (name: keyof typeof values): number => Number(values[name]);
const scratch = mkdtempSync(join(tmpdir(), "chute-desks-"));

const sandbox = new URL("../../../electron/partner-sandbox/cli.ts", import.meta.url).pathname;
const flags = ["--port", "0", "--runners", values.runners, "--rate-limit", "1000000/s", "--json"];
const organizer = spawn(process.execPath, [sandbox, ...flags], {
  stdio: ["ignore", "pipe", "inherit"],
});

try {
  const api = await firstLine();
  const measures: Measure[] = [];
  for (const part of wanted) {
    process.stderr.write(`${part} …\n`);
    const folder = join(scratch, part);
    mkdirSync(folder);
    measures.push(...(await measure(part, folder, api)));
  }
  process.stdout.write(printTable(number("runners"), describeMachine(), measures));
} finally {
  organizer.kill("SIGTERM");
  rmSync(scratch, { recursive: true, force: true });
}
process.exit();

function measure(part: (typeof parts)[number], folder: string, api: Api) {
  if (part === "catch-up") return measureCatchUp(folder, api, number("entries"));
  if (part === "pouch") return measurePouch(folder, number("entries"));
  return measureRaceDay(folder, api, {
    seconds: number("seconds"),
    clients: number("clients"),
    pairs: number("pairs"),
    perSecond: number("per-second"),
  });
}

async function firstLine(): Promise<Api> {
  for await (const line of createInterface({ input: organizer.stdout })) {
    const { url, keys, mainEventId } = JSON.parse(line) as {
      url: string;
      keys: { all: string };
      mainEventId: string;
    };
    return { url, key: keys.all, eventId: mainEventId };
  }
  throw new Error("The sandbox did not start.");
}
