/** What both sides of a paired device's handshake know besides the key (S7). */
export interface Handshake {
  readonly deviceId: string;
  /** Where the page came from, as each side sees it: another program's port or name gives another proof. */
  readonly origin: string;
  /** Chosen by the page, for this handshake alone. */
  readonly deviceNonce: string;
  /** Chosen by the station, for this handshake alone. */
  readonly stationNonce: string;
}

/** The text that each side signs with the key. The two differ, so that no proof can be sent back as the other's. */
export function proofText(side: "station" | "device", handshake: Handshake): string {
  const { deviceId, origin, deviceNonce, stationNonce } = handshake;
  return JSON.stringify(["chute-handshake-1", side, origin, deviceId, deviceNonce, stationNonce]);
}
