import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import {
  createLicenceKeeper,
  findLicenceProblems,
  packageFolderOf,
  writeLicences,
} from "#packaging/licences.ts";
import type { ShippedPackage } from "#packaging/licences.ts";

const shipped = (change: Partial<ShippedPackage>): ShippedPackage => ({
  name: "left-pad",
  version: "1.0.0",
  licence: "MIT",
  text: "Permission is hereby granted",
  ...change,
});

test.each(["MIT", "(MIT OR GPL-3.0-only)", "Apache-2.0 AND ISC"])("%s may ship", (licence) => {
  expect(findLicenceProblems([shipped({ licence })])).toEqual([]);
});

test.each(["GPL-3.0-only", "MIT AND GPL-3.0-only", "SEE LICENSE IN x", "Custom", ""])(
  "the licence %j may not ship",
  (licence) => {
    expect(findLicenceProblems([shipped({ licence })])).toEqual([
      `left-pad 1.0.0: licence "${licence}" is not on the list`,
    ]);
  },
);

test("a package without the words of its licence may not ship", () => {
  expect(findLicenceProblems([shipped({ text: " \n" })])).toEqual([
    "left-pad 1.0.0: no text of its licence",
  ]);
});

test("the file that ships names each package and has its words", () => {
  const text = writeLicences([shipped({}), shipped({ name: "zod", text: "of zod" })]);
  expect(text).toContain("left-pad 1.0.0 (MIT)\n\nPermission is hereby granted");
  expect(text).toContain("zod 1.0.0 (MIT)\n\nof zod");
});

test.each([
  ["/a/node_modules/zod/v4/index.js", "/a/node_modules/zod"],
  ["/a/node_modules/@hono/node-server/dist/i.js?x", "/a/node_modules/@hono/node-server"],
  ["/a/node_modules/b/node_modules/c/i.js", "/a/node_modules/b/node_modules/c"],
  ["\0/a/node_modules/zod/i.js", "/a/node_modules/zod"],
  [String.raw`C:\a\node_modules\zod\i.js`, "C:/a/node_modules/zod"],
  ["/a/electron/main/main.ts", null],
])("%s belongs to the package %s", (file, folder) => {
  expect(packageFolderOf(file)).toBe(folder);
});

/** Writes a project of one module that uses one package. */
function plantProject(licence: string): string {
  const root = mkdtempSync(join(tmpdir(), "chute-licences-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "node_modules/planted");
  mkdirSync(folder, { recursive: true });
  const about = {
    name: "planted",
    version: "1.2.3",
    license: licence,
    type: "module",
    main: "index.js",
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  writeFileSync(join(folder, "index.js"), "export const planted = () => document.title;");
  writeFileSync(join(folder, "LICENSE"), "the words of planted");
  writeFileSync(
    join(root, "main.js"),
    'import { planted } from "planted"; console.log(planted());',
  );
  return root;
}

const buildIn = (root: string): Promise<unknown> =>
  build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [createLicenceKeeper(root, [])()],
    build: { rolldownOptions: { input: join(root, "main.js") } },
  });

test("a build fails on a package that may not ship", async () => {
  await expect(buildIn(plantProject("GPL-3.0-only"))).rejects.toThrow(
    'planted 1.2.3: licence "GPL-3.0-only" is not on the list',
  );
});

test("a build that may ship says with whose works", async () => {
  const root = plantProject("MIT");
  await buildIn(root);
  expect(readFileSync(join(root, "out/licences.txt"), "utf8")).toContain("the words of planted");
});
