import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { PairedDevice } from "#renderer/client/transport/access-store.ts";
import { openDeviceSession } from "#renderer/client/transport/device-handshake.ts";
import { proofText } from "#shared/domain/basics/device-proof.ts";
import { createDeviceSessions } from "#station/sessions/device-sessions.ts";
import { systemRandom } from "#station/host/host-ports.ts";
import { createManualClock } from "#test/support/clock.ts";

const origin = "http://192.168.1.20:4180";
const device: PairedDevice = { deviceId: "tablet", token: "secret" };
const key = createHash("sha256").update(device.token).digest("hex");
const caller = { role: "desk", device: "Tablet" } as const;

/** One run of a station that has paired `device`, at an address. */
function start(at = origin) {
  const clock = createManualClock();
  let isPaired = true;
  const known = (id: string): boolean => isPaired && id === device.deviceId;
  /** The devices that were reported as active. */
  const heard: string[] = [];
  const check = (id: string) => {
    heard.push(id);
    return known(id) ? caller : null;
  };
  const sessions = createDeviceSessions(
    {
      check,
      keyOf: (id) => (known(id) ? key : null),
      whyUnknown: () => ({ why: "unknown" }),
    },
    { clock, random: systemRandom },
  );
  /** Everything that the page sent. */
  const sent: string[] = [];
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const text = JSON.stringify(body);
    sent.push(text);
    const { deviceId, deviceNonce, stationNonce, proof } = JSON.parse(text) as Record<
      "deviceId" | "deviceNonce" | "stationNonce" | "proof",
      string
    >;
    if (path === "/session/hello") return sessions.hello({ deviceId, deviceNonce, origin: at });
    return { session: sessions.exchange(deviceId, stationNonce, proof) };
  };
  return { clock, sessions, sent, heard, ask, revoke: () => void (isPaired = false) };
}

const hello = { deviceId: device.deviceId, deviceNonce: "n", origin };

const prove = (stationNonce: string): string =>
  createHmac("sha256", key)
    .update(proofText("device", { ...hello, stationNonce }))
    .digest("hex");

test("S7 both prove that they know the pairing; the page gets a session and never sends the token", async () => {
  const { sessions, sent, ask } = start();
  const session = (await openDeviceSession(device, origin, ask)) ?? "";
  expect(sessions.check(session)).toEqual(caller);
  expect(sent).toHaveLength(2);
  for (const secret of [device.token, key]) expect(sent.join()).not.toContain(secret);
});

test("S7 another run of the station does not know the session", async () => {
  const [one, other] = [start(), start()];
  const session = (await openDeviceSession(device, origin, one.ask)) ?? "";
  expect(other.sessions.check(session)).toBeNull();
});

test("S7 a program that is not the station hears only random numbers: no proof, no session", async () => {
  const real = start("http://127.0.0.1:9999");
  const strangers = [
    async () => null,
    async () => ({ stationNonce: "n", proof: "" }),
    async () => ({ stationNonce: "n", proof: "0".repeat(64) }),
    // It forwards everything to the real station, which has another address.
    real.ask,
  ];
  for (const answer of strangers) {
    const sent: unknown[] = [];
    const session = await openDeviceSession(device, origin, (path, body) => {
      sent.push(path);
      return answer(path, body);
    });
    expect([session, sent]).toEqual([null, ["/session/hello"]]);
  }
});

test("S7 a proof is good once, for its device, for half a minute, and is not the station's own sent back", async () => {
  const { clock, sessions } = start();
  const first = sessions.hello(hello)?.stationNonce ?? "";
  expect(sessions.exchange(device.deviceId, first, prove(first))).not.toBeNull();
  expect(sessions.exchange(device.deviceId, first, prove(first))).toBeNull();

  const mirrored = sessions.hello(hello);
  expect(
    sessions.exchange(device.deviceId, mirrored?.stationNonce ?? "", mirrored?.proof ?? ""),
  ).toBeNull();

  const others = sessions.hello(hello)?.stationNonce ?? "";
  expect(sessions.exchange("other", others, prove(others))).toBeNull();

  const late = sessions.hello(hello)?.stationNonce ?? "";
  await clock.advance(30_000);
  expect(sessions.exchange(device.deviceId, late, prove(late))).toBeNull();
  expect(sessions.exchange(device.deviceId, "none", prove("none"))).toBeNull();
});

test("S7 who is not paired any more has neither session nor handshake", async () => {
  const { sessions, ask, revoke } = start();
  const session = (await openDeviceSession(device, origin, ask)) ?? "";
  const nonce = sessions.hello(hello)?.stationNonce ?? "";
  revoke();
  expect(sessions.check(session)).toBeNull();
  expect(sessions.hello(hello)).toBeNull();
  expect(sessions.exchange(device.deviceId, nonce, prove(nonce))).toBeNull();
});

test("M7 that a stream is still open is no sign of life of its device; it ends with the pairing", async () => {
  const { sessions, ask, heard, revoke } = start();
  const session = (await openDeviceSession(device, origin, ask)) ?? "";
  expect([sessions.isOpen(session), sessions.isOpen("none"), heard]).toEqual([true, false, []]);
  sessions.check(session);
  expect(heard).toEqual([device.deviceId]);
  revoke();
  expect(sessions.isOpen(session)).toBe(false);
});
