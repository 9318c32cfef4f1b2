import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { compiledFolder, projectRoot } from "./programs.ts";

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** For Node itself, before the program. */
  readonly nodeFlags?: readonly string[];
  /** A channel beside stdout and stderr, which clones what it carries. */
  readonly hasChannel?: boolean;
  /** A terminal of sorts, to type into. */
  readonly hasInput?: boolean;
  /** A command line that ends with running another one in its place, such as `nsenter`. */
  readonly within?: readonly string[];
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Channel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

/** A program of ours in a process of its own. */
export interface Child {
  readonly pid: number;
  /** The channel's end on this side; nothing comes and goes without one. */
  readonly channel: Channel;
  /** The first line on stdout; rejects with what it said on stderr if it ends without one. */
  firstLine(): Promise<string>;
  /** What it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Types into it; for one that has an input. */
  type(text: string): void;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<Ended>;
  /** SIGTERM, and SIGKILL if that does not help. */
  stop(): Promise<Ended>;
}

const patienceMs = 5_000;

/** Starts `node <program> <flags…>`. Whoever starts it stops it. */
export function startChild(
  program: string,
  flags: readonly string[],
  {
    env = {},
    cwd = projectRoot,
    nodeFlags = [],
    hasChannel = false,
    hasInput = false,
    within = [],
  }: ChildOptions = {},
): Child {
  const [command = "", ...rest] = [...within, process.execPath, ...nodeFlags, program, ...flags];
  const child = spawn(command, rest, {
    cwd,
    serialization: "advanced",
    // What the caller's own shell holds must not change a test.
    env: {
      ...process.env,
      CHUTE_API_KEY: undefined,
      NODE_OPTIONS: undefined,
      // The same programs are started hundreds of times.
      NODE_COMPILE_CACHE: compiledFolder,
      ...env,
    },
    stdio: [
      hasInput ? "pipe" : "ignore",
      "pipe",
      "pipe",
      ...(hasChannel ? (["ipc"] as const) : []),
    ],
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("A child has both pipes.");
  const said = { stdout: "", stderr: "" };
  stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const lines = createInterface({ input: stdout });
  const line = once(lines, "line").then(([text]) => String(text));
  const end = once(child, "close").then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...said,
  }));
  return {
    pid: child.pid ?? 0,
    channel: {
      // What is said to a process that is gone is lost, as it should be.
      send: (message) => void (child.connected && child.send(message as object, () => undefined)),
      listen: (listener) => void child.on("message", listener),
    },
    firstLine: () => Promise.race([line, end.then(throwWhatItSaid)]),
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    type: (text) => void child.stdin?.write(text),
    signal: (name) => void child.kill(name),
    ended: () => end,
    stop: () => stopChild(child, end),
  };
}

function throwWhatItSaid({ code, stderr }: Ended): never {
  throw new Error(`It ended with ${String(code)}: ${stderr}`);
}

async function stopChild(child: ChildProcess, end: Promise<Ended>): Promise<Ended> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const ended = await end;
  clearTimeout(timer);
  return ended;
}
