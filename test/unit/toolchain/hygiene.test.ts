import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

const sourceFolders = ["electron", "renderer", "shared", "test", "resources"];
const silencers = /(oxlint|eslint)-disable|@ts-(ignore|expect-error|nocheck)/;
const unfinished = /\b(TODO|FIXME)\b/;

const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");

const sources = sourceFolders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|mjs|css|html)$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    // This folder contains the texts that the canary plants.
    .filter((path) => !path.startsWith("test/unit/toolchain/")),
);

test("no check is silenced and nothing is left unfinished", () => {
  const found = sources.filter((path) => {
    const text = read(path);
    return silencers.test(text) || unfinished.test(text);
  });
  expect(found).toEqual([]);
});

test("no test is skipped, todo or alone", () => {
  const found = sources.filter(
    (path) =>
      path.startsWith("test/") &&
      /\b(test|it|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/.test(read(path)),
  );
  expect(found).toEqual([]);
});

test("the lock file is complete for every platform and names no registry", () => {
  const lock = JSON.parse(read("package-lock.json")) as {
    readonly packages: Readonly<
      Record<string, { readonly optionalDependencies?: Record<string, string>; resolved?: string }>
    >;
  };
  const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter(
      (name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)),
    ),
  );
  expect(missing).toEqual([]);
  expect(Object.values(lock.packages).filter((entry) => "resolved" in entry)).toEqual([]);
});

test("every dependency is pinned, and Node is the one that .node-version names", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as {
    readonly dependencies: Record<string, string>;
    readonly devDependencies: Record<string, string>;
  };
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
  expect(devDependencies["node"]).toBe(read(".node-version").trim());
});
