import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Asked, LoopTold } from "./inside.ts";

/** The input; a command gets an id of its own if none is given. */
type Input<Name extends ProcedureName> = Omit<InputOf<Name>, "commandId"> & {
  readonly commandId?: string;
};

export interface ComputerOptions {
  readonly dataDir: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A laptop of the venue: a built station in a process of its own, which can be killed and started again. */
export interface Computer {
  readonly dataDir: string;
  url(): string;
  session(): string;
  port(): number;
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Result<OutputOf<Name>>>;
  value<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<OutputOf<Name>>;
  /** How late the event loop came since the last call. */
  loop(): Promise<LoopTold>;
  tell(asked: Asked): void;
  /** Megabytes: `VmRSS` is now, `VmHWM` the highest. */
  memory(field: "VmRSS" | "VmHWM"): number;
  /** What the database of this computer has, read beside the program. */
  read<Row>(sql: string, ...parameters: readonly string[]): Row[];
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const program = new URL("../../../out/main/station.js", import.meta.url).pathname;
const inside = new URL("./inside.ts", import.meta.url).href;

export async function startComputer(options: ComputerOptions): Promise<Computer> {
  const { dataDir, flags = [], env = {} } = options;
  let child: ChildProcess | null = null;
  let at = { url: "", scriptSession: "", pid: 0 };
  let port = 0;

  const start = async (): Promise<void> => {
    const args = ["--json", "--no-open", "--port", String(port), "--data-dir", dataDir, ...flags];
    const nodeFlags = ["--disable-warning=ExperimentalWarning", "--import", inside];
    const started = spawn(process.execPath, [...nodeFlags, program, ...args], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...process.env, ...env },
    });
    child = started;
    if (started.stdout === null) throw new Error("The station has no output");
    for await (const line of createInterface({ input: started.stdout })) {
      at = JSON.parse(line) as typeof at;
      break;
    }
    port = Number(new URL(at.url).port);
  };
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null) return;
    const exited = once(ending, "exit");
    ending.kill(signal);
    await exited;
  };
  const call: Computer["call"] = async (name, input) => {
    const answer = await fetch(`${at.url}/rpc/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${at.scriptSession}`,
      },
      body: JSON.stringify({ commandId: crypto.randomUUID(), ...input }),
    });
    return (await answer.json()) as Result<OutputOf<typeof name>>;
  };
  await start();

  return {
    dataDir,
    url: () => at.url,
    session: () => at.scriptSession,
    port: () => port,
    call,
    async value(name, input) {
      const reply = await call(name, input);
      if (!reply.ok) throw new Error(`${name} answered ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    async loop() {
      if (child === null) return { p99: 0, worst: 0 };
      const told = once(child, "message");
      child.send({ ask: "loop" } satisfies Asked);
      const [value] = (await told) as [LoopTold];
      return value;
    },
    tell: (asked) => void child?.send(asked),
    memory(field) {
      const status = readFileSync(`/proc/${at.pid}/status`, "utf8");
      const [, kilobytes] = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(status) ?? [];
      return (Number(kilobytes) * 1024) / 1e6;
    },
    read<Row>(sql: string, ...parameters: readonly string[]) {
      const raw = new Database(join(dataDir, "live", "chute.sqlite"), { readonly: true });
      try {
        return raw.prepare(sql).all(...parameters) as Row[];
      } finally {
        raw.close();
      }
    },
    kill: () => end("SIGKILL"),
    start,
    stop: () => end("SIGTERM"),
  };
}
