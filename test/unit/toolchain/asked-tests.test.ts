import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

interface Request {
  readonly suites: readonly string[];
  readonly host: string | null;
  readonly filters: readonly string[];
}

/** A script that runs before TypeScript is installed, so it has no types. */
const script: string = new URL("../../../resources/setup/tests.mjs", import.meta.url).href;
const { readRequest } = (await import(script)) as {
  readRequest(flags: readonly string[]): Request;
};

test.each([
  [[], { suites: [], host: null, filters: [] }],
  [["unit", "e2e"], { suites: ["unit", "e2e"], host: null, filters: [] }],
  [["unit", "bib"], { suites: ["unit"], host: null, filters: ["bib"] }],
  [["bib", "unit"], { suites: [], host: null, filters: ["bib", "unit"] }],
  [["unit", "-t", "J1 a fact"], { suites: ["unit"], host: null, filters: ["-t", "J1 a fact"] }],
  [["e2e", "--host", "double"], { suites: ["e2e"], host: "double", filters: [] }],
])("npm test -- %j asks for suites, a host and vitest's own filters", (flags, asked) => {
  expect(readRequest(flags)).toEqual(asked);
});

test("an unknown host is refused", () => {
  expect(() => readRequest(["--host", "typewriter"])).toThrow("--host is one of");
});

test("a run that executes no test fails", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["resources/setup.mjs", "test", "simulation", "no-file-has-this-name"],
    { cwd: projectRoot, encoding: "utf8" },
  );
  expect(stdout.trim().split("\n").at(-1)).toBe("0 passed, 1 failed");
  expect(status).toBe(1);
}, 60_000);
