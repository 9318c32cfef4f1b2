import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Child } from "./child.ts";
import { readValue } from "./read-value.ts";

/** A running station, and functions to call it. */
export interface StationProcess extends Child {
  readonly url: string;
  /** The owner's session for scripts, which ends with the station or after 12 hours without a call. */
  readonly scriptSession: string;
  readonly launchCode: string;
  /** Sends any request, as the owner unless the headers say otherwise. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Calls one procedure over HTTP, as the owner unless a session is given. */
  call(name: string, input?: unknown, session?: string): Promise<Result<unknown>>;
  /** Calls one procedure that must succeed. */
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
}

/** Waits until the station's process prints its address. Rejects with its output if it ends instead. */
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
