import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { mostPeerBytes } from "#shared/contract/peer.ts";
import type { StationEnv } from "./guard.ts";
import { refuse, sendReply } from "./reply.ts";
import { jsonOnly, limitBody, readJson } from "./rpc.ts";
import type { ServedCore } from "./served-core.ts";

/**
 * What full desks ask of the hub (M4, M8): entries of the journal, and the partner API's lists from the hub's replica.
 * Only a paired database gets in; browsers and the owner have no business here (M15).
 */
export function createPeerRoutes({ peers }: Pick<ServedCore, "peers">): Hono<StationEnv> {
  return new Hono<StationEnv>()
    .use(peersOnly)
    .post("/entries", jsonOnly, limitBody(mostPeerBytes), async (c) => {
      const reply = await peers.push(c.get("caller"), await readJson(c.req.raw));
      return sendReply(c, reply);
    })
    .post("/missing", jsonOnly, limitBody(mostPeerBytes), async (c) => {
      return sendReply(c, await peers.pull(c.get("caller"), await readJson(c.req.raw)));
    })
    .post("/name", jsonOnly, limitBody(mostPeerBytes), async (c) => {
      return sendReply(c, await peers.rename(c.get("caller"), await readJson(c.req.raw)));
    })
    .get("/api/*", (c) => {
      const path = new URL(c.req.url).pathname.replace(/^.*?\/peer\/api/, "");
      const { status, body } = peers.roster(path, c.req.query());
      return c.json(body as object, status as 200);
    })
    .post("/call/:procedure", jsonOnly, limitBody(mostPeerBytes), async (c) => {
      const input = await readJson(c.req.raw);
      const reply = await peers.call(c.req.param("procedure"), input, c.get("caller"));
      return sendReply(c, reply);
    });
}

const peersOnly: MiddlewareHandler<StationEnv> = async (c, next) => {
  if (c.get("caller").role === "peer") return next();
  return refuse(c, "not-a-peer", "Only a full desk that is paired here may ask this.");
};
