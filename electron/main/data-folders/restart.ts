import { app, dialog } from "electron";
import { restoreDatabaseFile } from "#core/core.ts";
import type { RestartPort } from "#core/ports.ts";
import { systemClock } from "#station/host/host-ports.ts";
import type { SharedFlags } from "#station/shared-flags.ts";
import { chooseBackup } from "./choose-path.ts";
import type { ArrivedArguments } from "#main/start-up/command-line.ts";
import { backupProblem, words } from "./open-error-messages.ts";

export interface Restart extends RestartPort {
  /** Performs the requested restart, if any; call after everything is closed. */
  finish(): void;
  /**
   * Starts again as requested, without restoring a backup, because the database may still be open. The person is told.
   * Call if closing takes too long.
   */
  giveUp(): void;
}

interface RestartRequest {
  readonly dataDir: string;
  /** Restore this backup. */
  readonly backup?: string;
}

/** Quits and starts again; if the person then keeps a window open, the request is dropped. */
export function createRestart(
  { dataDir, journalMirror }: Pick<SharedFlags, "journalMirror"> & { readonly dataDir: string },
  arrived: ArrivedArguments,
): Restart {
  let request: RestartRequest | null = null;
  let isAsking = false;
  app.on("before-quit", () => {
    if (!isAsking) request = null;
    isAsking = false;
  });
  const begin = (next: RestartRequest): void => {
    request = next;
    isAsking = true;
    app.quit();
  };
  /** Passes the journal mirror's folder on, because the mirror of this folder would otherwise stop unnoticed (J9). */
  const startRequested = (next: RestartRequest): void => {
    const isSame = next.dataDir === dataDir && journalMirror !== undefined;
    startAgain(next.dataDir, arrived, isSame ? [`--journal-mirror=${journalMirror}`] : []);
    request = null;
  };
  return {
    inFolder: (path) => begin({ dataDir: path }),
    fromBackup: (path) => begin({ dataDir, backup: path }),
    chooseBackup,
    finish() {
      if (request === null) return;
      const { backup } = request;
      if (backup !== undefined) {
        const restored = restoreDatabaseFile(backup, { dataDir, clock: systemClock });
        if (!restored.ok) dialog.showErrorBox("Chute", backupProblem(restored.error));
      }
      startRequested(request);
    },
    giveUp() {
      if (request === null) return;
      if (request.backup !== undefined) dialog.showErrorBox("Chute", words.notRestored);
      startRequested(request);
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
