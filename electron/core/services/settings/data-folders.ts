import { join } from "node:path";
import { err, ok } from "#shared/result.ts";
import { looksLikeBackup } from "#core/db/damage/restore-file.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { Safekeeping } from "#core/services/journal/safekeeping.ts";

/**
 * Actions that end this run and start another: with a different folder, or with a backup in this folder (S4).
 */
export function createDataFolderService(
  { ports, commands, mode }: DeskContext,
  { backups }: Safekeeping,
): Slice<"dataFolder.list" | "dataFolder.open" | "dataFolder.forget" | "backup.restore"> {
  const { dataFolders: folders, chooseFolder, restart } = ports;
  const list = () => folders?.list() ?? [];
  const find = (path: string) => list().find((folder) => folder.path === path) ?? null;

  return {
    "dataFolder.list": () => ok({ canOpen: restart !== undefined, folders: [...list()] }),

    "dataFolder.open": (input) =>
      commands.wait("dataFolder.open", input, async () => {
        const [open] = list();
        if (folders === undefined || restart === undefined || chooseFolder === undefined) {
          return notDesktop();
        }
        if (input.path !== undefined && find(input.path) === null) return notKnown();
        const path = input.path ?? (await chooseFolder(open?.path ?? ""));
        if (path === null) return err("cancelled", "Nobody chose a folder");
        const known = find(path);
        if (known?.isOpen === true) return alreadyOpen();
        if (known?.isThere === false) return err("folder-missing", "The data folder is gone");
        await folders.choose(path);
        restart.inFolder(path);
        return ok({ path });
      }),

    "dataFolder.forget": (input) =>
      commands.wait("dataFolder.forget", input, async () => {
        if (folders === undefined) return notDesktop();
        const known = find(input.path);
        if (known === null) return notKnown();
        if (known.isOpen) return alreadyOpen();
        if (known.isUsual) return err("usual-folder", "The usual folder stays on the list");
        await folders.forget(input.path);
        return ok({});
      }),

    "backup.restore": (input) =>
      commands.wait("backup.restore", input, async () => {
        if (restart === undefined) return notDesktop();
        if (mode === "practice") return err("practice", "Practice has nothing to go back to");
        const { name } = input;
        if (name !== undefined && !backups.list().some((backup) => backup.name === name)) {
          return err("not-found", "There is no such backup");
        }
        const path =
          name === undefined
            ? await restart.chooseBackup(backups.folder)
            : join(backups.folder, name);
        if (path === null) return err("cancelled", "Nobody chose a file");
        const looks = looksLikeBackup(path);
        if (!looks.ok) return looks;
        restart.fromBackup(path);
        return ok({});
      }),
  };
}

const notDesktop = () => err("not-a-desktop", "Only the desktop starts itself again");
const notKnown = () => err("not-found", "This folder is not on the list");
const alreadyOpen = () => err("already-open", "This folder is open");
