import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** A package whose code or files are part of the shipped program. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in its package.json, or empty. */
  readonly licence: string;
  /** The licence text, or empty. */
  readonly text: string;
}

/** Licences that require attribution only. A package with another licence fails the build until a person decides. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unlicense",
]);

/** Packages without a licence file, and a related package with the same licence whose file is used. */
const textIsIn: Readonly<Record<string, string>> = {
  "@hono/zod-openapi": "hono",
  "@hono/zod-validator": "hono",
  "lazy-val": "electron-updater",
};

/** Works that are compiled into a package and have their own licence. */
const compiledInto: Readonly<Record<string, ShippedPackage>> = {
  "zxing-wasm": {
    name: "ZXing-C++",
    version: "as compiled into zxing-wasm",
    licence: "Apache-2.0",
    text: "Copyright of the ZXing-C++ authors, https://github.com/zxing-cpp/zxing-cpp. Licensed under the Apache License, Version 2.0; its words stand in this file under react-aria.",
  },
};

/** The packages that must not ship: one sentence for each problem. */
export function findLicenceProblems(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence, text }) => {
    const problems = [];
    // "MIT OR GPL-3.0": one allowed licence is enough. "MIT AND ISC": both must be allowed.
    const isAllowed = licence
      .replaceAll(/[()]/g, "")
      .split(/ OR /)
      .some((choice) => choice.split(/ AND /).every((one) => allowed.has(one)));
    if (!isAllowed) problems.push(`${name} ${version}: licence "${licence}" is not on the list`);
    if (text.trim() === "") problems.push(`${name} ${version}: no text of its licence`);
    return problems;
  });
}

/** The shipped licence file: each package with its licence text. */
export function writeLicences(packages: readonly ShippedPackage[]): string {
  const parts = packages.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
  );
  return `Chute is built with the works of others. These are their licences.\nThose of Electron and Chromium lie beside the program.\n\n${parts.join(`\n${"-".repeat(78)}\n\n`)}`;
}

/** The folder of a file's package; null for a file of this project. */
export function packageFolderOf(file: string): string | null {
  const path = file.replaceAll("\\", "/").replace(/^\0/, "").split("?")[0] ?? "";
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

/** @throws if the folder contains no package */
function readShippedPackage(folder: string): ShippedPackage {
  const read: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license } = read as Readonly<Record<string, unknown>>;
  const lender = textIsIn[String(name)];
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === "string" ? license : "",
    text:
      lender === undefined
        ? readText(folder)
        : `The words, as ${lender} has them:\n\n${readText(join(modulesOf(folder), lender))}`,
  };
}

function readText(folder: string): string {
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8");
}

const modulesOf = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf("/node_modules/") + "/node_modules".length);

/** Each package once, even if it is installed twice, and the works compiled into it; sorted by name. */
function listPackages(folders: readonly string[]): ShippedPackage[] {
  const byName = new Map<string, ShippedPackage>();
  for (const folder of folders) {
    const shipped = readShippedPackage(folder);
    for (const one of [shipped, compiledInto[shipped.name]]) {
      if (one !== undefined) byName.set(`${one.name} ${one.version}`, one);
    }
  }
  return [...byName.entries()].toSorted(([a], [b]) => a.localeCompare(b)).map(([, one]) => one);
}

/**
 * A Vite plugin that writes out/licences.txt from the modules and files of all three builds (main, preload, renderer)
 * and the packages that ship beside them. A package that must not ship fails the build.
 */
export function createLicenceKeeper(root: string, shippedBeside: readonly string[]): () => Plugin {
  const folders = new Set(shippedBeside.map((name) => join(root, "node_modules", name)));
  return () => ({
    name: "chute-licences",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const files = part.type === "chunk" ? Object.keys(part.modules) : part.originalFileNames;
        for (const file of files) {
          const folder = packageFolderOf(
            file.startsWith("/") ? file : join(root, "renderer", file),
          );
          if (folder !== null && existsSync(join(folder, "package.json"))) folders.add(folder);
        }
      }
    },
    writeBundle() {
      const packages = listPackages([...folders]);
      const problems = findLicenceProblems(packages);
      if (problems.length > 0) this.error(problems.join("\n"));
      const file = join(root, "out/licences.txt");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, writeLicences(packages));
    },
  });
}
