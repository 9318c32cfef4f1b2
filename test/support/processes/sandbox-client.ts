import type { Child } from "./child.ts";

/** A sandbox that runs: what it prints with `--json`, and its switches. */
export interface SandboxProcess extends Child {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly mainEventId: string;
  /** The switches and the state, on a port that stays open while the line is cut. */
  control(path: string, body?: unknown): Promise<unknown>;
}

/** Waits until a sandbox's process says where it listens. */
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
