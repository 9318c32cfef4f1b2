import { z } from "zod";
import { swapObstacles } from "#shared/domain/bibs/bib.ts";
import { actorSchema } from "#shared/domain/journal/journal.ts";
import { eventIdSchema, reasonSchema, runnerIdSchema } from "./common.ts";
import { mostTogether } from "./in-screens.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema, runnerWarningSchema } from "./roster.ts";

const target = { eventId: eventIdSchema, runnerId: runnerIdSchema };

/**
 * `not-saved`: the commit failed and nothing was recorded; earlier entries are safe (J1). `details.why` is `disk-full`,
 * `read-only`, `file-gone`, `file-replaced`, `busy`, `in-doubt` (the entry may exist after a crash) or `unknown`.
 */
const saveErrors = ["not-found", "not-saved"] as const;

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
    role: "desk",
    summary:
      "Checks a runner in (C1). An override with a reason checks in a runner that would be refused.",
    input: z.object({ ...target, override: z.object({ reason: reasonSchema }).optional() }),
    output: z.object({ entryId: z.string(), atMs: z.int(), runner: runnerRowSchema }),
    errors: checkInErrors,
  }),
  "checkIn.performAll": command({
    role: "desk",
    summary:
      "Checks several runners in, for example a family (C4). One failure does not stop the others.",
    input: z.object({
      eventId: eventIdSchema,
      runnerIds: z.array(runnerIdSchema).min(1).max(mostTogether),
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
    errors: ["not-found", "not-saved"],
  }),
  "checkIn.undo": command({
    role: "desk",
    summary: "Undoes a check-in (C3). The undo is a new journal entry (J2).",
    input: z.object({ ...target, entryId: z.string().optional() }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema }),
    errors: [...saveErrors, "nothing-to-undo"],
  }),
  "desk.undoLast": command({
    role: "desk",
    summary:
      "Undoes the last action of this desk that can be undone (Ctrl+Z). With an entry, exactly the action of that entry (C3).",
    input: z.object({
      eventId: eventIdSchema,
      entryId: z.string().optional(),
    }),
    output: z.object({
      undone: actionSchema,
      runners: z.array(runnerRowSchema),
      /** One entry of the undo, for `desk.redo`. */
      entryId: z.string(),
    }),
    errors: ["nothing-to-undo", "not-saved", "bib-taken", "not-found"],
  }),
  "desk.redo": command({
    role: "desk",
    summary:
      "Redoes, as new entries, the action that this desk undid last (C10). With an undo entry, exactly the action that it undid.",
    input: z.object({
      eventId: eventIdSchema,
      entryId: z.string().optional(),
    }),
    output: z.object({
      redone: actionSchema,
      runners: z.array(runnerRowSchema),
      /** The runners of a family that could not be checked in again. */
      left: z.array(runnerRowSchema),
      /** One of the new entries, for `desk.undoLast`. */
      entryId: z.string(),
    }),
    errors: [
      ...checkInErrors,
      "nothing-to-redo",
      "bib-taken",
      /** Another bib was given since; `details.runner` is the runner. */
      "overtaken",
    ],
  }),
  "checkIn.standing": query({
    role: "desk",
    summary:
      "The check-ins among these that were not undone, who undid the others, and their runners (C3).",
    input: z.object({ eventId: eventIdSchema, entryIds: z.array(z.string()).max(100) }),
    output: z.object({
      standing: z.array(z.string()),
      undone: z.array(z.object({ entryId: z.string(), actor: actorSchema })),
      /** The runner of each check-in as of now, also after a retraction. */
      runners: z.array(
        z.object({
          entryId: z.string(),
          runner: runnerRowSchema,
          warnings: z.array(runnerWarningSchema),
        }),
      ),
    }),
    errors: ["not-found"],
  }),
  "bib.assign": command({
    role: "desk",
    summary: "Gives a runner a bib. If it is taken, `details.holder` is its holder (B2).",
    input: z.object({ ...target, bib: bibSchema, reason: reasonSchema.optional() }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema }),
    errors: [...saveErrors, "bib-taken", "bib-invalid", "bib-unchanged"],
  }),
  "bib.swap": command({
    role: "desk",
    summary: "Exchanges the bibs of two runners in one journal entry (B2).",
    input: z.object({
      ...target,
      otherRunnerId: runnerIdSchema,
      /** The bibs as the person saw them. If one is another by now, nothing is swapped. */
      saw: z.object({ bib: z.string().nullable(), otherBib: z.string().nullable() }).optional(),
    }),
    output: z.object({ entryId: z.string(), runner: runnerRowSchema, other: runnerRowSchema }),
    errors: [
      ...saveErrors,
      "bib-taken",
      "bib-unchanged",
      /** One of them has another bib by now; `details.runner` is that runner. */
      "overtaken",
    ],
  }),
  "bib.nextFree": query({
    role: "desk",
    summary: "The next free number of this desk's range (M12), or of the run's block of bibs (B5).",
    input: z.object({ eventId: eventIdSchema, runId: z.string().optional() }),
    output: z.object({
      bib: z.string().nullable(),
      /** The bibs that this desk gives out, and how many of them nobody has; null if it has no range (M12). */
      range: z.object({ first: z.string(), last: z.string(), left: z.int() }).nullable(),
      /** Set if nothing is proposed because this full desk has no range, and no connection to its hub (M12). */
      isHubAway: z.literal(true).optional(),
    }),
    errors: ["not-found"],
  }),
  "bib.check": query({
    role: "desk",
    summary:
      "Whether a bib is free: its holders (B2), and the holder of a bib that looks like it (B1).",
    input: z.object({
      eventId: eventIdSchema,
      bib: bibSchema,
      /** The runner who will get the bib; the relay team of this runner may share it. */
      runnerId: runnerIdSchema.optional(),
    }),
    output: z.object({
      /** The other holders: none, one, a relay team, or several runners if the API has the bib twice. */
      takenBy: z.array(runnerRowSchema),
      /** Why the bib cannot be swapped with its holders; null if it can, or if nobody has it. */
      noSwap: z.enum(swapObstacles).nullable(),
      looksLike: runnerRowSchema.nullable(),
    }),
    errors: ["not-found", "bib-invalid"],
  }),
  "bib.holders": query({
    role: "desk",
    summary:
      "The holders of this bib in the event: none, one, or several if the API has the bib twice.",
    input: z.object({ eventId: eventIdSchema, bib: bibSchema }),
    output: z.object({ holders: z.array(runnerRowSchema) }),
    errors: ["not-found"],
  }),
} as const;
