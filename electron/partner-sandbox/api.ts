import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { createApp } from "./app.ts";
import type { SandboxContext } from "./context.ts";
import { createCredentials } from "./http/credentials.ts";
import { dateInZone } from "./data/calendar.ts";
import type { SandboxApp } from "./env.ts";
import type { ApiPort } from "./faults/fault-switches.ts";
import { createFaultSwitches } from "./faults/fault-switches.ts";
import { createIdempotency } from "./http/idempotency.ts";
import type { CursorPlacement } from "./http/paging.ts";
import { defaultCursorPlacement } from "./http/paging.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import { defaultRateLimit } from "./http/rate-limit.ts";
import { createRequestLog } from "./http/request-log.ts";
import { restorePosts } from "./control/restore.ts";
import type { RepairedStateFile } from "./control/state-file.ts";
import { openStateFile } from "./control/state-file.ts";
import { createStore } from "./store.ts";

export interface ApiOptions {
  /** Registrations of the big event, 3 to 1,000,000. */
  readonly runners?: number;
  /** The same seed and size give the same ids, rows and keys. */
  readonly seed?: number;
  /** The venue's date, `YYYY-MM-DD`; by default today's. */
  readonly today?: string;
  /** The venue's time zone, an IANA name. */
  readonly timezone?: string;
  /** File that stores answered POSTs, so that they survive a restart. */
  readonly stateFile?: string;
  /** A damaged state file is repaired and kept, instead of refused. */
  readonly repairsStateFile?: boolean;
  readonly rateLimit?: RateLimit;
  readonly cursorPlace?: CursorPlacement;
  /** By default a random one at each start. */
  readonly controlToken?: string;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with unexpected errors of the sandbox itself. */
  readonly reportBug?: (error: unknown, where: string) => void;
}

/** The partner API without a port, for a listener or for a simulated network. */
export interface SandboxApi {
  readonly app: SandboxApp;
  readonly context: SandboxContext;
  readonly controlToken: string;
  /** Id of the big event. */
  readonly mainEventId: string;
  readonly repairedStateFile: RepairedStateFile | null;
  /** Answers a request without a socket; fault rules that break a connection need a port. */
  answer(request: Request): Promise<Response>;
  close(): void;
}

/** The port of the API with its base address; called only after the first request arrived. */
type FindPort = () => ApiPort & { readonly url: string };

export const sandboxDefaults = {
  runners: 3000,
  seed: 1,
  timezone: "Europe/Dublin",
} as const;

export const runnersRange = { min: 3, max: 1_000_000 } as const;

const noSocket = { incoming: { socket: { destroyed: false } } } as unknown as HttpBindings;

/** Throws RangeError for a size out of range and StateFileError for a state file that does not fit. */
export function createSandboxApi(options: ApiOptions, findPort: FindPort): SandboxApi {
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
      : openStateFile(options.stateFile, { seed, runners }, options.repairsStateFile);
  const controlToken = options.controlToken ?? randomBytes(18).toString("base64url");
  const context: SandboxContext = {
    store,
    credentials: createCredentials(store),
    idempotency: createIdempotency(),
    faults: createFaultSwitches(seed, findPort),
    requestLog: createRequestLog(),
    stateFile,
    createdPosts: [],
    rawAwards: new Map(),
    cursorPlacement: options.cursorPlace ?? defaultCursorPlacement,
    rateLimit: options.rateLimit ?? defaultRateLimit,
    now,
    baseUrl: () => findPort().url,
    reportBug: options.reportBug ?? reportOnStderr,
  };
  restorePosts(context, stateFile?.committed ?? []);
  const app = createApp(context, controlToken);
  return {
    app,
    context,
    controlToken,
    mainEventId,
    repairedStateFile: stateFile?.repaired ?? null,
    answer: async (request) => app.fetch(request, noSocket),
    close: () => stateFile?.close(),
  };
}

function reportOnStderr(error: unknown, where: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${where}: ${text}\n`);
}
