import type { AppUpdater } from "electron-updater";
import { CancellationToken } from "electron-updater";
import { signedBy } from "./signed-provider.ts";
import type { UpdateFeed } from "./update-feed.ts";

export interface Download {
  readonly done: Promise<unknown>;
  cancel(): void;
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

/** electron-updater over the signed feed, with all automatic actions off. */
export function createUpdateSource(updater: UsedUpdater, feed: UpdateFeed) {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // electron-updater logs whole addresses and responses, so failures are logged here instead.
  updater.logger = null;
  updater.setFeedURL({ provider: "custom", updateProvider: signedBy(feed) });
  return {
    /** The newer version, or null. */
    async check(): Promise<string | null> {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    /** Downloads what `check` found; done when it is complete and has the signed digest. */
    download(): Download {
      const token = new CancellationToken();
      return { done: updater.downloadUpdate(token), cancel: () => token.cancel() };
    },
    /** Quits, installs the update and starts the program again. */
    install: () => updater.quitAndInstall(true, true),
  };
}

/** The source of newer versions. Every method rejects if a signature or digest is wrong. */
export type UpdateSource = ReturnType<typeof createUpdateSource>;
