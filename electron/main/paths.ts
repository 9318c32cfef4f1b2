import { fileURLToPath } from "node:url";
import envPaths from "env-paths";

/** The program's folder, from the source as from out/main. */
const root = new URL("../../", import.meta.url);

/** Where the program's own parts lie. */
export const place = {
  preload: fileURLToPath(new URL("out/preload/index.cjs", root)),
  screens: fileURLToPath(new URL("out/renderer", root)),
  licences: fileURLToPath(new URL("out/licences.txt", root)),
  packageJson: fileURLToPath(new URL("package.json", root)),
  worker: new URL("out/main/db-worker.js", root),
} as const;

/** Where everything is kept, unless told otherwise. */
export const defaultDataDir: string = envPaths("Chute", { suffix: "" }).data;
