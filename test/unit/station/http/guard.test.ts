import { Hono } from "hono";
import { expect, test } from "vitest";
import type { StationEnv } from "#station/http/guard.ts";
import { requireAccess } from "#station/http/guard.ts";
import { systemClock, systemRandom } from "#station/host/host-ports.ts";
import { createDeviceSessions } from "#station/sessions/device-sessions.ts";
import { createOwnerSessions } from "#station/sessions/owner-sessions.ts";
import { takesLoopback } from "#station/http/own-address.ts";

const ports = { clock: systemClock, random: systemRandom };

/** Returns the status of a request with this session and address. */
function start() {
  const owner = createOwnerSessions(ports);
  const devices = createDeviceSessions(
    {
      check: () => ({ role: "desk" }),
      keyOf: () => "key",
      whyUnknown: () => ({ why: "unknown" }),
    },
    ports,
  );
  const app = new Hono<StationEnv>()
    .use(requireAccess({ owner, devices }))
    .get("/", (c) => c.text(c.get("caller").role));
  const ask = async (session: string, remoteAddress: string): Promise<string> => {
    const headers = { authorization: `Bearer ${session}` };
    const socket = { remoteAddress, remotePort: 1, remoteFamily: "IPv4" };
    const answer = await app.request("/", { headers }, { incoming: { socket } });
    return answer.ok ? answer.text() : String(answer.status);
  };
  return { owner, devices, ask };
}

test("S8 the owner's session is good over loopback alone; a device's from anywhere", async () => {
  const { owner, devices, ask } = start();
  const [script, tablet] = [owner.openForScript(), devices.open("tablet")];
  for (const address of ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"]) {
    expect([address, await ask(script, address)]).toEqual([address, "owner"]);
  }
  for (const address of ["192.0.2.2", "::ffff:192.0.2.2", "fd00::1", "1127.0.0.1", "127.0.0.1.9"]) {
    expect([address, await ask(script, address)]).toEqual([address, "401"]);
    expect([address, await ask(tablet, address)]).toEqual([address, "desk"]);
  }
});

test("S8 a station on one address of the network needs another for the owner", () => {
  for (const address of ["127.0.0.1", "127.0.0.2", "::1", "0.0.0.0", "::"]) {
    expect([address, takesLoopback(address)]).toEqual([address, true]);
  }
  for (const address of ["192.0.2.2", "fd00::2", "1127.0.0.1"]) {
    expect([address, takesLoopback(address)]).toEqual([address, false]);
  }
});
