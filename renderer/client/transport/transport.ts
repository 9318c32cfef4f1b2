import type { Invalidation } from "#shared/contract/invalidations.ts";

/**
 * The state of the connection to this program's own core.
 *
 * - `connecting`: the host has not answered yet.
 * - `up`: invalidations arrive.
 * - `down`: the host does not answer; the transport retries.
 * - `locked`: the host needs a session, and this window has no valid one.
 */
export type TransportState = "connecting" | "up" | "down" | "locked";

export interface TransportListener {
  invalidation(invalidation: Invalidation): void;
  /**
   * @param isInPractice In the state `down`: the computer is in practice, and keeps this device's pairing for afterwards.
   */
  state(state: TransportState, isInPractice?: boolean): void;
}

/** One of the two ways to the core: the desktop's IPC bridge or the station's HTTP. */
export interface Transport {
  /** Resolves with the host's answer, which may be no reply; rejects if there was no answer. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Starts to listen for invalidations; the returned function ends that. */
  listen(listener: TransportListener): () => void;
  /** Exchanges a pairing code for access. Absent on the desktop, which needs none. */
  readonly pair?: (code: string, deviceName: string) => Promise<PairOutcome>;
  /** The pairing code of the opened link; null without one. Absent on the desktop. */
  readonly pairingCode?: () => string | null;
  /** Why this window is locked. Absent on the desktop. */
  readonly lockReason?: () => LockReason;
  /** Whether a person wants to practise with this device, and so to pair it with the practice. Absent on the desktop. */
  readonly practise?: (wants: boolean) => void;
  /** The hub whose owner took the access away; null if it is unknown. Absent on the desktop. */
  readonly lockedBy?: () => string | null;
  /** Fetches an exported file; null if that failed. Absent if the files are on this computer. */
  readonly download?: (name: string) => Promise<Blob | null>;
}

/**
 * Why a window has no access.
 *
 * - `not-paired`: the station does not know this browser.
 * - `link-refused`: the code in the opened link was used already, or is too old.
 * - `session-ended`: the owner's session ended, because the station restarted or the owner signed out.
 * - `access-taken`: the owner took the access of this paired device away.
 * - `in-practice`: the computer is in practice, and a person wants to practise with this paired device.
 * - `unknown-device`: this browser was paired here, and the computer that answers now does not know it.
 */
export type LockReason =
  | "not-paired"
  | "link-refused"
  | "session-ended"
  | "access-taken"
  | "in-practice"
  | "unknown-device";

/** The outcome of a pairing. */
export type PairOutcome =
  | "paired"
  | "wrong-code"
  | "name-taken"
  | "invalid-name"
  | "too-many"
  | "not-saved"
  /** For a reason that this page does not know. */
  | "refused"
  | "transport-down";
