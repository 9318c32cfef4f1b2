import type { CustomScheme, Protocol } from "electron";
import type { PageRequest, PageResponse } from "../asks.ts";
import { asked, standIn } from "./stand-in.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();
let privileged: readonly CustomScheme[] = [];

export const protocol: Protocol = standIn<Protocol>("protocol", {
  registerSchemesAsPrivileged(schemes) {
    privileged = schemes;
  },
  handle(scheme, handler) {
    // Only a standard scheme has origins, paths and storage, as the double's pages have.
    const isStandard = privileged.some(
      (each) => each.scheme === scheme && each.privileges?.standard,
    );
    if (!isStandard) throw new Error(`${scheme}: is not registered as a standard scheme`);
    handlers.set(scheme, asked("protocol.handle", handler));
  },
});

/** The answer of the scheme's handler; if the handler throws, the request fails. */
export async function answerByProtocol(request: PageRequest): Promise<PageResponse> {
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  if (handler === undefined) return { kind: "elsewhere" };
  const answer = await handler(toRequest(request));
  return {
    kind: "answer",
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

const toRequest = ({ url, method, headers, body }: PageRequest): Request =>
  new Request(url, { method, headers, ...(body === null ? {} : { body: new Uint8Array(body) }) });
