import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { HubIdentity, Joining } from "#shared/contract/peer.ts";
import type { Role } from "#shared/contract/procedure.ts";
import type { UnknownDevice } from "#shared/domain/basics/device-proof.ts";
import type { Err, Failure, Result } from "#shared/result.ts";

/** The authenticated sender of a request. */
export interface StationCaller {
  readonly role: Role;
  readonly device?: string;
  /** Which of the owner's browsers or scripts sent the request. */
  readonly sessionId?: string;
}

/** The part of the core that the station's server needs. */
export interface ServedCore {
  /** Answers one call; validates name and input. Never throws. */
  dispatch(name: string, input: unknown, caller: StationCaller): Promise<Result<unknown>>;
  subscribe(listener: (invalidation: Invalidation) => void): () => void;
  readonly access: {
    /** Exchanges a code that the owner has opened for a device's token. A code works once. */
    pair(
      code: string,
      name: string,
      address: string,
      joining?: Joining,
      /** Asked after the right code: why the joining database is refused. */
      admit?: () => Err<Failure> | null,
    ): Result<{ readonly token: string; readonly id: string }>;
    /** Null for a device that is not, or no longer, paired. */
    check(deviceId: string): StationCaller | null;
    /** The secret that station and device share; null for a device that is not paired. */
    keyOf(deviceId: string): string | null;
    /** Why `keyOf` is null. */
    whyUnknown(deviceId: string): UnknownDevice;
  };
  /** The hub's side of the exchange with full desks (M4). */
  readonly peers: {
    push(caller: StationCaller, body: unknown): Promise<Result<unknown>>;
    pull(caller: StationCaller, body: unknown): Promise<Result<unknown>>;
    /** Gives a full desk another name. */
    rename(caller: StationCaller, body: unknown): Promise<Result<unknown>>;
    /** Whether a database may join with a right code (M3), and what the hub says of itself. */
    admit(joining: Joining): Result<HubIdentity>;
    roster(
      path: string,
      query: Readonly<Record<string, string>>,
    ): { readonly status: number; readonly body: unknown };
    call(name: string, input: unknown, caller: StationCaller): Promise<Result<unknown>>;
  };
}
