import { randomBytes } from "node:crypto";

import type { HttpBindings } from "@hono/node-server";

import { createApp } from "./app.ts";
import type { SandboxContext } from "./context.ts";
import { createCredentials } from "./http/credentials.ts";
import { dateInZone } from "./data/calendar.ts";
import type { SandboxApp } from "./env.ts";
import type { Line } from "./faults/fault-switches.ts";
import { createFaultSwitches } from "./faults/fault-switches.ts";
import { createIdempotency } from "./http/idempotency.ts";
import type { CursorPlacement } from "./http/paging.ts";
import { defaultCursorPlacement } from "./http/paging.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import { defaultRateLimit } from "./http/rate-limit.ts";
import { createRequestLog } from "./http/request-log.ts";
import { restorePosts } from "./control/restore.ts";
import { openStateFile } from "./control/state-file.ts";
import { createStore } from "./store.ts";

export interface ApiOptions {
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

/** The partner API without a port: what a listener answers with, or somebody who has a line of their own. */
export interface SandboxApi {
  readonly app: SandboxApp;
  readonly context: SandboxContext;
  readonly controlToken: string;
  /** Id of the big event. */
  readonly mainEventId: string;
  /** Answers a request that came over no socket; fault rules that break a connection need a port. */
  answer(request: Request): Promise<Response>;
  close(): void;
}

/** The address requests come to, and what cuts it. Asked only once requests come. */
export type ApiLine = () => Line & { readonly url: string };

export const sandboxDefaults = {
  runners: 3000,
  seed: 1,
  timezone: "Europe/Dublin",
} as const;

export const runnersRange = { min: 3, max: 1_000_000 } as const;

const noSocket = { incoming: { socket: { destroyed: false } } } as unknown as HttpBindings;

/** Throws RangeError for a size out of range and StateFileError for a state file that does not fit. */
export function createSandboxApi(options: ApiOptions, line: ApiLine): SandboxApi {
  const { runners, seed, timezone } = { ...sandboxDefaults, ...options };
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
  const mainEventId = store.events.find((event) => event.key === "main")?.document._id;
  if (mainEventId === undefined) throw new Error("The big event was not seeded.");
  const stateFile =
    options.stateFile === undefined
      ? undefined
      : openStateFile(options.stateFile, { seed, runners });
  const controlToken = options.controlToken ?? randomBytes(18).toString("base64url");
  const context: SandboxContext = {
    store,
    credentials: createCredentials(store),
    idempotency: createIdempotency(),
    faults: createFaultSwitches(seed, line),
    requestLog: createRequestLog(),
    stateFile,
    createdPosts: [],
    rawAwards: new Map(),
    cursorPlacement: options.cursorPlace ?? defaultCursorPlacement,
    rateLimit: options.rateLimit ?? defaultRateLimit,
    now,
    baseUrl: () => line().url,
    reportBug: options.reportBug ?? reportOnStderr,
  };
  restorePosts(context, stateFile?.committed ?? []);
  const app = createApp(context, controlToken);
  return {
    app,
    context,
    controlToken,
    mainEventId,
    answer: async (request) => app.fetch(request, noSocket),
    close: () => stateFile?.close(),
  };
}

function reportOnStderr(error: unknown, where: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${where}: ${text}\n`);
}
