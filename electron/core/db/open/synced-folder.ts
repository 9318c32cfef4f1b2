import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Folder names of synchronization programs, and marker files that they keep in their top folder. */
const programs: readonly { program: string; folder: RegExp; marker?: string }[] = [
  { program: "Dropbox", folder: /^dropbox\b/i, marker: ".dropbox" },
  { program: "OneDrive", folder: /^onedrive\b/i },
  {
    program: "Google Drive",
    folder: /^google ?drive\b/i,
    marker: ".tmp.drivedownload",
  },
  { program: "iCloud Drive", folder: /^(?:iclouddrive|com~apple~clouddocs)$/i },
  { program: "Nextcloud", folder: /^nextcloud\b/i, marker: ".nextcloudsync.log" },
  { program: "ownCloud", folder: /^owncloud\b/i, marker: ".owncloudsync.log" },
  { program: "Box", folder: /^box(?:-box| sync)$/i },
  { program: "MEGA", folder: /^mega(?:sync)?$/i, marker: ".megaignore" },
  { program: "pCloud", folder: /^pcloud ?(?:drive|sync)$/i },
  { program: "Syncthing", folder: /^syncthing$/i, marker: ".stfolder" },
  { program: "Resilio Sync", folder: /^resilio sync$/i, marker: ".sync" },
];

/**
 * The program that synchronizes this folder with other computers; null if no known program does. Such a program may
 * replace open files, and a commit to a replaced file is lost (J1). The program is recognized by the name of a parent
 * folder or by a marker file in it.
 */
export function syncingProgram(folder: string): string | null {
  let here = existsSync(folder) ? realpathSync(folder) : folder;
  for (;;) {
    const name = basename(here);
    for (const { program, folder: pattern, marker } of programs) {
      if (pattern.test(name)) return program;
      if (marker !== undefined && existsSync(join(here, marker))) return program;
    }
    const above = dirname(here);
    if (above === here) return null;
    here = above;
  }
}
