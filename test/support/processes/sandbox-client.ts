import type { Child } from "./child.ts";

/** A running sandbox: what it printed with `--json`, and its controls. */
export interface SandboxProcess extends Child {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly mainEventId: string;
  /** The controls and the state, on a port that stays open while the connection is cut. */
  control(path: string, body?: unknown): Promise<unknown>;
}

/** Waits until the sandbox's process prints its addresses. */
export async function connectSandbox(child: Child): Promise<SandboxProcess> {
  const printed = JSON.parse(await child.firstLine()) as Pick<
    SandboxProcess,
    "url" | "keys" | "controlUrl" | "controlToken" | "mainEventId"
  >;
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${printed.controlUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${printed.controlToken}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  return { ...child, ...printed, control };
}
