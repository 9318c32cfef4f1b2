import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { _electron as electron } from "playwright";
import { onTestFinished } from "vitest";
import type { Result } from "#shared/result.ts";
import type { Ended } from "../processes/child.ts";
import { projectRoot } from "../processes/programs.ts";
import { readValue } from "../processes/read-value.ts";
import { callFromPage, homeBeside } from "./desktop-home.ts";
import type { Host } from "./host.ts";

/** The desktop app on the real runtime. */
export interface ElectronHost extends Host {
  readonly kind: "electron";
  page(): Promise<Page>;
}

/** The path of the runtime, by the rule of `resources/setup/desktop.mjs`. Throws if it is not installed. */
function runtimePath(): string {
  const folder = join(projectRoot, "node_modules", "electron");
  const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist");
  const path = join(dist, readFileSync(join(folder, "path.txt"), "utf8"));
  if (!existsSync(path)) throw new Error(`Electron's runtime is not at ${path}.`);
  return path;
}

/** Starts the built desktop app and ends it after the test. */
export async function startElectron(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<ElectronHost> {
  const said = { stdout: "", stderr: "" };
  const app = await electron.launch({
    executablePath: runtimePath(),
    args: [projectRoot, ...flags],
    env: { ...process.env, CHUTE_CHECK_OUTPUTS: "1", ...homeBeside(dataDir) },
  });
  const child = app.process();
  child.stdout?.on("data", (text) => (said.stdout += String(text)));
  child.stderr?.on("data", (text) => (said.stderr += String(text)));
  const ended = new Promise<Ended>((resolve) => {
    child.on("exit", (code, signal) => resolve({ code, signal, ...said }));
  });
  const stop = async (): Promise<Ended> => {
    await app.close();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  const page = (): Promise<Page> => app.firstWindow();
  const call = async (name: string, input: unknown = {}): Promise<Result<unknown>> =>
    callFromPage(await page(), name, input);
  return {
    kind: "electron",
    dataDir,
    page,
    call,
    value: async (name, input) => readValue(name, await call(name, input)),
    signal: (name) => void child.kill(name),
    ended: () => ended,
    stop,
  };
}
