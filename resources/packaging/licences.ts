import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** A package whose code or files end in what ships. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says it (SPDX), or empty. */
  readonly licence: string;
  /** The words themselves, or empty. */
  readonly text: string;
}

/** Licences that only ask to be named; every other one is a decision, not a default. */
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

/** Packages whose tarball forgot the text: a kindred one under the same licence, which has its words. */
const wordsAreIn: Readonly<Record<string, string>> = {
  "@hono/zod-openapi": "hono",
  "@hono/zod-validator": "hono",
  "lazy-val": "electron-updater",
};

/** Works compiled into a package, which its own licence does not speak of. */
const compiledInto: Readonly<Record<string, ShippedPackage>> = {
  "zxing-wasm": {
    name: "ZXing-C++",
    version: "as compiled into zxing-wasm",
    licence: "Apache-2.0",
    text: "Copyright of the ZXing-C++ authors, https://github.com/zxing-cpp/zxing-cpp. Licensed under the Apache License, Version 2.0; its words stand in this file under react-aria.",
  },
};

/** What may not ship as it is: a sentence for each package and fault. */
export function findLicenceFaults(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence, text }) => {
    const faults = [];
    // Of a choice ("MIT OR GPL-3.0") one is enough; of a sum each is needed.
    const isAllowed = licence
      .replaceAll(/[()]/g, "")
      .split(/ OR /)
      .some((choice) => choice.split(/ AND /).every((one) => allowed.has(one)));
    if (!isAllowed) faults.push(`${name} ${version}: licence "${licence}" is not on the list`);
    if (text.trim() === "") faults.push(`${name} ${version}: no text of its licence`);
    return faults;
  });
}

/** The file that ships: each package with the words of its licence. */
export function writeLicences(packages: readonly ShippedPackage[]): string {
  const parts = packages.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
  );
  return `Chute is built with the works of others. These are their licences.\nThose of Electron and Chromium lie beside the program.\n\n${parts.join(`\n${"-".repeat(78)}\n\n`)}`;
}

/** The folder of the package a file belongs to; null for a file of this project. */
export function packageFolderOf(file: string): string | null {
  const path = file.replaceAll("\\", "/").replace(/^\0/, "").split("?")[0] ?? "";
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

/** @throws when there is no package in the folder */
function readShippedPackage(folder: string): ShippedPackage {
  const read: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license } = read as Readonly<Record<string, unknown>>;
  const lender = wordsAreIn[String(name)];
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

/** Each package once, however often it is installed, with what is compiled into it; by name. */
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
 * Writes out/licences.txt from what really ends in the build: the modules and files of all three
 * floors, and the packages that ship beside them. The build fails on a package that may not ship.
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
      const faults = findLicenceFaults(packages);
      if (faults.length > 0) this.error(faults.join("\n"));
      const file = join(root, "out/licences.txt");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, writeLicences(packages));
    },
  });
}
