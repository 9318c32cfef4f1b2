import type { Invalidation } from "#shared/contract/invalidations.ts";

/**
 * How the line to this program's own core is.
 *
 * - `connecting`: not heard yet.
 * - `up`: hints arrive.
 * - `down`: the host is gone or out of reach; asked again until it is back.
 * - `locked`: the host wants a session, and this window has none that is good.
 */
export type TransportState = "connecting" | "up" | "down" | "locked";

/** What the host answered, before it was checked to be a reply. */
export interface TransportListener {
  hint(hint: Invalidation): void;
  state(state: TransportState): void;
}

/** One of the two ways to the core: the desktop's bridge or the station's HTTP. */
export interface Transport {
  /** Resolves with whatever the host answered; rejects when there was no answer. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Starts listening for hints; the returned function ends it. */
  listen(listener: TransportListener): () => void;
  /** Exchanges a pairing code for access. Absent where access is given (desktop). */
  readonly pair?: (code: string, deviceName: string) => Promise<PairOutcome>;
  /** Why this window is locked. Absent where access is given (desktop). */
  readonly lockReason?: () => LockReason;
  /** Fetches an exported file; null when it did not come. Absent where the files are on this very computer. */
  readonly download?: (name: string) => Promise<Blob | null>;
}

/**
 * Why a window has no access.
 *
 * - `not-paired`: a browser that the station does not know.
 * - `link-refused`: the code in the opened link was used already, or is too old.
 * - `session-ended`: the owner's browser; the station was started again, or it was signed out.
 */
export type LockReason = "not-paired" | "link-refused" | "session-ended";

/** What became of a pairing code. */
export type PairOutcome = "paired" | "wrong-code" | "name-taken" | "too-many" | "wire-down";
