import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Names that such programs give their folders, and files or folders that they keep at the top of them. */
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
 * The program that copies this folder to other computers, null where none is known. Such a program replaces open files, and
 * what is saved into a replaced file is lost (J1). It is told by the names of the folders above and by the marks in them.
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
