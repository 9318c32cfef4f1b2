import { randomBytes } from "node:crypto";

import { Hono } from "hono";

import { controlPath, createApp } from "./app.ts";
import type { SandboxContext } from "./context.ts";
import type { SandboxState } from "./control.ts";
import { createControl, readState } from "./control.ts";
import type { SandboxKeys } from "./credentials.ts";
import { createCredentials } from "./credentials.ts";
import { dateInZone } from "./data/calendar.ts";
import type { FaultSwitches } from "./faults/fault-switches.ts";
import { createFaultSwitches } from "./faults/fault-switches.ts";
import { createIdempotency } from "./idempotency.ts";
import type { Listener } from "./listener.ts";
import { openListener } from "./listener.ts";
import type { Mutation, MutationOutcome } from "./mutations.ts";
import { mutate } from "./mutations.ts";
import type { CursorPlacement } from "./paging.ts";
import { defaultCursorPlacement } from "./paging.ts";
import type { RateLimit } from "./rate-limit.ts";
import { defaultRateLimit } from "./rate-limit.ts";
import { createRequestLog } from "./request-log.ts";
import { restorePosts } from "./restore.ts";
import { openStateFile } from "./state-file.ts";
import { createStore } from "./store.ts";

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** Opens the control endpoints on a port of their own as well, which stays open while the line is cut. */
  readonly controlPort?: number;
  /** Registrations of the big event, 3 to 1,000,000. */
  readonly runners?: number;
  /** The same seed and size give the same ids, rows and keys. */
  readonly seed?: number;
  /** The venue's date, `YYYY-MM-DD`; the real one by default. */
  readonly today?: string;
  /** The venue's time zone, an IANA name. */
  readonly timezone?: string;
  /** Answered POSTs are kept here and survive a restart. */
  readonly stateFile?: string;
  readonly rateLimit?: RateLimit;
  readonly cursorPlace?: CursorPlacement;
  /** Made up at each start when absent. */
  readonly controlToken?: string;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Hears of a mistake in the sandbox itself. */
  readonly reportBug?: (error: unknown, where: string) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base address, no slash at the end. */
  readonly url: string;
  /** Address of the control endpoints: the own port's when one was asked for. */
  readonly controlUrl: string;
  readonly keys: SandboxKeys;
  readonly controlToken: string;
  readonly faults: FaultSwitches;
  /** Id of the big event. */
  readonly mainEventId: string;
  mutate(mutation: Mutation): MutationOutcome;
  readState(): SandboxState;
  close(): Promise<void>;
}

export const sandboxDefaults = {
  host: "127.0.0.1",
  runners: 3000,
  seed: 1,
  timezone: "Europe/Dublin",
} as const;

export const runnersRange = { min: 3, max: 1_000_000 } as const;

/**
 * Starts the partner API on this machine. Rejects with RangeError for a size out of range, StateFileError for a state
 * file that does not fit, and the system's error when a port cannot be had.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host, runners, seed, timezone } = { ...sandboxDefaults, ...options };
  if (!Number.isInteger(runners) || runners < runnersRange.min || runners > runnersRange.max) {
    throw new RangeError(`runners must be ${runnersRange.min} to ${runnersRange.max}.`);
  }
  const now = options.now ?? Date.now;
  const store = createStore({
    seed,
    runners,
    timezone,
    today: options.today ?? dateInZone(now(), timezone),
  });
  const stateFile =
    options.stateFile === undefined
      ? undefined
      : openStateFile(options.stateFile, { seed, runners });
  const controlToken = options.controlToken ?? randomBytes(18).toString("base64url");
  const faults = createFaultSwitches(seed, () => listener);
  const context: SandboxContext = {
    store,
    credentials: createCredentials(store),
    idempotency: createIdempotency(),
    faults,
    requestLog: createRequestLog(),
    stateFile,
    createdPosts: [],
    rawAwards: new Map(),
    cursorPlacement: options.cursorPlace ?? defaultCursorPlacement,
    rateLimit: options.rateLimit ?? defaultRateLimit,
    now,
    baseUrl: () => listener.url,
    reportBug: options.reportBug ?? reportOnStderr,
  };
  restorePosts(context, stateFile?.committed ?? []);
  const dateAtMs = (): number => now() + faults.settings.clockOffsetMs;
  const app = createApp(context, controlToken);
  let listener: Listener;
  let opened: Listener | undefined;
  let controlListener: Listener | undefined;
  try {
    opened = listener = await openListener({
      host,
      port: options.port ?? 0,
      dateAtMs,
      fetch: (request, env) => app.fetch(request, env),
    });
    controlListener = await openControl(context, controlToken, host, options.controlPort);
  } catch (cause) {
    await opened?.close();
    stateFile?.close();
    throw cause;
  }
  const mainEventId = store.events.find((event) => event.key === "main")?.document._id;
  if (mainEventId === undefined) throw new Error("The big event was not seeded.");

  return {
    url: listener.url,
    controlUrl: `${(controlListener ?? listener).url}${controlPath}`,
    keys: context.credentials.keys,
    controlToken,
    faults,
    mainEventId,
    mutate: (mutation) => mutate(context, mutation),
    readState: () => readState(context),
    async close() {
      await Promise.all([listener.close(), controlListener?.close()]);
      stateFile?.close();
    },
  };
}

async function openControl(
  context: SandboxContext,
  controlToken: string,
  host: string,
  port: number | undefined,
): Promise<Listener | undefined> {
  if (port === undefined) return undefined;
  const control = new Hono().route(controlPath, createControl(context, controlToken));
  return await openListener({
    host,
    port,
    dateAtMs: context.now,
    fetch: (request) => control.fetch(request),
  });
}

function reportOnStderr(error: unknown, where: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${where}: ${text}\n`);
}
