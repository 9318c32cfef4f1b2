import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** The project's folder. */
export const projectRoot = root;

/** Node's compile cache for these programs. */
export const compiledFolder = resolve(root, "node_modules/.cache/chute/compiled");

/** The built programs; `npm run build` makes them. */
export const stationProgram = resolve(root, "out/main/station.js");
export const sandboxProgram = resolve(root, "out/main/sandbox.js");
export const desktopProgram = resolve(root, "out/main/index.js");
