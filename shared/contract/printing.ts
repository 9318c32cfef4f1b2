import { z } from "zod";
import { eventIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** The printed document; it is part of the file name. */
export const paperSchema = z.enum(["award-sheets", "finish-sheet", "official-results"]);
export type Paper = z.infer<typeof paperSchema>;

export const printingProcedures = {
  "paper.get": query({
    role: "owner",
    summary: "Whether the calling window can save its print as a PDF.",
    input: nothingSchema,
    output: z.object({ canSave: z.boolean() }),
  }),
  "paper.save": command({
    role: "owner",
    summary: "Saves the print of the calling window as a PDF, in a file that the person chooses.",
    input: z.object({
      what: paperSchema,
      eventId: eventIdSchema,
      /** For the file name; null for a document about the whole event. */
      runId: z.string().max(200).nullable(),
    }),
    output: z.object({ path: z.string(), bytes: z.int() }),
    /** `not-printed`: Electron could not make a PDF of the window. */
    errors: ["not-a-desktop", "not-found", "not-printed", "cancelled", "not-saved"],
  }),
} as const;
