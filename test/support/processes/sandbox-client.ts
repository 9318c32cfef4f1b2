import type { Child } from "./child.ts";

/** What a running sandbox tells: its addresses and keys. */
export interface SandboxAddresses {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly mainEventId: string;
}

/** A running sandbox and its controls. */
export interface RunningSandbox extends SandboxAddresses {
  /** The controls and the state, on a port that stays open while the connection is cut. */
  control(path: string, body?: unknown): Promise<unknown>;
}

/** A sandbox in its own process. */
export type SandboxProcess = RunningSandbox & Child;

/** Waits until the sandbox's process prints its addresses. */
export async function connectSandbox(child: Child): Promise<SandboxProcess> {
  const printed = JSON.parse(await child.firstLine()) as SandboxAddresses;
  return { ...child, ...withControls(printed) };
}

export function withControls(addresses: SandboxAddresses): RunningSandbox {
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${addresses.controlUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${addresses.controlToken}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  return { ...addresses, control };
}
