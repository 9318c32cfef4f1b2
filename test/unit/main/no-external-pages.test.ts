import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

const sources = globSync("electron/{main,preload}/**/*.ts", { cwd: projectRoot });
const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");

/** The files that contain this pattern. */
const wherever = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(read(path))).map((path) => path.replaceAll("\\", "/"));

test("S2 the desktop opens no address in a browser: its screens have none to offer", () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(wherever(/openExternal/)).toEqual([]);
  const screens = globSync("renderer/**/*.tsx", { cwd: projectRoot });
  const links = screens.filter((path) => /href=["{`]+\s*(https?:|mailto:)/.test(read(path)));
  expect(links).toEqual([]);
});

test("S2 main loads one address, and runs nothing in the world of a page", () => {
  expect(wherever(/\.load(URL|File)\(/)).toEqual(["electron/main/windows/window.ts"]);
  expect(read("electron/main/windows/window.ts")).toContain("loadURL(`${appOrigin}/`)");
  expect(wherever(/\.executeJavaScript\(/)).toEqual([]);
});

test("S2 the preload gives the page two functions, and never Electron's own objects", () => {
  expect(sources.filter((path) => path.includes("preload"))).toHaveLength(1);
  const preload = read("electron/preload/preload.ts");
  expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
  expect(preload).not.toMatch(/ipcRenderer\s*[,}]\s*\)|:\s*ipcRenderer\b/);
});
