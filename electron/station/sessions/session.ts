import type { Context, Hono as HonoApp } from "hono";
import { Hono } from "hono";
import { z } from "zod";
import type { UnknownDevice } from "#shared/domain/basics/device-proof.ts";
import { err, ok } from "#shared/result.ts";
import { browserName } from "./browser-name.ts";
import type { StationAccess, StationEnv } from "#station/http/guard.ts";
import { isFromThisComputer, originOf, requireAccess } from "#station/http/guard.ts";
import { refuse, sendReply } from "#station/http/reply.ts";
import { jsonOnly, limitBody, readJson, smallBodyBytes } from "#station/http/rpc.ts";

const secretSchema = z.string().min(1).max(100);
const helloSchema = z.object({ deviceId: secretSchema, deviceNonce: secretSchema });
const exchangeSchema = z.union([
  z.object({ launchCode: secretSchema, session: secretSchema.optional() }),
  z.object({ deviceId: secretSchema, stationNonce: secretSchema, proof: secretSchema }),
]);

/**
 * How a page gets a session of this run of the station (S7). The owner's browser sends a launch code, only
 * from this computer (S8). A paired device sends hello first, and both sides prove that they know the
 * pairing.
 */
export function createSessionRoutes(access: StationAccess): HonoApp<StationEnv> {
  const { owner, devices } = access;
  return new Hono<StationEnv>()
    .use(jsonOnly, limitBody(smallBodyBytes))
    .post("/hello", async (c) => {
      const input = helloSchema.safeParse(await readJson(c.req.raw));
      if (!input.success) return refuseInput(c);
      const hello = devices.hello({ ...input.data, origin: originOf(c) });
      return hello === null
        ? refuseDevice(c, devices.whyUnknown(input.data.deviceId))
        : c.json(ok(hello));
    })
    .post("/launch-code", requireAccess(access), (c) => {
      if (owner !== null && c.get("caller").role === "owner") {
        return c.json(ok({ launchCode: owner.makeLaunchCode() }));
      }
      return sendReply(c, err("not-allowed", "Only the owner makes launch codes."));
    })
    .post("/", async (c) => {
      const input = exchangeSchema.safeParse(await readJson(c.req.raw));
      if (!input.success) return refuseInput(c);
      if ("launchCode" in input.data) {
        const { launchCode, session: known = "" } = input.data;
        if (owner === null || !isFromThisComputer(c)) return refuseAccess(c);
        const session = owner.exchange(launchCode, known, browserName(c.req.header("user-agent")));
        return session === null ? refuseAccess(c) : c.json(ok({ session }));
      }
      const { deviceId, stationNonce, proof } = input.data;
      const session = devices.exchange(deviceId, stationNonce, proof);
      return session === null ? refuseAccess(c) : c.json(ok({ session }));
    });
}

function refuseInput(c: Context<StationEnv>) {
  return refuse(c, "invalid-input", "Send a launch code, or what a paired device knows.");
}

/** A page says to its person why it has no access now. While no folder is open, nothing is known of any device. */
function refuseDevice(c: Context<StationEnv>, unknown: UnknownDevice) {
  return unknown.why === "closed"
    ? sendReply(c, err("closing", "No folder is open at this moment."))
    : sendReply(c, err("no-access", "This device is not paired now.", { details: { ...unknown } }));
}

function refuseAccess(c: Context<StationEnv>) {
  return refuse(c, "no-access", "This code or device is not, or no longer, good.");
}
