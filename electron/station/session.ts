import { Hono } from "hono";
import { z } from "zod";
import { err, ok } from "#shared/result.ts";
import type { StationEnv } from "./guard.ts";
import type { OwnerSessions } from "./owner-sessions.ts";
import { refuse, statusOf } from "./reply.ts";
import { jsonOnly, limitBody, readJson, smallBodyBytes } from "./rpc.ts";

const inputSchema = z.object({ session: z.string().max(100).optional() });

/**
 * Lets another tab of the owner's browser in without pairing: the owner's token, which stays in its own tab, is
 * exchanged for a session that the browser may keep and that ends with this run of the station.
 */
export function createSessionRoute(sessions: OwnerSessions): Hono<StationEnv> {
  return new Hono<StationEnv>().post("/", jsonOnly, limitBody(smallBodyBytes), async (c) => {
    if (c.get("caller").reach !== "owner") {
      const reply = err("not-allowed", "Only the owner has sessions.");
      return c.json(reply, statusOf(reply));
    }
    const input = inputSchema.safeParse(await readJson(c.req.raw));
    if (!input.success) {
      const reply = refuse("invalid-input", "Send the session that is known, or none.");
      return c.json(reply, statusOf(reply));
    }
    return c.json(ok({ session: sessions.open(input.data.session ?? "") }));
  });
}
