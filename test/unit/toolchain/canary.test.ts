import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";
import type { TreeCopy } from "#test/support/tree-copy.ts";
import { copyTree } from "#test/support/tree-copy.ts";
import type { Plant } from "./plants.ts";
import { lintPlants, typePlants } from "./plants.ts";

/** A check without findings may be a check that reads no files, so here it must find something. Milliseconds. */
const patienceMs = 120_000;
let tree: TreeCopy;

beforeAll(() => {
  tree = copyTree();
});
afterAll(() => tree.remove());

/** The output of a tool, whatever its exit code is. */
async function runTool(name: string, flags: readonly string[]): Promise<string> {
  const tool = join(projectRoot, "node_modules", ".bin", name);
  try {
    const { stdout } = await promisify(execFile)(tool, flags, {
      cwd: tree.root,
      maxBuffer: 2 ** 28,
    });
    return stdout;
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}

function plantAll(plants: readonly Plant[]): void {
  for (const { path, text } of plants) tree.plant(path, text);
}

interface Finding {
  readonly path: string;
  readonly rule: string;
}

describe("lint", () => {
  let findings: readonly Finding[];
  beforeAll(async () => {
    plantAll(lintPlants);
    const { diagnostics } = JSON.parse(await runTool("oxlint", ["-f", "json"])) as {
      readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
    };
    findings = diagnostics.map(({ code, filename }) => ({
      path: filename.replaceAll("\\", "/"),
      rule: code,
    }));
  }, patienceMs);

  test.each(lintPlants)("$rule speaks up in $path", ({ path, rule }) => {
    expect(
      findings.filter((finding) => finding.path === path).map((found) => found.rule),
    ).toContain(rule);
  });

  test("it has nothing to say of the rest", () => {
    const planted = new Set(lintPlants.map(({ path }) => path));
    expect(findings.filter(({ path }) => !planted.has(path))).toEqual([]);
  });
});

describe("types", () => {
  let errors: readonly Finding[];
  beforeAll(async () => {
    tree.remove();
    tree = copyTree();
    plantAll(typePlants);
    const printed = await runTool("tsc", ["-b", "--pretty", "false"]);
    errors = [...printed.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+)/gm)].map(([, path, rule]) => ({
      path: path ?? "",
      rule: rule ?? "",
    }));
  }, patienceMs);

  test.each(typePlants)("$rule in $path", ({ path, rule }) => {
    expect(errors.filter((error) => error.path === path).map((error) => error.rule)).toContain(
      rule,
    );
  });

  test("it has nothing to say of the rest", () => {
    const planted = new Set(typePlants.map(({ path }) => path));
    expect(errors.filter(({ path }) => !planted.has(path))).toEqual([]);
  });
});

describe("unused code and format", () => {
  test(
    "an export, a file and a dependency that nobody uses are found",
    async () => {
      tree.remove();
      tree = copyTree();
      const result = readFileSync(join(tree.root, "shared/result.ts"), "utf8");
      tree.plant("shared/result.ts", `${result}\nexport const canaryUnused = 1;\n`);
      tree.plant("shared/domain/canary-unused-file.ts", "export const canary = 1;\n");
      const manifest = JSON.parse(readFileSync(join(tree.root, "package.json"), "utf8")) as {
        dependencies: Record<string, string>;
      };
      manifest.dependencies["canary-unused-package"] = "1.0.0";
      tree.plant("package.json", JSON.stringify(manifest));
      const { issues } = JSON.parse(await runTool("knip", ["--reporter", "json"])) as {
        readonly issues: readonly Record<string, unknown>[];
      };
      const found = JSON.stringify(issues);
      expect(found).toContain("canaryUnused");
      expect(found).toContain("canary-unused-file.ts");
      expect(found).toContain("canary-unused-package");
    },
    patienceMs,
  );

  test(
    "a file that is formatted otherwise is found, and it alone",
    async () => {
      tree.remove();
      tree = copyTree();
      tree.plant("shared/domain/canary-format.ts", "export const canary = 'x'\n");
      const listed = await runTool("oxfmt", ["--list-different"]);
      expect(
        listed
          .trim()
          .split("\n")
          .map((line) => line.trim()),
      ).toEqual(["shared/domain/canary-format.ts"]);
    },
    patienceMs,
  );
});

test(
  "S2 a screen that imports a schema stops the build",
  async () => {
    tree.remove();
    tree = copyTree();
    const schema = 'import { bibRangesSchema } from "#shared/contract/bib-ranges.ts";';
    tree.plant("renderer/main.tsx", `${schema}\nconsole.log(bibRangesSchema);\n`);
    const tool = join(projectRoot, "node_modules", ".bin", "electron-vite");
    await expect(promisify(execFile)(tool, ["build"], { cwd: tree.root })).rejects.toThrow(
      /The screens import no schema \(S2\), but this file has one: .*bib-ranges\.ts/,
    );
  },
  patienceMs,
);
