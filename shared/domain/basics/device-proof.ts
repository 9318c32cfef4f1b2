/** The values that both sides of a paired device's handshake know besides the key (S7). */
export interface Handshake {
  readonly deviceId: string;
  /** The origin of the page, as each side sees it. Another program's port or host name gives another proof. */
  readonly origin: string;
  /** A random text that the page chooses for each handshake. */
  readonly deviceNonce: string;
  /** A random text that the station chooses for each handshake. */
  readonly stationNonce: string;
}

/**
 * Why a station does not know a device that says hello.
 *
 * - `practice`: the station is in practice, where another folder holds the devices (K3).
 * - `access-taken`: the owner took its access away. `hub` is the name of the owner's desk.
 * - `unknown`: this folder has no such device, as after a backup was restored.
 * - `closed`: no folder is open at this moment.
 */
export type UnknownDevice =
  | { readonly why: "access-taken"; readonly hub: string }
  | { readonly why: "practice" | "unknown" | "closed" };

/** The text that a side signs with the key. The text names the side, so that a proof cannot be sent back as the answer. */
export function proofText(side: "station" | "device", handshake: Handshake): string {
  const { deviceId, origin, deviceNonce, stationNonce } = handshake;
  return JSON.stringify(["chute-handshake-1", side, origin, deviceId, deviceNonce, stationNonce]);
}
