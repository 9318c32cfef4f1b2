import { onTestFinished } from "vitest";
import type { Child } from "./child.ts";
import { startChild } from "./child.ts";
import { sandboxProgram } from "./programs.ts";

/** What the sandbox prints with `--json`. */
export interface SandboxProcess extends Child {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly mainEventId: string;
  /** The switches and the state, on a port that stays open while the line is cut. */
  control(path: string, body?: unknown): Promise<unknown>;
}

/** Starts a built sandbox in a process of its own and stops it when the test is over. */
export async function startSandboxProcess(flags: readonly string[] = []): Promise<SandboxProcess> {
  const child = startChild(sandboxProgram, ["--json", "--port", "0", ...flags]);
  onTestFinished(async () => {
    await child.stop();
  });
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
