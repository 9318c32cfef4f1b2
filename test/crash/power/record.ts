import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readStrace, straceFlags } from "./strace.ts";
import type { Trace } from "./trace.ts";
import { committedTrace, filesOfTrace, packTrace, sourcesHash } from "./trace.ts";

const program = fileURLToPath(new URL("act.ts", import.meta.url));

/** Records the built station at work. Needs strace and the right to trace. */
export function recordTrace(): Trace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "chute-power-")));
  try {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    const acksPath = join(folder, "acks");
    const output = join(folder, "calls");
    const live = join(dataDir, "live");
    const paths = [acksPath, dataDir, live, ...filesOfTrace.map((name) => join(live, name))];
    const ended = spawnSync(
      "strace",
      [...straceFlags(output, paths), process.execPath, program, folder],
      { encoding: "utf8" },
    );
    if (ended.status !== 0) throw new Error(`The recorded run failed: ${ended.stderr}`);
    const events = readStrace(readFileSync(output, "utf8"), acksPath, dataDir);
    return { madeWith: sourcesHash(), events };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const trace = recordTrace();
  const packed = packTrace(trace);
  writeFileSync(committedTrace, packed);
  process.stdout.write(`${trace.events.length} events in ${packed.length} bytes\n`);
}
