import { existsSync, globSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { createLicenceKeeper } from "./resources/packaging/licences.ts";

const at = (path: string): string => resolve(import.meta.dirname, path);

/** Entry points of the Node floor, by the name of the file that is built into out/main. */
const entries: Record<string, string> = {
  index: "electron/main/main.ts",
  station: "electron/station/cli.ts",
  sandbox: "electron/partner-sandbox/cli.ts",
};

/** Each `worker.ts` of a room of the core becomes `out/main/<room>-worker.js`. */
const workers = globSync("electron/core/*/worker.ts", { cwd: import.meta.dirname }).map(
  (path): [string, string] => [`${basename(dirname(path))}-worker`, path],
);

/** One record for all three floors and their workers. */
const keepLicences = createLicenceKeeper(import.meta.dirname, ["better-sqlite3"]);

const mainInput = Object.fromEntries(
  [...Object.entries(entries), ...workers]
    .filter(([, path]) => existsSync(at(path)))
    .map(([name, path]) => [name, at(path)]),
);

/**
 * The screens reach a schema only through its type: zod makes code from text where it can, which the content security
 * policy of the screens forbids (S2).
 */
const keepSchemasOut = {
  name: "keep-schemas-out",
  enforce: "pre" as const,
  resolveId(source: string, importer?: string): void {
    if (source === "zod" || source.startsWith("zod/")) {
      throw new Error(`The screens import no schema (S2), but this file has one: ${importer}`);
    }
  },
};

export default defineConfig({
  main: {
    plugins: [keepLicences()],
    build: {
      outDir: "out/main",
      target: "node24",
      // All but the native module and the opener (which brings a script of its own) is bundled:
      // one file is read at start instead of hundreds.
      externalizeDeps: false,
      rolldownOptions: {
        input: mainInput,
        external: ["electron", "better-sqlite3", "open"],
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
        },
      },
    },
  },
  preload: {
    plugins: [keepLicences()],
    build: {
      outDir: "out/preload",
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at("electron/preload/preload.ts") },
        external: ["electron"],
        // A sandboxed preload script must be CommonJS.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "renderer",
    base: "./",
    build: {
      outDir: "out/renderer",
      target: "es2023",
      minify: true,
      // No data: addresses; the content security policy has no exception for them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: at("renderer/index.html") },
    },
    plugins: [react(), keepLicences(), keepSchemasOut],
    worker: { plugins: () => [keepLicences()] },
  },
});
