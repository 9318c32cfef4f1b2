import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { compiledFolder, projectRoot } from "./programs.ts";

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Flags for Node itself, before the program. */
  readonly nodeFlags?: readonly string[];
  /** Whether there is a channel besides stdout and stderr, which clones its messages. */
  readonly hasChannel?: boolean;
  /** Whether the program has an input to type into. */
  readonly hasInput?: boolean;
  /** A command line that ends with running another one in its place, such as `nsenter`. */
  readonly within?: readonly string[];
}

export interface Ended {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Channel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

/** One of our programs in its own process. */
export interface Child {
  readonly pid: number;
  /** This side's end of the channel; without a channel it does nothing. */
  readonly channel: Channel;
  /** The first line on stdout. Rejects with the text of stderr if the process ends without one. */
  firstLine(): Promise<string>;
  /** Everything that it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Types text into the program's input. */
  type(text: string): void;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<Ended>;
  /** Sends SIGTERM, and SIGKILL if that does not help. */
  stop(): Promise<Ended>;
}

const patienceMs = 5_000;

/** Starts `node <program> <flags…>`. The caller must stop it. */
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
    // Variables of the caller's shell must not change a test.
    env: {
      ...process.env,
      CHUTE_API_KEY: undefined,
      NODE_OPTIONS: undefined,
      // A compile cache, because the same programs are started hundreds of times.
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
      // A message to a process that is gone is lost.
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
