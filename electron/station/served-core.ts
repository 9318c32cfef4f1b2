import type { ChangeHint } from "#shared/contract/hints.ts";
import type { Reach } from "#shared/contract/procedure.ts";
import type { Result } from "#shared/result.ts";

/** Who a request was found to come from. */
export interface StationCaller {
  readonly reach: Reach;
  readonly device?: string;
}

/** What the station's server needs of the core. */
export interface ServedCore {
  /** Answers one call; trusts neither the name nor the input. Never throws. */
  dispatch(name: string, input: unknown, caller: StationCaller): Promise<Result<unknown>>;
  subscribe(listener: (hint: ChangeHint) => void): () => void;
  readonly access: {
    /** Exchanges a code that the owner has opened for a device's token. A code works once. */
    pair(code: string, name: string, address: string): Result<{ readonly token: string }>;
    /** Null for a token that is not, or no longer, good. */
    check(token: string): StationCaller | null;
  };
}
