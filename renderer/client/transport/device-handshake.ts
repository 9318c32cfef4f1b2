import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Handshake } from "#shared/domain/basics/device-proof.ts";
import { proofText } from "#shared/domain/basics/device-proof.ts";
import type { PairedDevice } from "./access-store.ts";

/** Sends a body to a path below `/session` and resolves with the value of the reply; null if it was refused. */
export type AskStation = (path: string, body: unknown) => Promise<unknown>;

/**
 * Gets a session from the station without sending the device's token (S7). Null if the answering program is not the
 * station that paired this device, or if the pairing has ended. A page over plain http has no `crypto.subtle`, so a
 * library computes the hashes.
 */
export async function openDeviceSession(
  { deviceId, token }: PairedDevice,
  origin: string,
  ask: AskStation,
): Promise<string | null> {
  const key = utf8ToBytes(bytesToHex(sha256(utf8ToBytes(token))));
  const prove = (side: "station" | "device", handshake: Handshake): string =>
    bytesToHex(hmac(sha256, key, utf8ToBytes(proofText(side, handshake))));

  const deviceNonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const hello = await ask("/session/hello", { deviceId, deviceNonce });
  const stationNonce = readText(hello, "stationNonce");
  if (stationNonce === null) return null;
  const handshake = { deviceId, origin, deviceNonce, stationNonce };
  if (readText(hello, "proof") !== prove("station", handshake)) return null;
  const proof = prove("device", handshake);
  return readText(await ask("/session", { deviceId, stationNonce, proof }), "session");
}

/** A text field of the station's answer; null if it is missing. */
export function readText(answer: unknown, name: string): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const found: unknown = Reflect.get(answer, name);
  return typeof found === "string" ? found : null;
}
