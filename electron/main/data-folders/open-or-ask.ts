import { frontWindow } from "#main/windows/front-window.ts";
import type { OpenDialogOptions } from "electron";
import { dialog } from "electron";
import type { Core } from "#core/core.ts";
import { restoreDatabaseFile } from "#core/core.ts";
import type { Failure, Result } from "#shared/result.ts";
import { systemClock } from "#station/host/host-ports.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";
import { chooseBackup } from "./choose-backup.ts";
import type { Answer } from "./open-error-messages.ts";
import { answersTo, askWords, backupTrouble } from "./open-error-messages.ts";

/** A person's answer to a damaged database (S4). */
type OnDamaged = "restore-backup" | "start-empty" | undefined;

export interface OpenOrAsk {
  readonly dataDir: string;
  readonly usualFolder: string;
  /** Given on the command line. */
  readonly onDamaged: OnDamaged;
  open(onDamaged: OnDamaged): Promise<Result<Core>>;
}

/** The open core; or another folder that the person chose; or the exit code. */
export type Opened =
  | { readonly core: Core }
  | { readonly otherFolder: string }
  | { readonly exitCode: 0 | 1 };

/** Opens the data; while that fails, asks the person what to do. */
export async function openOrAsk(options: OpenOrAsk): Promise<Opened> {
  const { dataDir, usualFolder, open } = options;
  let { onDamaged } = options;
  for (;;) {
    const opened = await open(onDamaged);
    if (opened.ok) return { core: opened.value };
    onDamaged = undefined;
    const answer = await ask(opened.error, options);
    switch (answer) {
      case null:
        return { exitCode: 1 };
      case "quit":
        return { exitCode: 0 };
      case "usual-folder":
        return { otherFolder: usualFolder };
      case "other-folder": {
        const otherFolder = await chooseFolder(dataDir);
        if (otherFolder !== null) return { otherFolder };
        break;
      }
      case "choose-backup":
        await goBack(dataDir);
        break;
      case "restore-backup":
      case "start-empty":
        onDamaged = answer;
        break;
      case "try-again":
        break;
    }
  }
}

/** Null if there is no choice: the error was shown. */
async function ask(failure: Failure, { dataDir, usualFolder }: OpenOrAsk): Promise<Answer | null> {
  const answers = answersTo(failure, { isUsual: dataDir === usualFolder });
  if (answers.length === 0) {
    dialog.showErrorBox("Chute", explainFailure(failure));
    return null;
  }
  const { message, detail, buttons } = askWords(failure, answers, dataDir);
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: "Chute",
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: buttons.length - 1,
    noLink: true,
  });
  return answers[response] ?? "quit";
}

async function goBack(dataDir: string): Promise<void> {
  const path = await chooseBackup(dataDir);
  if (path === null) return;
  const gone = restoreDatabaseFile(path, { dataDir, clock: systemClock });
  if (!gone.ok) dialog.showErrorBox("Chute", backupTrouble(gone.error));
}

/** Opens a folder dialog, attached to the window if there is one; null if cancelled. */
export async function chooseFolder(current: string): Promise<string | null> {
  const window = frontWindow();
  const options: OpenDialogOptions = {
    defaultPath: current,
    properties: ["openDirectory", "createDirectory"],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
