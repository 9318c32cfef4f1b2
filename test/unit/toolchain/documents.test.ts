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

test("every npm script that a document names is there, and those that start a program set up what they need", () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = documents.flatMap((path) =>
    [...readFileSync(join(projectRoot, path), "utf8").matchAll(/npm run ([\w:]+)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(new Set(named)).toContain("screens");
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  const bare = ["format", "format:check", "lint", "typecheck", "knip"];
  const direct = Object.entries(scripts).filter(
    ([name, script]) => !script.startsWith("node resources/setup.mjs ") && !bare.includes(name),
  );
  expect(direct).toEqual([]);
});
