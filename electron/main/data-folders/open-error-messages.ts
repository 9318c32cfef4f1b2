import type { Failure } from "#shared/result.ts";

/** What a person can choose if the data does not open. */
export type Answer =
  | "restore-backup"
  | "choose-backup"
  | "start-empty"
  | "try-again"
  | "other-folder"
  | "usual-folder"
  | "quit";

interface AnswerWords {
  readonly label: string;
  /** The consequence of this choice. */
  readonly text: string;
}

/** Texts of the dialogs that are shown before there is a window. */
export const words = {
  backupFiles: "Backups of Chute",
  allFiles: "All files",
  notRestored:
    "Chute could not close its data in time, so the backup was not restored. Nothing was changed. Chute starts again now; choose the backup once more.",
  answers: {
    "restore-backup": {
      label: "Restore the last backup",
      text: "What was saved after it is not in it. Nothing is sent until somebody says so in Sync.",
    },
    "choose-backup": {
      label: "Choose a backup…",
      text: "An older one, or one from a stick. It is checked first; if it is no good, nothing changes.",
    },
    "start-empty": {
      label: "Start empty",
      text: "Chute begins with no event. What was set aside stays where it is now.",
    },
    "try-again": { label: "Try again", text: "After you have put right what is said above." },
    "other-folder": {
      label: "Open another folder…",
      text: "Chute starts again in the folder you choose, and from then on.",
    },
    "usual-folder": {
      label: "Open the usual folder",
      text: "Chute starts again where it keeps everything unless told otherwise.",
    },
    quit: { label: "Quit", text: "Nothing is changed. The next start asks again." },
  } as const satisfies Readonly<Record<Answer, AnswerWords>>,
} as const;

const happened: Readonly<Record<string, string>> = {
  "database-damaged": "The database is damaged. It was kept, whole and untouched.",
  "database-newer":
    "A newer version of Chute wrote this data. Use that version here; nothing was changed.",
  "folder-in-use": "Another Chute, perhaps a station, has this data folder open. Close it first.",
  "folder-missing": "The data folder is not there. Is a disk or a stick not plugged in?",
  "folder-read-only": "This user may not write to the data folder.",
  "folder-full": "The disk of the data folder is full. Free some space; nothing was lost.",
  "folder-unusable": "This folder cannot be used for Chute’s data.",
  "file-in-the-way":
    "Something else is in the place of one of Chute’s files. Move it elsewhere; nothing was changed.",
};

const databaseLost =
  "The database is missing or empty, although Chute has worked in this folder. If somebody moved the file chute.sqlite, put it back into the folder “live” and try again.";

const restoreCutShort =
  "Chute ended while it restored a backup, before the backup was in place. The database is not damaged: it was kept, whole and untouched. Choose the backup once more. Or move the kept files back into the folder “live” and try again, to go on as before.";

const isCutShort = (details: Failure["details"]): boolean =>
  details?.["reason"] === "restore-cut-short";

/** Whether no database was found, so that there was nothing to set aside. */
const isLost = (details: Failure["details"]): boolean => details?.["reason"] === "database-lost";

/** The choices for this failure, the likeliest first; empty if there is none. */
export function answersTo(
  { code, details }: Failure,
  { isUsual }: { readonly isUsual: boolean },
): readonly Answer[] {
  const elsewhere: readonly Answer[] = isUsual
    ? ["other-folder", "quit"]
    : ["other-folder", "usual-folder", "quit"];
  switch (code) {
    case "database-damaged": {
      const has = (details?.["lastBackup"] ?? null) !== null;
      const restore: readonly Answer[] = has ? ["restore-backup"] : [];
      if (isCutShort(details)) {
        return ["choose-backup", "try-again", ...restore, "start-empty", ...elsewhere];
      }
      const putBack: readonly Answer[] = isLost(details) ? ["try-again"] : [];
      return [...restore, ...putBack, "choose-backup", "start-empty", ...elsewhere];
    }
    case "database-newer":
      return elsewhere;
    default:
      return code in happened ? ["try-again", ...elsewhere] : [];
  }
}

export interface DialogText {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** The question, the location of the files, and the consequence of each choice. */
export function askWords(
  { code, details = {} }: Failure,
  answers: readonly Answer[],
  dataDir: string,
): DialogText {
  const { setAside, lastBackup, path } = details;
  const inTheWay = typeof path === "string" ? [`In the way: ${path}`] : [];
  const kept = typeof setAside === "string" && !isLost(details) ? [`Kept in: ${setAside}`] : [];
  const last = readAtMs(lastBackup);
  const backup = last === null ? [] : [`Last backup: ${new Date(last).toLocaleString()}`];
  const meanings = answers.map((answer) => {
    const { label, text } = words.answers[answer];
    return `${label.replace("…", "")}: ${text}`;
  });
  return {
    message: whatHappened(code, details),
    detail: [
      [`Data folder: ${dataDir}`, ...inTheWay, ...kept, ...backup].join("\n"),
      ...meanings,
    ].join("\n\n"),
    buttons: answers.map((answer) => words.answers[answer].label),
  };
}

function whatHappened(code: string, details: Failure["details"]): string {
  if (isLost(details)) return databaseLost;
  return isCutShort(details) ? restoreCutShort : (happened[code] ?? code);
}

function readAtMs(backup: unknown): number | null {
  if (typeof backup !== "object" || backup === null || !("atMs" in backup)) return null;
  return typeof backup.atMs === "number" ? backup.atMs : null;
}

const refused: Readonly<Record<string, string>> = {
  "backup-not-ours": "This file is not a backup of Chute.",
  "backup-newer": "A newer version of Chute wrote this backup. Use that version here.",
  "backup-damaged": "This backup is damaged: it does not read through.",
  "backup-altered":
    "This backup was altered by another program: it holds something that Chute never puts in.",
  "backup-unreadable": "This file could not be read, or there is no room for a copy of it.",
};

/** Why a backup could not be restored. */
export const backupProblem = ({ code }: Failure): string =>
  `${refused[code] ?? happened[code] ?? code} Nothing was changed.`;
