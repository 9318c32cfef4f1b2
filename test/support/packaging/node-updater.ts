import type { IncomingMessage, RequestOptions } from "node:http";
import { request } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppImageUpdater } from "electron-updater";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";

/** electron-updater's own executor, with requests of Node in place of Electron's. */
class NodeExecutor extends ElectronHttpExecutor {
  override createRequest(
    options: RequestOptions,
    answer: (response: IncomingMessage) => void,
  ): ReturnType<ElectronHttpExecutor["createRequest"]> {
    type Request = ReturnType<ElectronHttpExecutor["createRequest"]>;
    return request(options, answer) as unknown as Request;
  }

  override addRedirectHandlers(): void {
    // The feed of the tests has no redirects.
  }
}

class NodeUpdater extends AppImageUpdater {
  protected readonly httpExecutor = new NodeExecutor();
}

/** The updater of the AppImage in plain Node, for a program of this version that is installed in `folder`. */
export function createNodeUpdater(folder: string, version: string): AppImageUpdater {
  mkdirSync(folder, { recursive: true });
  const appUpdateConfigPath = join(folder, "app-update.yml");
  writeFileSync(appUpdateConfigPath, "provider: generic\nupdaterCacheDirName: chute-updater\n");
  process.env["APPIMAGE"] = join(folder, "chute.AppImage");
  writeFileSync(process.env["APPIMAGE"], version);
  const updater = new NodeUpdater(null, {
    version,
    name: "Chute",
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: join(folder, "data"),
    baseCachePath: join(folder, "cache"),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  updater.logger = null;
  updater.disableDifferentialDownload = true;
  return updater;
}
