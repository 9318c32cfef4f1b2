/**
 * `node report.ts <notes>`, after a run of the desktop's tests, prints what Chute uses of Electron. It exits with 1 if
 * a part of it was never used.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../processes/programs.ts";
import { readNotes, reportInterface } from "./interface.ts";

const [, , notes = ""] = process.argv;
const sources = globSync("electron/{main,preload}/**/*.ts", { cwd: projectRoot }).map((path) =>
  readFileSync(join(projectRoot, path), "utf8"),
);
const declarations = readFileSync(
  join(projectRoot, "node_modules", "electron", "electron.d.ts"),
  "utf8",
);
const { used, unused } = reportInterface(
  sources,
  declarations,
  readNotes(readFileSync(notes, "utf8")),
);

console.log(`Of Electron, Chute uses ${used.length} names, each on the double:`);
console.log(`  ${used.join(", ")}`);
if (unused.length > 0) {
  console.log(`Never used by a test:\n  ${unused.join("\n  ")}`);
  process.exitCode = 1;
}
