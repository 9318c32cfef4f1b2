import { choosePath } from "#main/windows/front-window.ts";
import { words } from "./open-error-messages.ts";

/** The person's choice of a backup file; null if cancelled. */
export const chooseBackup = (folder: string): Promise<string | null> =>
  choosePath({
    defaultPath: folder,
    properties: ["openFile"],
    filters: [
      { name: words.backupFiles, extensions: ["sqlite"] },
      { name: words.allFiles, extensions: ["*"] },
    ],
  });

/** The person's choice of a folder; null if cancelled. */
export const chooseFolder = (current: string): Promise<string | null> =>
  choosePath({ defaultPath: current, properties: ["openDirectory", "createDirectory"] });
