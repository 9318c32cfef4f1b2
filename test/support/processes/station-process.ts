import { onTestFinished } from "vitest";
import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Failure, Result } from "#shared/result.ts";
import type { Child, ChildOptions } from "./child.ts";
import { startChild } from "./child.ts";
import { stationProgram } from "./programs.ts";

export interface StationProcess extends Child {
  readonly url: string;
  readonly ownerToken: string;
  /** Any request to it, as the owner unless headers say otherwise. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** One procedure over HTTP, as the owner unless a token is given. */
  call(name: string, input?: unknown, token?: string): Promise<Result<unknown>>;
  /** One procedure that must succeed. */
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
}

/**
 * Starts a built station on a free port with a data folder, checking every answer against the
 * contract, and stops it when the test is over.
 */
export async function startStationProcess(
  dataDir: string,
  flags: readonly string[] = [],
  options: ChildOptions = {},
): Promise<StationProcess> {
  const child = startStationChild(["--port", "0", "--data-dir", dataDir, ...flags], options);
  const { url, ownerToken } = JSON.parse(await child.firstLine()) as {
    readonly url: string;
    readonly ownerToken: string;
  };

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${ownerToken}`, ...readHeaders(init) },
    });

  const call = async (
    name: string,
    input: unknown = {},
    token = ownerToken,
  ): Promise<Result<unknown>> => {
    const answer = await request(`/rpc/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as Result<unknown>;
  };

  return {
    ...child,
    url,
    ownerToken,
    request,
    call,
    async value(name, input) {
      const reply = await call(name, input);
      if (!reply.ok) throw new Error(`${name}: ${describe(reply.error)}`);
      return reply.value as OutputOf<typeof name>;
    },
  };
}

/** Starts a station that may refuse to; `--json` is given. */
export function startStationChild(flags: readonly string[], options: ChildOptions = {}): Child {
  const child = startChild(stationProgram, ["--json", ...flags], {
    ...options,
    env: { CHUTE_CHECK_OUTPUTS: "1", ...options.env },
  });
  onTestFinished(async () => {
    await child.stop();
  });
  return child;
}

const describe = ({ code, message, fields, details }: Failure): string =>
  `${code}: ${message} ${JSON.stringify({ fields, details })}`;

const readHeaders = ({ headers }: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers));
