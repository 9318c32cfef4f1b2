import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { z } from "zod";
import { joiningSchema } from "#shared/contract/peer.ts";
import { ok } from "#shared/result.ts";
import type { DeviceSessions } from "#station/sessions/device-sessions.ts";
import type { StationEnv } from "#station/http/guard.ts";
import { refuse, sendReply } from "#station/http/reply.ts";
import { jsonOnly, limitBody, readJson, smallBodyBytes } from "#station/http/rpc.ts";
import type { ServedCore } from "#station/http/served-core.ts";

const pairSchema = z.object({
  code: z.string().max(40),
  name: z.string().max(200),
  /** Only if another database joins as a full desk (M3). */
  joining: joiningSchema.optional(),
});

const needsCode = (refusal: string): boolean =>
  refusal === "other-organization" || refusal === "device-taken";

/**
 * Device pairing: open to devices without access (S1); the core limits guesses per address (S12). The token
 * is sent once.
 */
export function createPairing(core: ServedCore, devices: DeviceSessions): Hono<StationEnv> {
  return new Hono<StationEnv>().post("/", jsonOnly, limitBody(smallBodyBytes), async (c) => {
    const input = pairSchema.safeParse(await readJson(c.req.raw));
    if (!input.success) {
      return refuse(c, "invalid-input", "Send a code and a name for this device.");
    }
    const address = getConnInfo(c).remote.address ?? "";
    const { code, name, joining } = input.data;
    const hub = joining === undefined ? null : core.peers.admit(joining);
    const refused = hub !== null && !hub.ok ? hub : null;
    // What the hub knows of its organization and its desks is for those with the code (M3).
    if (refused !== null && !needsCode(refused.error.code)) return sendReply(c, refused);
    const reply = core.access.pair(code, name, address, joining, () => refused);
    if (!reply.ok) return sendReply(c, reply);
    const { id, token } = reply.value;
    const paired = { deviceId: id, token, session: devices.open(id) };
    return c.json(ok(hub?.ok ? { ...paired, hub: hub.value } : paired));
  });
}
