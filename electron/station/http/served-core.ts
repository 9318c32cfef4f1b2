import type { ChangeHint } from "#shared/contract/invalidations.ts";
import type { Reach } from "#shared/contract/procedure.ts";
import type { Result } from "#shared/result.ts";

/** Who a request was found to come from. */
export interface StationCaller {
  readonly reach: Reach;
  readonly device?: string;
  /** Of the owner's browsers and scripts: which one. */
  readonly sessionId?: string;
}

/** What the station's server needs of the core. */
export interface ServedCore {
  /** Answers one call; trusts neither the name nor the input. Never throws. */
  dispatch(name: string, input: unknown, caller: StationCaller): Promise<Result<unknown>>;
  subscribe(listener: (hint: ChangeHint) => void): () => void;
  readonly access: {
    /** Exchanges a code that the owner has opened for a device's token. A code works once. */
    pair(
      code: string,
      name: string,
      address: string,
    ): Result<{ readonly token: string; readonly id: string }>;
    /** Null for a device that is not, or no longer, paired. */
    check(deviceId: string): StationCaller | null;
    /** What the station and this device both know; null for one that is not paired. */
    keyOf(deviceId: string): string | null;
  };
}
