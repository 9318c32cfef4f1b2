import type { AppUpdater } from "electron-updater";
import { CancellationToken } from "electron-updater";
import { signedBy } from "./signed-provider.ts";
import type { UpdateFeed } from "./update-feed.ts";

export interface Download {
  readonly done: Promise<unknown>;
  cancel(): void;
}

/** Where newer versions come from. Everything here rejects when a signature or a digest is wrong. */
export interface UpdateSource {
  /** The newer version there is, or null. */
  check(): Promise<string | null>;
  /** Downloads what `check` found; done when it is whole and its digest is the signed one. */
  download(): Download;
  /** Ends the program, exchanges it and starts it again. */
  install(): void;
}

/** The part of electron-updater that is used. */
export type UsedUpdater = Pick<
  AppUpdater,
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "allowDowngrade"
  | "disableWebInstaller"
  | "logger"
  | "checkForUpdates"
  | "downloadUpdate"
  | "quitAndInstall"
  | "setFeedURL"
>;

/** electron-updater, doing nothing by itself, over the signed feed. */
export function createUpdateSource(updater: UsedUpdater, feed: UpdateFeed): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // It writes whole addresses and answers; what fails is logged by us.
  updater.logger = null;
  updater.setFeedURL({ provider: "custom", updateProvider: signedBy(feed) });
  return {
    async check() {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    download() {
      const token = new CancellationToken();
      return { done: updater.downloadUpdate(token), cancel: () => token.cancel() };
    },
    install: () => updater.quitAndInstall(true, true),
  };
}
