import { z } from "zod";
import { commandIdSchema, eventIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** What is put on paper; it stands in the file's name. */
export const paperSchema = z.enum(["award-sheets", "finish-sheet", "official-results"]);
export type Paper = z.infer<typeof paperSchema>;

export const printingProcedures = {
  "paper.get": query({
    reach: "owner",
    summary: "Whether the window that asks can save what it would print as a PDF.",
    input: nothingSchema,
    output: z.object({ canSave: z.boolean() }),
    errors: [],
  }),
  "paper.save": command({
    reach: "owner",
    summary: "Saves what the window that asks would print as a PDF, where the person says.",
    input: z.object({
      commandId: commandIdSchema,
      what: paperSchema,
      eventId: eventIdSchema,
      /** For the file's name; null for paper that is about the whole event. */
      runId: z.string().max(200).nullable(),
    }),
    output: z.object({ path: z.string(), bytes: z.int() }),
    /** `not-printed`: the window could not be turned into a PDF. */
    errors: ["not-a-desktop", "not-found", "not-printed", "cancelled", "not-saved"],
  }),
} as const;
