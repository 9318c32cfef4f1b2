import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { procedures } from "#shared/contract/index.ts";
import type { Procedure } from "#shared/contract/procedure.ts";
import { deepestLevel, depthOfJson } from "#shared/domain/basics/json-depth.ts";
import { ok } from "#shared/result.ts";
import type { StationEnv } from "./guard.ts";
import { refuse, sendReply } from "./reply.ts";
import type { ServedCore } from "./served-core.ts";

/** Far larger than any input of the contract. */
const maxInputBytes = 256 * 1024;

/** The HTTP adapter over `core.dispatch`: one route for every procedure, and one that describes them all. */
export function createRpc(core: ServedCore): Hono<StationEnv> {
  let description: unknown;
  return new Hono<StationEnv>()
    .get("/", (c) => c.json((description ??= ok({ procedures: describeProcedures() }))))
    .post("/:procedure", jsonOnly, limitBody(maxInputBytes), async (c) => {
      const input = await readJson(c.req.raw);
      if (input === notJson) {
        return refuse(c, "not-json", "The body is not JSON, or is nested too deeply.");
      }
      const reply = await core.dispatch(c.req.param("procedure"), input, c.get("caller"));
      return sendReply(c, reply);
    });
}

/** A foreign page may send forms and plain text without a CORS preflight, so only JSON is accepted (S1). */
export const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return refuse(c, "wrong-content-type", "Send application/json.");
  }
  return next();
};

/** For routes with a few short fields that need no session. */
export const smallBodyBytes = 4 * 1024;

/**
 * Refuses a body that is too large, by its `Content-Length` or as soon as the limit is exceeded; nothing is
 * parsed (S12).
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (c) => refuse(c, "too-large", `A request may have ${maxSize} bytes.`),
  });
  return async (c, next) => {
    const { url, method, headers, body } = c.req.raw;
    // Hono copies a request whose length is not announced, and can copy only a `Request` of the platform.
    if (body !== null && headers.has("transfer-encoding")) {
      c.req.raw = new Request(url, { method, headers, body, duplex: "half" });
    }
    let isRead = false;
    try {
      return await limit(c, () => {
        isRead = true;
        return next();
      });
    } catch (error) {
      if (isRead) throw error;
      return refuse(c, "not-json", "The body broke off.");
    }
  };
}

const notJson = Symbol("not JSON");

/**
 * The parsed body; an empty body is an empty input. An aborted request counts as no JSON. JSON that is nested
 * deeper than any input is not parsed (S12).
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text().catch(() => null);
  if (text === null) return notJson;
  if (text.trim() === "") return {};
  if (depthOfJson(text) > deepestLevel) return notJson;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

function describeProcedures(): readonly unknown[] {
  return Object.entries<Procedure>(procedures).map(
    ([name, { kind, role, summary, errors, input, output }]) => ({
      name,
      kind,
      role,
      summary,
      errors,
      input: z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
      output: z.toJSONSchema(output, { io: "output", unrepresentable: "any" }),
    }),
  );
}
