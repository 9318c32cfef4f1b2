import { z } from "zod";
import { bareCommandSchema, commandIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

const pathSchema = z.string().min(1).max(4_000);

export const dataFolderSchema = z.object({
  path: z.string(),
  isOpen: z.boolean(),
  /** Where Chute keeps everything unless told otherwise; it stays on the list. */
  isUsual: z.boolean(),
  /** False when it is gone: its disk is not plugged in, or somebody removed it. */
  isThere: z.boolean(),
});

/** Every other host is told its folder when it is started. */
const desktopOnly = ["not-a-desktop"] as const;

export const dataFolderProcedures = {
  "dataFolder.list": query({
    reach: "owner",
    summary: "The data folders this computer's desktop had open, the last one first.",
    input: nothingSchema,
    output: z.object({
      /** This host can open another one. */
      canOpen: z.boolean(),
      folders: z.array(dataFolderSchema),
    }),
    errors: [],
  }),
  "dataFolder.open": command({
    reach: "owner",
    summary: "Starts Chute again in another data folder: one of the list, or one a person chooses.",
    input: z.object({ commandId: commandIdSchema, path: pathSchema.optional() }),
    output: z.object({ path: z.string() }),
    /** `folder-missing`: it is gone; `already-open`: it is the one that is open. */
    errors: [...desktopOnly, "cancelled", "not-found", "folder-missing", "already-open"],
  }),
  "dataFolder.forget": command({
    reach: "owner",
    summary: "Takes a data folder off the list; the folder itself stays as it is.",
    input: z.object({ commandId: commandIdSchema, path: pathSchema }),
    output: z.object({}),
    errors: [...desktopOnly, "not-found", "already-open", "usual-folder"],
  }),
  "backup.goBack": command({
    reach: "owner",
    summary:
      "Sets the present database aside whole, puts a backup in its place and starts Chute again (S4, S5).",
    input: bareCommandSchema.extend({
      /** One of `backup.list`; absent, a person chooses a file. */
      name: z.string().max(200).optional(),
    }),
    output: z.object({}),
    /** `backup-…`: the file is no backup that can be gone back to; nothing was changed. */
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
