import { readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "electron";
import { appSource, exit, quit, waitBeforeEnd } from "./lifecycle.ts";
import { hearSecondLaunches, takeLock, tellFirst } from "./single-instance.ts";
import { createEvent, giveUp, note, standIn } from "./stand-in.ts";
import { sayRelaunch } from "../relaunch.ts";

const manifest = JSON.parse(
  readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
) as { readonly name: string; readonly version: string; readonly productName?: string };
const name = manifest.productName ?? manifest.name;

const configFolder = (): string =>
  process.platform === "win32"
    ? (process.env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"))
    : process.platform === "darwin"
      ? join(homedir(), "Library", "Application Support")
      : (process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"));

const folders: Record<string, string> = {
  home: homedir(),
  appData: configFolder(),
  userData: join(configFolder(), name),
  temp: tmpdir(),
  documents: join(homedir(), "Documents"),
  downloads: join(homedir(), "Downloads"),
};

/** A folder of the program or the user, by Electron's name for it. */
export const folderOf = (what: string): string =>
  folders[what] ?? giveUp(`main asks for the folder “${what}”`);

let aboutPanel: object = {};
let isReady = false;
const ready = new Promise<void>((resolve) => {
  setImmediate(() => {
    isReady = true;
    appSource.emit("ready", createEvent({}));
    resolve();
  });
});

// Throws if the program is not ready yet, because only then Electron can make a window.
export const mustBeReady = (what: string): void => {
  if (!isReady) throw new Error(`Cannot create ${what} before app is ready`);
};

export const app: App = standIn<App>("app", {
  on: appSource.on,
  once: appSource.once,
  whenReady: () => ready,
  enableSandbox() {
    if (isReady) throw new Error("app.enableSandbox() can only be called before app is ready");
  },
  isPackaged: process.env["CHUTE_DOUBLE_RESOURCES"] !== undefined,
  getVersion: () => manifest.version,
  setAboutPanelOptions(options) {
    aboutPanel = { ...options };
  },
  showAboutPanel: () => note("happened", `About panel ${JSON.stringify(aboutPanel)}`),
  getPath: folderOf,
  setPath(what, path) {
    if (what === "userData" && isReady) throw new Error("userData is set before app is ready");
    folderOf(what);
    folders[what] = path;
  },
  relaunch: (options = {}) => sayRelaunch(options.args ?? process.argv.slice(1)),
  getLocaleCountryCode: () => process.env["CHUTE_DOUBLE_COUNTRY"] ?? "CH",
  quit,
  exit: (code = 0) => exit(code),
  requestSingleInstanceLock(additionalData = {}) {
    const folder = folderOf("userData");
    const isFirst = takeLock(folder);
    if (isFirst) {
      hearSecondLaunches(folder, ({ argv, workingDirectory, additionalData: data }) =>
        appSource.emit("second-instance", createEvent({}), argv, workingDirectory, data),
      );
    } else {
      const launch = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
      waitBeforeEnd(tellFirst(folder, launch));
    }
    return isFirst;
  },
});
appSource.belongsTo(app);

// Electron quits on these signals.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, quit);
