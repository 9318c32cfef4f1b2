import { fileURLToPath } from "node:url";
import envPaths from "env-paths";

/** The program's root folder, both from the source and from out/main. */
const root = new URL("../../", import.meta.url);

/** Paths of the program's own files. */
export const programPaths = {
  preload: fileURLToPath(new URL("out/preload/index.cjs", root)),
  screens: fileURLToPath(new URL("out/renderer", root)),
  licences: fileURLToPath(new URL("out/licences.txt", root)),
  packageJson: fileURLToPath(new URL("package.json", root)),
  worker: new URL("out/main/db-worker.js", root),
} as const;

/** The default data folder. */
export const defaultDataDir: string = envPaths("Chute", { suffix: "" }).data;
