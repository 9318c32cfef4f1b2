import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import type { Result } from "#shared/result.ts";

/**
 * The environment of a home folder beside a data folder, so that no test uses a person's settings or data. The same
 * folder means the same user: settings, key store and lock.
 */
export function homeBeside(dataDir: string): Record<string, string> {
  const home = `${dataDir}-home`;
  const data = join(home, "data");
  const usual = usualFolder(home, data);
  mkdirSync(dirname(usual), { recursive: true });
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(usual)) symlinkSync(dataDir, usual, "junction");
  // A process that is ending may still write: then the folder is not empty, and is removed a moment later.
  onTestFinished(() =>
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  );
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "config"),
    LOCALAPPDATA: data,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: data,
    XDG_STATE_HOME: join(home, "state"),
  };
}

/** The folder in which the desktop stores its data by default. */
function usualFolder(home: string, data: string): string {
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "Chute");
  return process.platform === "win32" ? join(data, "Chute", "Data") : join(data, "Chute");
}

interface BridgedWindow {
  readonly chute: { call(name: string, input: unknown): Promise<unknown> };
}

/** Calls one procedure over the bridge of a desktop's page. */
export const callFromPage = (page: Page, name: string, input: unknown): Promise<Result<unknown>> =>
  page.evaluate(
    ([asked, given]) =>
      (window as unknown as BridgedWindow).chute.call(asked, given) as Promise<Result<unknown>>,
    [name, input] as const,
  );
