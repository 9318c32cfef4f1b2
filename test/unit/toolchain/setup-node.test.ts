import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

/** A script that runs before TypeScript is installed, so it has no types. */
const script: string = new URL("../../../resources/setup/processes.mjs", import.meta.url).href;

test("an install runs on the computer's Node, because it deletes the pinned one, on which npm runs the set-up", async () => {
  const { ownNode } = (await import(script)) as { readonly ownNode: (current: string) => string };
  const node = ownNode(join(projectRoot, "node_modules", ".bin", "node"));
  expect(node).not.toContain("node_modules");
  expect(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout).toMatch(/^v\d+/);
});
