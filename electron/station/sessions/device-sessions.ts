import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, Random } from "#core/ports.ts";
import type { Handshake, UnknownDevice } from "#shared/domain/basics/device-proof.ts";
import { proofText } from "#shared/domain/basics/device-proof.ts";
import { dropOldest, hashOf, makeSecret } from "./secret-memory.ts";
import type { ServedCore, StationCaller } from "#station/http/served-core.ts";

export interface Hello {
  readonly stationNonce: string;
  /** Proves that this station has paired the device. */
  readonly proof: string;
}

const handshakeMs = 30_000;
const mostHandshakes = 200;
/** Tabs of all devices; above this limit the longest idle session is dropped and must authenticate again. */
const mostSessions = 500;

/**
 * Sessions of paired devices, for one run of the station (S7). A device's token crosses the network once,
 * during pairing. Afterwards station and page prove to each other that they know the token, and the page gets
 * a session.
 */
export function createDeviceSessions(
  access: Pick<ServedCore["access"], "check" | "keyOf" | "whyUnknown">,
  {
    clock,
    random,
  }: { readonly clock: Pick<Clock, "monotonic">; readonly random: Pick<Random, "bytes"> },
) {
  const handshakes = new Map<string, { readonly handshake: Handshake; readonly atMs: number }>();
  /** Device ids by session hash, in order of last use. */
  const sessions = new Map<string, string>();

  const open = (deviceId: string): string => {
    const session = makeSecret(random);
    sessions.set(hashOf(session), deviceId);
    dropOldest(sessions, mostSessions);
    return session;
  };

  return {
    /** Opens a session for a device that has just been paired. */
    open,
    /** Null for a device that is not, or no longer, paired. */
    hello(asked: Omit<Handshake, "stationNonce">): Hello | null {
      const key = access.keyOf(asked.deviceId);
      if (key === null) return null;
      const handshake = { ...asked, stationNonce: makeSecret(random) };
      handshakes.set(handshake.stationNonce, { handshake, atMs: clock.monotonic() });
      dropOldest(handshakes, mostHandshakes);
      const { stationNonce } = handshake;
      return { stationNonce, proof: sign(key, proofText("station", handshake)) };
    },
    /** Why `hello` is null. */
    whyUnknown: (deviceId: string): UnknownDevice => access.whyUnknown(deviceId),
    /** Null for a wrong proof, or for a nonce that is used, expired or unknown. */
    exchange(deviceId: string, stationNonce: string, proof: string): string | null {
      const known = handshakes.get(stationNonce);
      handshakes.delete(stationNonce);
      const key = access.keyOf(deviceId);
      if (known === undefined || key === null || known.handshake.deviceId !== deviceId) return null;
      if (clock.monotonic() - known.atMs >= handshakeMs) return null;
      if (!isSame(proof, sign(key, proofText("device", known.handshake)))) return null;
      return open(deviceId);
    },
    check(session: string): StationCaller | null {
      const hash = hashOf(session);
      const deviceId = sessions.get(hash);
      if (deviceId === undefined) return null;
      sessions.delete(hash);
      const caller = access.check(deviceId);
      if (caller !== null) sessions.set(hash, deviceId);
      return caller;
    },
    /** Whether the session is valid. Unlike `check`, this is no sign of life of the device. */
    isOpen(session: string): boolean {
      const deviceId = sessions.get(hashOf(session));
      return deviceId !== undefined && access.keyOf(deviceId) !== null;
    },
  };
}

export type DeviceSessions = ReturnType<typeof createDeviceSessions>;

const sign = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

/** Constant-time comparison. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
