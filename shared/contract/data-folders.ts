import { z } from "zod";
import { nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

const pathSchema = z.string().min(1).max(4_000);

export const dataFolderSchema = z.object({
  path: z.string(),
  isOpen: z.boolean(),
  /** The default folder; it stays on the list. */
  isUsual: z.boolean(),
  /** False if the folder is missing: its disk is not connected, or the folder was removed. */
  isThere: z.boolean(),
});

/** Every other host gets its folder from a flag at start. */
const desktopOnly = ["not-a-desktop"] as const;

export const dataFolderProcedures = {
  "dataFolder.list": query({
    role: "owner",
    summary: "The data folders that this computer's desktop has opened, the last one first.",
    input: nothingSchema,
    output: z.object({
      /** This host can open another folder. */
      canOpen: z.boolean(),
      folders: z.array(dataFolderSchema),
    }),
  }),
  "dataFolder.open": command({
    role: "owner",
    summary:
      "Restarts Chute with another data folder: one of the list, or one that a person chooses.",
    input: z.object({ path: pathSchema.optional() }),
    output: z.object({ path: z.string() }),
    /** `folder-missing`: the folder does not exist; `already-open`: it is the open folder. */
    errors: [...desktopOnly, "cancelled", "not-found", "folder-missing", "already-open"],
  }),
  "dataFolder.forget": command({
    role: "owner",
    summary: "Removes a data folder from the list; the folder itself is not changed.",
    input: z.object({ path: pathSchema }),
    output: z.object({}),
    errors: [...desktopOnly, "not-found", "already-open", "usual-folder"],
  }),
  "backup.restore": command({
    role: "owner",
    summary:
      "Moves the present database away, replaces it by a backup and restarts Chute (S4, S5).",
    input: z.object({
      /** One of `backup.list`; without a name, a person chooses a file. */
      name: z.string().max(200).optional(),
    }),
    output: z.object({}),
    /** `backup-…`: the file cannot be restored; nothing was changed. */
    errors: [
      ...desktopOnly,
      "practice",
      "cancelled",
      "not-found",
      "backup-not-ours",
      "backup-newer",
      "backup-damaged",
      "backup-altered",
      "backup-unreadable",
    ],
  }),
} as const;
