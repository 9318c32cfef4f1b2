import { memorySecrets } from "#core/workspace.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Core, CoreOptions } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import type { Caller } from "#core/handlers.ts";
import { owner } from "#core/handlers.ts";
import type { LogLevel, Ports } from "#core/ports.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { InputOf, OutputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { ManualClock } from "./clock.ts";
import { createManualClock, settle } from "./clock.ts";
import type { TinyPartner, TinyRace } from "./tiny-partner.ts";
import { createTinyPartner, tinyEventId } from "./tiny-partner.ts";

/** A core with a real database in a new folder, and a clock that stands still. */
export interface TestCore {
  readonly core: Core;
  readonly clock: ManualClock;
  readonly dataDir: string;
  readonly ports: Ports;
  readonly invalidations: Invalidation[];
  readonly logged: { readonly level: LogLevel; readonly event: string }[];
  /** Calls as the owner, or as another caller. */
  call<Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
    caller?: Caller,
  ): Promise<ReplyOf<Name>>;
  /** Calls a procedure that must succeed. */
  value<Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
    caller?: Caller,
  ): Promise<OutputOf<Name>>;
  /** Closes the core and opens the same folder again. */
  reopen(): Promise<TestCore>;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chute-test-"));
  onTestFinished(() =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  );
  return folder;
}

let orders = 0;

/** A new command id (J8). */
export const newCommandId = (): string => `command-${(orders += 1)}`;

export type TestCoreOptions = Omit<Partial<CoreOptions>, "ports"> & {
  readonly ports?: Partial<Ports>;
  readonly clock?: ManualClock;
};

export async function openTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const clock = options.clock ?? createManualClock();
  const dataDir = options.dataDir ?? temporaryFolder();
  const invalidations: Invalidation[] = [];
  const logged: { level: LogLevel; event: string }[] = [];
  const ports: Ports = {
    clock,
    random: {
      uuid: () => randomUUID(),
      number: () => 0.5,
      bytes: (length) => new Uint8Array(randomBytes(length)),
    },
    fetch: async () => {
      throw new TypeError("fetch failed");
    },
    secrets: memorySecrets(),
    logger: { log: (level, event) => void logged.push({ level, event }) },
    ...options.ports,
  };
  const opened = await createCore({
    host: "station",
    version: "0.0.0-test",
    checkOutputs: true,
    ...options,
    dataDir,
    ports,
  });
  if (!opened.ok) throw new Error(`The core did not open: ${opened.error.code}`);
  const core = opened.value;
  core.subscribe((invalidation) => invalidations.push(invalidation));
  onTestFinished(() => core.close());

  const call = async <Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
    caller: Caller = owner,
  ): Promise<ReplyOf<Name>> => (await core.dispatch(name, input, caller)) as ReplyOf<Name>;

  return {
    core,
    clock,
    dataDir,
    ports,
    invalidations,
    logged,
    call,
    async value(name, input, caller) {
      const reply = await call(name, input, caller);
      if (!reply.ok) {
        throw new Error(`${name} answered ${reply.error.code}: ${JSON.stringify(reply.error)}`);
      }
      return reply.value;
    },
    async reopen() {
      await core.close();
      return openTestCore({ ...options, clock, dataDir, ports });
    },
  };
}

/** A core that downloaded and opened this race and then lost its connection. */
export async function openRace(
  race: TinyRace,
  options: TestCoreOptions = {},
): Promise<TestCore & { readonly partner: TinyPartner }> {
  const partner = createTinyPartner(race);
  const desk = await openTestCore({
    ...options,
    ports: { fetch: partner.fetch, ...options.ports },
  });
  await desk.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: partner.baseUrl,
    apiKey: partner.apiKey,
  });
  await desk.value("event.refresh", { commandId: newCommandId() });
  await download(desk);
  await desk.value("event.open", { commandId: newCommandId(), eventId: tinyEventId });
  partner.online = false;
  return { ...desk, partner };
}

/** Downloads the race completely once more. */
export async function download(desk: TestCore): Promise<void> {
  const before = desk.clock.now();
  await desk.clock.advance(1);
  await desk.value("download.start", { commandId: newCommandId(), eventIds: [tinyEventId] });
  for (let turn = 0; turn < 2_000; turn += 1) {
    const { downloads } = await desk.value("download.status", { eventId: tinyEventId });
    const [copy] = downloads;
    if (copy?.state === "complete" && (copy.completedAtMs ?? 0) > before) return;
    if (copy?.state === "incomplete" || copy?.state === "paused") {
      throw new Error(`The download ended ${copy.state}: ${JSON.stringify(copy.notes)}`);
    }
    await desk.clock.advance(turn % 20 === 19 ? 50 : 0);
    await settle();
  }
  throw new Error("The download did not end");
}
