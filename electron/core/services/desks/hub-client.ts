import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { mostAnswerBytes } from "#shared/contract/peer.ts";
import { proofText } from "#shared/domain/basics/device-proof.ts";
import type { PeerPort, Random } from "#core/ports.ts";

/** A hub as a full desk knows it, with the secret that both share since the pairing. */
export interface HubAccess {
  /** `https://host:port`, without a trailing slash. */
  readonly address: string;
  /** SHA-256 fingerprint of the hub's certificate; a request goes to no other certificate (S8). */
  readonly fingerprint: string;
  readonly deviceId: string;
  readonly token: string;
}

/** The hub refused this desk, because the desk is not, or no longer, paired with the hub. */
export class NotPairedError extends Error {
  constructor() {
    super("The hub does not know this desk");
    this.name = "NotPairedError";
  }
}

/** The hub refused a request. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The hub answered ${code}`);
    this.name = "RefusedError";
    this.code = code;
  }
}

/** Requests to the hub with a session of this run of the hub (S7). */
export interface HubClient {
  /**
   * Sends JSON and returns the value of the hub's reply, which has at most 4 MiB (S12).
   *
   * @throws RefusedError if the hub answers with a failure.
   * @throws whatever `request` throws.
   */
  ask(path: string, body: unknown, limits?: AskLimits): Promise<unknown>;
  /**
   * @throws NotPairedError if the hub refuses the pairing.
   * @throws Error if the hub does not answer in time, or with another certificate.
   */
  request(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<Response>;
}

export interface AskLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 5_000;
const valueOf = <Value extends z.ZodType>(value: Value) => z.object({ ok: z.literal(true), value });
const helloSchema = valueOf(z.object({ stationNonce: z.string(), proof: z.string() }));
const sessionSchema = valueOf(z.object({ session: z.string() }));

export function createHubClient(
  { address, fingerprint, deviceId, token }: HubAccess,
  { peer, random }: { readonly peer: PeerPort; readonly random: Pick<Random, "bytes"> },
): HubClient {
  const key = hash("sha256", token);
  let session: Promise<string> | null = null;

  const send = (path: string, init: RequestInit, timeoutMs: number): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    return peer.fetch({ address, fingerprint }, path, { ...init, signal });
  };

  const askOpenly = async <Body extends z.ZodType>(path: string, body: unknown, schema: Body) => {
    const answer = await send(path, jsonRequest(body), usualTimeoutMs);
    if (answer.status === 401) throw new NotPairedError();
    return schema.parse(await readAnswer(answer));
  };

  const prove = async (): Promise<string> => {
    const deviceNonce = Buffer.from(random.bytes(16)).toString("hex");
    const { value } = await askOpenly("/session/hello", { deviceId, deviceNonce }, helloSchema);
    const handshake = { deviceId, origin: address, deviceNonce, stationNonce: value.stationNonce };
    const sign = (side: "station" | "device"): string =>
      createHmac("sha256", key).update(proofText(side, handshake)).digest("hex");
    if (value.proof !== sign("station")) throw new NotPairedError();
    const { stationNonce } = handshake;
    const proof = { deviceId, stationNonce, proof: sign("device") };
    return (await askOpenly("/session", proof, sessionSchema)).value.session;
  };

  const open = (): Promise<string> => {
    session ??= prove().catch((error: unknown) => {
      session = null;
      throw error;
    });
    return session;
  };

  const request: HubClient["request"] = async (
    path,
    { timeoutMs = usualTimeoutMs, ...init } = {},
  ) => {
    const call = async (): Promise<Response> => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${await open()}`);
      return send(path, { ...init, headers }, timeoutMs);
    };
    const answer = await call();
    if (answer.status !== 401) return answer;
    // The hub was started again: its sessions are new, and the pairing is still valid.
    session = null;
    return call();
  };

  return {
    request,
    async ask(path, body, { signal, timeoutMs = usualTimeoutMs } = {}) {
      const init = { ...jsonRequest(body), ...(signal === undefined ? {} : { signal }), timeoutMs };
      const reply = replySchema.parse(await readAnswer(await request(path, init)));
      if (!reply.ok) throw new RefusedError(reply.error.code);
      return reply.value;
    },
  };
}

const replySchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
]);

export const jsonRequest = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * The JSON of an answer. The answer is parsed only after all of it was received, at most 4 MiB (S12).
 *
 * @throws Error if the answer is longer, incomplete or no JSON.
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > mostAnswerBytes) throw new Error("The answer is too long");
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
