import { existsSync } from "node:fs";
import { run } from "./processes.mjs";
import { at } from "./project.mjs";

/**
 * Git hooks for those who work on the project. Never a reason to fail: without git, in a continuous
 * integration run, or where another hooks path is configured, nothing is done.
 */
export const installHooks = async () => {
  if (process.env["CI"] || process.env["LEFTHOOK"] === "0" || !existsSync(at(".git"))) return;
  const foreign = await run("git", ["config", "--get", "core.hooksPath"]);
  if (foreign.code !== 1) return;
  await run(at("node_modules", ".bin", "lefthook"), ["install"], { timeoutMs: 10_000 });
};
