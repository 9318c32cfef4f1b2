import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answerer = (request: SeenRequest, response: ServerResponse, socket: Socket) => void;

/** A real server on a real socket; a test decides its answers. */
export interface ScriptedServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Each of these answers one POST, before `answer` is used. */
  readonly posts: Answerer[];
  answer: Answerer;
  close(): Promise<void>;
}

export const organization = {
  _id: "org_1",
  name: "Harbour Runners",
  slug: "harbour",
  roles: ["organizer"],
  plan: "free",
};

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answerer =>
  (_request, response) =>
    sendJson(response, status, body, headers);

export const text =
  (
    status: number,
    body: string,
    contentType: string,
    headers: Readonly<Record<string, string>> = {},
  ): Answerer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": contentType, ...headers });
    response.end(body);
  };

export const errorAnswer = (
  status: number,
  code: string,
  headers = {},
  errors?: unknown,
): Answerer =>
  json(
    status,
    { error: { code, message: `Says ${code}`, ...(errors === undefined ? {} : { errors }) } },
    headers,
  );

export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const posts: Answerer[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://x");
      const request: SeenRequest = {
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(pieces).toString("utf8"),
      };
      seen.push(request);
      const scripted = request.method === "POST" ? posts.shift() : undefined;
      (scripted ?? scriptedServer.answer)(request, response, incoming.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const scriptedServer: ScriptedServer = {
    url: `http://127.0.0.1:${port}`,
    seen,
    posts,
    answer: answerOrdinarily,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return scriptedServer;
}

/** Answers with an organization and no events, and answers every POST with a new id. */
export const answerOrdinarily: Answerer = (request, response) => {
  if (request.method === "POST") {
    const key = String(request.headers["idempotency-key"]);
    sendJson(response, 201, { data: { participantId: `reg_${key}`, eventId: `evt_${key}` } });
  } else if (request.path === "/organization") {
    sendJson(response, 200, { data: organization });
  } else {
    sendJson(response, 200, { data: [] });
  }
};
