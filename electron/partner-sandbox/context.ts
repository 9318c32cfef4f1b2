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
  /** What POSTs made, oldest first. */
  readonly createdPosts: CreatedPost[];
  /** What the awards of an event are answered with in place of its own, to test readers with. */
  readonly rawAwards: Map<string, unknown>;
  readonly cursorPlacement: CursorPlacement;
  readonly rateLimit: RateLimit;
  readonly now: () => number;
  /** The address requests come to, for links and images. Known once the listener is open. */
  readonly baseUrl: () => string;
  readonly reportBug: (error: unknown, where: string) => void;
}
