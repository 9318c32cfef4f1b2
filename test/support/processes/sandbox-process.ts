import { onTestFinished } from "vitest";
import { startChild } from "./child.ts";
import { sandboxProgram } from "./programs.ts";
import type { SandboxProcess } from "./sandbox-client.ts";
import { connectSandbox } from "./sandbox-client.ts";

/** Starts a built sandbox in its own process and stops it after the test. */
export async function startSandboxProcess(flags: readonly string[] = []): Promise<SandboxProcess> {
  const child = startChild(sandboxProgram, ["--json", "--port", "0", ...flags]);
  onTestFinished(async () => {
    await child.stop();
  });
  return connectSandbox(child);
}
