import { dialog } from "electron";
import type { Core } from "#core/core.ts";
import { restoreDatabaseFile } from "#core/core.ts";
import type { Failure, Result } from "#shared/result.ts";
import { systemClock } from "#station/host/host-ports.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";
import { chooseBackup, chooseFolder } from "./choose-path.ts";
import type { Answer } from "./open-error-messages.ts";
import { answersTo, askWords, backupProblem } from "./open-error-messages.ts";

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
        await restoreChosenBackup(dataDir);
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

async function restoreChosenBackup(dataDir: string): Promise<void> {
  const path = await chooseBackup(dataDir);
  if (path === null) return;
  const restored = restoreDatabaseFile(path, { dataDir, clock: systemClock });
  if (!restored.ok) dialog.showErrorBox("Chute", backupProblem(restored.error));
}
