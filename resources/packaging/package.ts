/**
 * Packs the built program for the platform of this computer.
 *
 *   npm run package            the installers
 *   npm run package -- --dir   only the folder that would be installed
 */
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { build, Platform } from "electron-builder";
import { builderConfig } from "./builder-config.ts";

const { values } = parseArgs({ options: { dir: { type: "boolean", default: false } } });
const made = await build({
  projectDir: fileURLToPath(new URL("../..", import.meta.url)),
  targets: Platform.current().createTarget(values.dir ? "dir" : null),
  config: builderConfig(process.env, process.platform),
  publish: "never",
});
for (const path of made) process.stdout.write(`${path}\n`);
