import type { Credentials } from "./http/credentials.ts";
import type { FaultSwitches } from "./faults/fault-switches.ts";
import type { Idempotency } from "./http/idempotency.ts";
import type { CursorPlacement } from "./http/paging.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import type { RequestLog } from "./http/request-log.ts";
import type { CreatedPost, StateFile } from "./control/state-file.ts";
import type { Store } from "./store.ts";

/** The parts of one running sandbox. */
export interface SandboxContext {
  readonly store: Store;
  readonly credentials: Credentials;
  readonly idempotency: Idempotency;
  readonly faults: FaultSwitches;
  readonly requestLog: RequestLog;
  readonly stateFile: StateFile | undefined;
  /** The objects that POSTs created, oldest first. */
  readonly createdPosts: CreatedPost[];
  /** By event id: replacements that the API sends as awards, so that tests can send malformed ones. */
  readonly rawAwards: Map<string, unknown>;
  readonly cursorPlacement: CursorPlacement;
  readonly rateLimit: RateLimit;
  readonly now: () => number;
  /** The base address, for links and images. Known after the listener is open. */
  readonly baseUrl: () => string;
  readonly reportBug: (error: unknown, where: string) => void;
}
