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

/** The text that a side signs with the key. The text names the side, so that a proof cannot be sent back as the answer. */
export function proofText(side: "station" | "device", handshake: Handshake): string {
  const { deviceId, origin, deviceNonce, stationNonce } = handshake;
  return JSON.stringify(["chute-handshake-1", side, origin, deviceId, deviceNonce, stationNonce]);
}
