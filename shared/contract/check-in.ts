import { z } from "zod";
import {
  actorSchema,
  commandIdSchema,
  eventIdSchema,
  reasonSchema,
  runnerIdSchema,
} from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

const target = { commandId: commandIdSchema, eventId: eventIdSchema, runnerId: runnerIdSchema };

/**
 * `not-saved`: the commit failed; nothing was recorded, earlier facts are safe (J1).
 * `details.why` is `disk-full`, `read-only`, `file-gone`, `file-replaced`, `busy`,
 * `in-doubt` (a crash may bring it back) or `unknown`.
 */
const saveErrors = ["not-found", "not-saved", "command-conflict"] as const;

const actionSchema = z.enum(["check-in", "bib", "swap", "family"]);
export type DeskAction = z.infer<typeof actionSchema>;

const bibSchema = z.string().max(2_000);

export const checkInErrors = [
  ...saveErrors,
  "already-checked-in",
  "not-confirmed",
  "run-cancelled",
] as const;

export const checkInProcedures = {
  "checkIn.perform": command({
    reach: "desk",
    summary: "Checks a runner in (C1). An override with a reason passes what would be refused.",
    input: z.object({ ...target, override: z.object({ reason: reasonSchema }).optional() }),
    output: z.object({ entryId: z.string(), atMs: z.int(), runner: runnerRowSchema }),
    errors: checkInErrors,
  }),
  "checkIn.performAll": command({
    reach: "desk",
    summary: "Checks several in, a family say (C4). One failure does not stop the others.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runnerIds: z.array(runnerIdSchema).min(1).max(100),
    }),
    output: z.object({
      outcomes: z.array(
        z.object({
          runnerId: runnerIdSchema,
          entryId: z.string().nullable(),
          failure: z.enum(checkInErrors).nullable(),
          runner: runnerRowSchema.nullable(),
        }),
      ),
    }),
    errors: ["not-found", "not-saved", "command-conflict"],
  }),
  "checkIn.undo": command({
    reach: "desk",
    summary: "Takes a check-in back (C3). Undo is an entry of its own (J2).",
    input: z.object({ ...target, entryId: z.string().optional(), reason: reasonSchema.optional() }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema }),
    errors: [...saveErrors, "nothing-to-undo"],
  }),
  "desk.undoLast": command({
    reach: "desk",
    summary:
      "Takes back the last thing this desk did that can be taken back (Ctrl+Z). With an entry, exactly the action that it is part of (C3).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      entryId: z.string().optional(),
    }),
    output: z.object({
      undone: actionSchema,
      runners: z.array(runnerRowSchema),
      /** One entry of the undo, for `desk.redo`. */
      entryId: z.string(),
    }),
    errors: ["nothing-to-undo", "not-saved", "command-conflict", "bib-taken", "not-found"],
  }),
  "desk.redo": command({
    reach: "desk",
    summary:
      "Does again, as new entries, what this desk undid last (C10). With an undo entry, exactly what that undid.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      entryId: z.string().optional(),
    }),
    output: z.object({
      redone: actionSchema,
      runners: z.array(runnerRowSchema),
      /** Of a family, who could not come in again. */
      left: z.array(runnerRowSchema),
      /** One of the new entries, for `desk.undoLast`. */
      entryId: z.string(),
    }),
    errors: [
      ...checkInErrors,
      "nothing-to-redo",
      "bib-taken",
      /** Another bib was given since; `details.runner` says whom it is about. */
      "overtaken",
    ],
  }),
  "checkIn.standing": query({
    reach: "desk",
    summary: "Which of these check-ins still stand, and who undid the others (C3).",
    input: z.object({ eventId: eventIdSchema, entryIds: z.array(z.string()).max(100) }),
    output: z.object({
      standing: z.array(z.string()),
      undone: z.array(z.object({ entryId: z.string(), actor: actorSchema })),
    }),
    errors: ["not-found"],
  }),
  "bib.assign": command({
    reach: "desk",
    summary: "Gives a runner a bib. A taken one names its holder in `details.holder` (B2).",
    input: z.object({ ...target, bib: bibSchema, reason: reasonSchema.optional() }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema }),
    errors: [...saveErrors, "bib-taken", "bib-invalid", "bib-unchanged"],
  }),
  "bib.swap": command({
    reach: "desk",
    summary: "Exchanges the bibs of two runners in one fact (B2).",
    input: z.object({ ...target, otherRunnerId: runnerIdSchema }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema, other: runnerRowSchema }),
    errors: [...saveErrors, "bib-taken", "bib-unchanged"],
  }),
  "bib.nextFree": query({
    reach: "desk",
    summary: "The next free number of the run's own block of bibs (B5).",
    input: z.object({ eventId: eventIdSchema, runId: z.string().optional() }),
    output: z.object({ bib: z.string().nullable() }),
    errors: ["not-found"],
  }),
  "bib.check": query({
    reach: "desk",
    summary: "Whether a bib is free: who has it (B2), and who has one that looks like it (B1).",
    input: z.object({
      eventId: eventIdSchema,
      bib: bibSchema,
      /** Who is to get it; their relay team may share it. */
      runnerId: runnerIdSchema.optional(),
    }),
    output: z.object({
      takenBy: runnerRowSchema.nullable(),
      looksLike: runnerRowSchema.nullable(),
    }),
    errors: ["not-found", "bib-invalid"],
  }),
  "bib.holders": query({
    reach: "desk",
    summary:
      "Who holds this bib in the event: nobody, one, or several that came double from the API.",
    input: z.object({ eventId: eventIdSchema, bib: bibSchema }),
    output: z.object({ holders: z.array(runnerRowSchema) }),
    errors: ["not-found"],
  }),
} as const;
