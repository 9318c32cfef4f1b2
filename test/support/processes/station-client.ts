import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Child } from "./child.ts";
import { readValue } from "./read-value.ts";

/** A station that runs, and the way to it. */
export interface StationProcess extends Child {
  readonly url: string;
  /** The owner's, until the station stops. */
  readonly scriptSession: string;
  readonly launchCode: string;
  /** Any request to it, as the owner unless headers say otherwise. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** One procedure over HTTP, as the owner unless a session is given. */
  call(name: string, input?: unknown, session?: string): Promise<Result<unknown>>;
  /** One procedure that must succeed. */
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
}

/** Waits until a station's process says where it listens; rejects with its words if it ends instead. */
export async function connectStation(child: Child): Promise<StationProcess> {
  const { url, scriptSession, launchCode } = JSON.parse(await child.firstLine()) as {
    readonly url: string;
    readonly scriptSession: string;
    readonly launchCode: string;
  };

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${scriptSession}`, ...readHeaders(init) },
    });

  const call = async (
    name: string,
    input: unknown = {},
    session = scriptSession,
  ): Promise<Result<unknown>> => {
    const answer = await request(`/rpc/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${session}` },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as Result<unknown>;
  };

  return {
    ...child,
    url,
    scriptSession,
    launchCode,
    request,
    call,
    async value(name, input) {
      return readValue(name, await call(name, input));
    },
  };
}

const readHeaders = ({ headers }: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers));
