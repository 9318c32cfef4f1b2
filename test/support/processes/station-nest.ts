import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { Child, Ended } from "./child.ts";
import { startChild } from "./child.ts";
import type { NestOrder, NestReport } from "./nest.ts";
import type { StationProcess } from "./station-client.ts";
import { connectStation } from "./station-client.ts";
import { startStationProcess } from "./station-process.ts";

/**
 * A process that runs one station after another, from the sources. A new process costs more processor time to load and
 * compile the station's code than the station needs in most tests, and these tests look at the screens only.
 */
interface Nest extends Child {
  /** Rejects if the nest ends. */
  ask(order: NestOrder): Promise<NestReport>;
}

const program = resolve(import.meta.dirname, "nest.ts");
const patienceMs = 5_000;

/** This worker's nest while it has no station. */
let idle: Nest | null = null;
/** Whether the nest has a station. */
let isTaken = false;

function openNest(): Nest {
  const child = startChild(program, [], { hasChannel: true });
  let hear: (report: NestReport) => void = () => undefined;
  child.channel.listen((message) => hear(message as NestReport));
  const end = child.ended().then(({ stderr }): never => {
    throw new Error(`The nest ended: ${stderr}`);
  });
  end.catch(() => undefined);
  return {
    ...child,
    ask(order) {
      const { promise, resolve: heard } = Promise.withResolvers<NestReport>();
      hear = heard;
      child.channel.send(order);
      return Promise.race([promise, end]);
    },
  };
}

/**
 * Starts a station with a data folder on a free port in the nest of this worker, and stops it after the test. While the
 * nest has a station, the next one gets a process of its own, from the build. A nest ends with a station that got a
 * signal, did not start, did not close, left an error that nobody caught, or whose test failed.
 */
export async function startNestedStation(
  dataDir: string,
  flags: readonly string[],
): Promise<StationProcess> {
  if (isTaken) return startStationProcess(dataDir, flags);
  isTaken = true;
  const nest = idle ?? openNest();
  idle = null;
  const before = { stdout: nest.stdout().length, stderr: nest.stderr().length };
  const stdout = (): string => nest.stdout().slice(before.stdout);
  const stderr = (): string => nest.stderr().slice(before.stderr);
  const end = Promise.withResolvers<Ended>();
  let isSpent = false;
  let closing: Promise<Ended> | null = null;
  void nest.ended().then((ended) => {
    isSpent = true;
    end.resolve(ended);
  });

  const close = async (): Promise<Ended> => {
    const timer = setTimeout(() => nest.signal("SIGKILL"), patienceMs);
    try {
      const { problem } = await nest.ask({ flags: null });
      if (problem === null)
        end.resolve({ code: 0, signal: null, stdout: stdout(), stderr: stderr() });
      else isSpent = true;
    } catch {
      isSpent = true;
    } finally {
      clearTimeout(timer);
    }
    if (isSpent) end.resolve(await nest.stop());
    else idle = nest;
    isTaken = false;
    return end.promise;
  };
  const stop = (): Promise<Ended> => (closing ??= close());

  onTestFinished(async ({ task }) => {
    await stop();
    if (task.result?.state !== "fail" || idle !== nest) return;
    idle = null;
    await nest.stop();
  });
  return connectStation({
    ...nest,
    async firstLine() {
      const order = { flags: ["--json", "--port", "0", "--data-dir", dataDir, ...flags] };
      const { line, problem } = await nest.ask(order);
      if (line !== null) return line;
      isSpent = true;
      throw new Error(`It did not start: ${problem}`);
    },
    stdout,
    stderr,
    signal(name) {
      isSpent = true;
      nest.signal(name);
    },
    ended: () => end.promise,
    stop,
  });
}
