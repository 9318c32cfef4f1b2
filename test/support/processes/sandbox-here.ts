import { onTestFinished } from "vitest";
import type { SandboxOptions } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { RunningSandbox } from "./sandbox-client.ts";
import { withControls } from "./sandbox-client.ts";

/**
 * Starts a sandbox in the process of the tests, and closes it after the test. A process of its own would take longer to
 * start than the sandbox works in most tests.
 */
export async function startSandboxHere(options: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ ...options, controlPort: 0 });
  onTestFinished(() => sandbox.close());
  const { url, keys, controlUrl, controlToken, mainEventId } = sandbox;
  return withControls({ url, keys, controlUrl, controlToken, mainEventId });
}
