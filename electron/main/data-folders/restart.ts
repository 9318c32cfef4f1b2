import { app, dialog } from "electron";
import { goBackTo } from "#core/core.ts";
import type { RestartPort } from "#core/ports.ts";
import { systemClock } from "#station/host/host-ports.ts";
import type { SharedFlags } from "#station/shared-flags.ts";
import { chooseBackup } from "./choose-backup.ts";
import type { ArrivedArguments } from "#main/start-up/command-line.ts";
import { backupTrouble } from "./open-error-messages.ts";

export interface Restart extends RestartPort {
  /** When everything is closed: does what was asked for, if anything was. */
  finish(): void;
}

interface Wish {
  readonly dataDir: string;
  /** Goes on from this file. */
  readonly backup?: string;
}

/** Quits in order and begins again; a person who will not leave a window after all takes the wish back. */
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
        const gone = goBackTo(backup, { dataDir, clock: systemClock });
        if (!gone.ok) dialog.showErrorBox("Chute", backupTrouble(gone.error));
      }
      // The second copy of this folder's journal goes on; it would end unseen (J9).
      const isSame = wish.dataDir === dataDir && blackBox !== undefined;
      startAgain(wish.dataDir, arrived, isSame ? [`--black-box=${blackBox}`] : []);
      wish = null;
    },
  };
}

/** Starts Chute anew when this process has ended; what the person said the first time is said again only as `more`. */
export function startAgain(
  dataDir: string,
  { runtime }: ArrivedArguments,
  more: readonly string[] = [],
): void {
  // An AppImage is gone with its process: its file is what starts again.
  const image = process.env["APPIMAGE"];
  app.relaunch({
    args: [...runtime, `--data-dir=${dataDir}`, ...more],
    ...(image === undefined ? {} : { execPath: image }),
  });
}
