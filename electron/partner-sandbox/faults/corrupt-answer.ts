import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { assertNever } from "#shared/result.ts";
import type { SandboxEnv } from "../env.ts";
import type { CorruptRule } from "./fault-schema.ts";

/** Corrupts the answer of a request that the API has handled. */
export async function corruptAnswer(
  c: Context<SandboxEnv>,
  rule: CorruptRule,
  response: Response,
): Promise<Response> {
  if (rule.kind === "lost-reply") {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const body = await response.text();
  const { status } = response;
  const link = response.headers.get("link");
  const json = (text: string, next = link): Response => sendJson(status, text, next);
  switch (rule.kind) {
    case "truncated":
      return json(body.slice(0, Math.floor(body.length / 2)));
    case "cut-off":
      return await cutOff(c, status, body);
    case "wrong-content-type":
      return new Response(body, { status, headers: { "Content-Type": rule.contentType } });
    case "trickle":
      return new Response(trickle(body, rule), {
        status,
        headers: { "Content-Type": "application/json" },
      });
    case "without-id":
      return json(JSON.stringify({ data: {} }));
    case "without-envelope":
      return json(JSON.stringify({ status: "ok" }));
    case "empty":
      return new Response(null, { status });
    case "huge":
      return json(`${body.slice(0, -1)},"padding":"${"x".repeat(rule.bytes)}"}`);
    case "gzip-garbage":
      return new Response(body, {
        status,
        headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      });
    case "repeated-cursor":
      return json(repeatCursor(body, c.req.query("after")), repeatLink(link, c.req.query("after")));
    case "list-cut-short":
      return json(replaceCursor(body, null), null);
    default:
      return assertNever(rule);
  }
}

const sendJson = (status: number, body: string, link: string | null): Response =>
  new Response(body, {
    status,
    headers: { "Content-Type": "application/json", ...(link === null ? {} : { Link: link }) },
  });

async function cutOff(c: Context<SandboxEnv>, status: number, body: string): Promise<Response> {
  const { outgoing, incoming } = c.env;
  const bytes = Buffer.from(body, "utf8");
  outgoing.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": bytes.length,
  });
  await new Promise<void>((resolve) => {
    outgoing.write(bytes.subarray(0, bytes.length >> 1), () => resolve());
  });
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function trickle(
  body: string,
  { chunkBytes, everyMs }: Extract<CorruptRule, { kind: "trickle" }>,
): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body, "utf8");
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(everyMs);
      controller.enqueue(new Uint8Array(bytes.subarray(sent, sent + chunkBytes)));
      sent += chunkBytes;
      if (sent >= bytes.length) controller.close();
    },
  });
}

/** Replaces the next cursor in the body with the cursor of the request. */
const repeatCursor = (body: string, asked: string | undefined): string =>
  asked === undefined ? body : replaceCursor(body, asked);

/** The same in the `Link` header. */
const repeatLink = (link: string | null, asked: string | undefined): string | null =>
  link === null || asked === undefined
    ? link
    : link.replace(/(?<=[?&]after=)[^&>]*/, () => encodeURIComponent(asked));

const replaceCursor = (body: string, cursor: string | null): string =>
  JSON.stringify(JSON.parse(body), (key, value: unknown) =>
    /^(?:next|nextCursor|next_cursor|nextAfter|after|endCursor|cursor)$/.test(key) &&
    typeof value === "string"
      ? cursor
      : value,
  );
