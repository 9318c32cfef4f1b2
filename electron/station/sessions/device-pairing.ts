import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { z } from "zod";
import { ok } from "#shared/result.ts";
import type { DeviceSessions } from "./device-sessions.ts";
import type { StationEnv } from "#station/http/guard.ts";
import { refuse, sendReply } from "#station/http/reply.ts";
import { jsonOnly, limitBody, readJson, smallBodyBytes } from "#station/http/rpc.ts";
import type { ServedCore } from "#station/http/served-core.ts";

const pairSchema = z.object({ code: z.string().max(40), name: z.string().max(200) });

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
    const reply = core.access.pair(input.data.code, input.data.name, address);
    if (!reply.ok) return sendReply(c, reply);
    const { id, token } = reply.value;
    return c.json(ok({ deviceId: id, token, session: devices.open(id) }));
  });
}
