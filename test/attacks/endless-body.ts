import { request } from "node:https";
import type { HubPlace } from "#test/support/desks/paired-peer.ts";

interface Cut {
  /** Null if the connection ended without an answer. */
  readonly status: number | null;
  readonly bytes: number;
}

/** Sends a body in pieces, without a `Content-Length` header, until the server ends the request. */
export async function endlessBody(
  hub: HubPlace,
  session: string,
  path: string,
  mostBytes: number,
): Promise<Cut> {
  const authorization = `Bearer ${session}`;
  const piece = Buffer.alloc(64 * 1024, "[");
  return new Promise((resolve) => {
    let bytes = 0;
    const over = new AbortController();
    const end = (status: number | null): void => {
      over.abort();
      resolve({ status, bytes });
      sent.destroy();
    };
    const sent = request(`${hub.address()}${path}`, {
      method: "POST",
      rejectUnauthorized: false,
      headers: { "content-type": "application/json", authorization },
    });
    sent.on("response", ({ statusCode = 0 }) => end(statusCode));
    sent.on("error", () => end(null));
    const write = (): void => {
      while (!over.signal.aborted && bytes < mostBytes) {
        bytes += piece.length;
        if (!sent.write(piece)) return;
      }
      if (!over.signal.aborted) sent.end();
    };
    sent.on("drain", write);
    write();
  });
}
