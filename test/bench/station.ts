import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Race } from "./race.ts";

/** The built station with a data folder, without the checks that tests turn on. */
export interface BenchStation {
  readonly url: string;
  readonly scriptSession: string;
  readonly pid: number;
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  stop(): Promise<void>;
}

const program = new URL("../../out/main/station.js", import.meta.url).pathname;

export async function startStation(dataDir: string, { api }: Race): Promise<BenchStation> {
  const child = spawn(
    process.execPath,
    [program, "--json", "--no-open", "--port", "0", "--data-dir", dataDir, "--api-url", api.url],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CHUTE_API_KEY: api.key } },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const { url, scriptSession, pid } = await firstLine(child.stdout);
  return {
    url,
    scriptSession,
    pid,
    async value(name, input) {
      const answer = await fetch(`${url}/rpc/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${scriptSession}` },
        body: JSON.stringify(input),
      });
      const reply = (await answer.json()) as Result<OutputOf<typeof name>>;
      if (!reply.ok) throw new Error(`${name} answered ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function firstLine(
  stream: NodeJS.ReadableStream,
): Promise<{ url: string; scriptSession: string; pid: number }> {
  for await (const line of createInterface({ input: stream })) {
    return JSON.parse(line) as { url: string; scriptSession: string; pid: number };
  }
  throw new Error("The station did not start.");
}
