import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Bench } from "#test/support/sync-bench.ts";
import { countFlights, openBench } from "#test/support/sync-bench.ts";
import { connectToSandbox } from "#test/support/sandbox-bench.ts";
import type { SandboxBench } from "#test/support/sandbox-bench.ts";
import { startScriptedServer } from "#test/support/scripted-server.ts";
import type { ScriptedServer } from "#test/support/scripted-server.ts";
import type { ManualClock } from "#test/support/clock.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { Fault, FaultName } from "./faults.ts";
import { faults } from "./faults.ts";

/** A request that leaves the program. */
export interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly after: string | null;
  readonly key: string | null;
  readonly body: string;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
}

/** One race that was downloaded once. Every run begins with a copy of its folder. */
export interface FaultStage {
  readonly race: SandboxBench;
  readonly server: ScriptedServer;
  open(fault: FaultName): Promise<FaultBench>;
  close(): Promise<void>;
}

/** The callbacks of a run. */
interface Hooks {
  /** Called before each request leaves. */
  onSend: (request: Sent) => void;
  /** The first request for which this is true meets the fault. */
  strikes: (request: Sent) => boolean;
  /** Another address for the request if the fault does not concern it. */
  detour?: (request: Sent) => string | null;
}

/** A desk that meets one fault once. */
export interface FaultBench {
  readonly bench: Bench;
  readonly sandbox: Sandbox;
  readonly sent: readonly Sent[];
  readonly hooks: Hooks;
  hasStruck(): boolean;
  /** Advances from timer to timer until `holds` is true. */
  runUntil(holds: () => boolean, what: string): Promise<void>;
}

const longestStepMs = 2_000;

export async function openStage(runners: number): Promise<FaultStage> {
  const race = await connectToSandbox(runners);
  const server = await startScriptedServer();
  const closedPort = await unusedPort();
  const folders = mkdtempSync(join(tmpdir(), "chute-faults-"));
  const { secrets, folder, clock } = race.bench;
  const startAtMs = clock.now();
  let count = 0;
  // Moves the content of the WAL into the database file, so that the copies have it.
  race.bench.db.raw.pragma("wal_checkpoint(TRUNCATE)");
  return {
    race,
    server,
    async open(name) {
      count += 1;
      const own = join(folders, String(count));
      cpSync(folder, own, { recursive: true });
      const runClock = createManualClock(startAtMs + 60_000);
      await race.sandbox.faults.clear();
      const { sandbox } = race;
      const line = createFaultyConnection({
        fault: faults[name],
        clock: runClock,
        sandbox,
        server,
        closedPort,
      });
      const bench = await openBench({
        folder: own,
        secrets,
        clock: runClock,
        seed: 1_000 + count,
        fetch: line.fetch,
      });
      return {
        bench,
        sandbox,
        sent: line.sent,
        hooks: line.hooks,
        hasStruck: line.hasStruck,
        runUntil: (holds, what) => runUntil(bench, line.isBusy, holds, what),
      };
    },
    async close() {
      await server.close();
      rmSync(folders, { recursive: true, force: true });
    },
  };
}

/** A port that was free a moment ago and on which no server listens. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface LineOptions {
  readonly fault: Fault;
  readonly clock: ManualClock;
  readonly sandbox: Sandbox;
  readonly server: ScriptedServer;
  readonly closedPort: number;
}

/** Uses real sockets, and applies the fault to one request. */
function createFaultyConnection({ fault, clock, sandbox, server, closedPort }: LineOptions) {
  const sent: Sent[] = [];
  const hooks: Hooks = { onSend: () => undefined, strikes: () => false };
  let struck = false;
  let hanging = false;

  const astray = (url: URL): string => {
    const { pathname, search } = url;
    if (fault.nowhere === "no-such-name") return `http://nobody.invalid${pathname}${search}`;
    if (fault.nowhere === "refused") return `http://127.0.0.1:${closedPort}${pathname}${search}`;
    if (fault.answer === undefined) return url.href;
    server.answer = fault.answer(clock);
    return `${server.url}${pathname}${search}`;
  };

  const strike = async (url: URL, { method, path }: Sent): Promise<string> => {
    struck = true;
    hanging = fault.hangs === true;
    if (fault.rule !== undefined) {
      await sandbox.faults.set({ rules: [{ ...fault.rule, method, path, times: 1 }] });
    }
    if (fault.jumpMs !== undefined) clock.jump(fault.jumpMs);
    return astray(url);
  };

  const { counted, inFlight } = countFlights(async (input, init) => {
    const url = new URL(input);
    const request = describeRequest(url, init, clock.monotonic());
    hooks.onSend(request);
    sent.push(request);
    const address = !struck && hooks.strikes(request) ? await strike(url, request) : url.href;
    return fetch(hooks.detour?.(request) ?? address, init);
  });

  return {
    fetch: counted,
    sent,
    hooks,
    hasStruck: () => struck,
    /** True while an answer is about to arrive. */
    isBusy: () => {
      if (inFlight() === 0) hanging = false;
      return inFlight() > (hanging ? 1 : 0);
    },
  };
}

function describeRequest(url: URL, init: RequestInit | undefined, at: number): Sent {
  return {
    method: init?.method === "POST" ? "POST" : "GET",
    path: url.pathname,
    after: url.searchParams.get("after"),
    key: new Headers(init?.headers).get("idempotency-key"),
    body: init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "",
    at,
  };
}

async function runUntil(
  bench: Bench,
  isBusy: () => boolean,
  holds: () => boolean,
  what: string,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    await bench.rest(6);
    if (holds()) return;
    if (performance.now() - startedAt > 15_000) {
      throw new Error(`Waited in vain for ${what}.\n${bench.logged.slice(-6).join("\n")}`);
    }
    // Requests in flight get real time; a request that hangs gets the manual clock's time.
    if (isBusy()) await new Promise((resolve) => setTimeout(resolve, 1));
    else await bench.clock.advance(Math.min(bench.clock.untilNextMs() ?? 0, longestStepMs));
  }
}
