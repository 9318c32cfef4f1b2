import { afterAll, beforeAll } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SceneSite } from "./scene-pages.ts";
import { serveScenes } from "./scene-pages.ts";

/** Serves the page of the scenes to the tests of a file. Returns a function that gives its address. */
export function sceneSite(): () => string {
  let site: SceneSite | undefined;
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chute-scenes-"));
    site = await serveScenes(folder);
  });
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (site === undefined) throw new Error("The scenes are served to tests only.");
    return site.url;
  };
}
