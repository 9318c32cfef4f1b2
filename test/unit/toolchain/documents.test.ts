import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

const documents = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
  cwd: projectRoot,
  encoding: "utf8",
})
  .trim()
  .split("\n");

/** What a document links to in the project, without anchors. */
function linksIn(path: string): string[] {
  const text = readFileSync(join(projectRoot, path), "utf8");
  return [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

test.each(documents)("%s links to what there is", (path) => {
  const missing = linksIn(path).filter(
    (link) => !existsSync(join(projectRoot, dirname(path), link)),
  );
  expect(missing).toEqual([]);
});

test("the README is short, and leads to every other document", () => {
  expect(statSync(join(projectRoot, "README.md")).size).toBeLessThanOrEqual(12_288);
  const linked = linksIn("README.md");
  expect(documents.filter((path) => path !== "README.md" && !linked.includes(path))).toEqual([]);
});
