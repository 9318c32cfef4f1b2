import { beforeAll } from "vitest";
import type { SceneSite } from "./scene-pages.ts";
import { serveScenes } from "./scene-pages.ts";

/** The site that all test files of a worker share and that ends with the worker. A build takes seconds. */
let shared: Promise<SceneSite> | null = null;

/** Serves the page of the scenes to the tests of a file. Returns a function that gives its address. */
export function sceneSite(): () => string {
  let site: SceneSite | undefined;
  beforeAll(async () => {
    site = await (shared ??= serveScenes());
  });
  return () => {
    if (site === undefined) throw new Error("The scenes are served to tests only.");
    return site.url;
  };
}
