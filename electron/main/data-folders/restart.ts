import { app, dialog } from "electron";
import { restoreDatabaseFile } from "#core/core.ts";
import type { RestartPort } from "#core/ports.ts";
import { systemClock } from "#station/host/host-ports.ts";
import type { SharedFlags } from "#station/shared-flags.ts";
import { chooseBackup } from "./choose-backup.ts";
import type { ArrivedArguments } from "#main/start-up/command-line.ts";
import { backupTrouble } from "./open-error-messages.ts";

export interface Restart extends RestartPort {
  /** Performs the requested restart, if any; call after everything is closed. */
  finish(): void;
}

interface Wish {
  readonly dataDir: string;
  /** Restore this backup. */
  readonly backup?: string;
}

/** Quits and starts again; if the person then keeps a window open, the request is dropped. */
export function createRestart(
  { dataDir, blackBox }: Pick<SharedFlags, "blackBox"> & { readonly dataDir: string },
  arrived: ArrivedArguments,
): Restart {
  let wish: Wish | null = null;
  let isAsking = false;
  app.on("before-quit", () => {
    if (!isAsking) wish = null;
    isAsking = false;
  });
  const begin = (next: Wish): void => {
    wish = next;
    isAsking = true;
    app.quit();
  };
  return {
    inFolder: (path) => begin({ dataDir: path }),
    fromBackup: (path) => begin({ dataDir, backup: path }),
    chooseBackup,
    finish() {
      if (wish === null) return;
      const { backup } = wish;
      if (backup !== undefined) {
        const gone = restoreDatabaseFile(backup, { dataDir, clock: systemClock });
        if (!gone.ok) dialog.showErrorBox("Chute", backupTrouble(gone.error));
      }
      // Pass the journal mirror's folder on, because the mirror of this folder would otherwise stop unnoticed
      // (J9).
      const isSame = wish.dataDir === dataDir && blackBox !== undefined;
      startAgain(wish.dataDir, arrived, isSame ? [`--black-box=${blackBox}`] : []);
      wish = null;
    },
  };
}

/**
 * Relaunches Chute after this process ends; the flags of the first start are repeated only through `more`.
 */
export function startAgain(
  dataDir: string,
  { runtime }: ArrivedArguments,
  more: readonly string[] = [],
): void {
  // An AppImage is unmounted when its process ends, so its file must be relaunched.
  const image = process.env["APPIMAGE"];
  app.relaunch({
    args: [...runtime, `--data-dir=${dataDir}`, ...more],
    ...(image === undefined ? {} : { execPath: image }),
  });
}
