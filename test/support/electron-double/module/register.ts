import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const double = new URL("electron.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" || specifier === "electron/main"
      ? { url: double, shortCircuit: true }
      : next(specifier, context),
});

// The versions of the runtime; the versions in a window are those of the browser.
const { version } = JSON.parse(
  readFileSync(new URL("../../../../node_modules/electron/package.json", import.meta.url), "utf8"),
) as { readonly version: string };
Object.defineProperties(process.versions, {
  electron: { value: version, enumerable: true },
  chrome: { value: process.env["CHUTE_DOUBLE_CHROME"] ?? "", enumerable: true },
});

// A packed program has its own executable, and the files beside its archive.
const resources = process.env["CHUTE_DOUBLE_RESOURCES"];
if (resources !== undefined) {
  process.argv.splice(1, 1);
  Object.defineProperty(process, "resourcesPath", { value: resources });
}
