import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const double = new URL("electron.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" || specifier === "electron/main"
      ? { url: double, shortCircuit: true }
      : next(specifier, context),
});

// The runtime says what it is; the window's own versions are the browser's.
const { version } = JSON.parse(
  readFileSync(new URL("../../../../node_modules/electron/package.json", import.meta.url), "utf8"),
) as { readonly version: string };
Object.defineProperties(process.versions, {
  electron: { value: version, enumerable: true },
  chrome: { value: process.env["CHUTE_DOUBLE_CHROME"] ?? "", enumerable: true },
});

// A packed program is its own executable, and has what lies beside its archive.
const resources = process.env["CHUTE_DOUBLE_RESOURCES"];
if (resources !== undefined) {
  process.argv.splice(1, 1);
  Object.defineProperty(process, "resourcesPath", { value: resources });
}
