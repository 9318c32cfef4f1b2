import { z } from "zod";
import { commandIdSchema, eventIdSchema, runnerIdSchema } from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

/** What a person typed; the API's own rules are applied to it in `walkUp.check` and `walkUp.save` (W1). */
export const walkUpFormSchema = z.object({
  eventRunId: z.string().max(200),
  email: z.string().max(2_000),
  name: z.string().max(2_000).optional(),
  registrationType: z.string().max(50),
  status: z.string().max(50).optional(),
  paceGroup: z.string().max(500).optional(),
  notes: z.string().max(10_000).optional(),
});
export type WalkUpForm = z.infer<typeof walkUpFormSchema>;

/** What cannot be known offline warns and never blocks (W1). */
export const walkUpWarningSchema = z.enum([
  "run-full",
  "run-closed",
  "run-sold-out",
  "run-cancelled",
  "pace-groups-unrecognised",
  "email-unlikely",
  "same-email-same-run",
]);

const saved = z.object({
  runner: runnerRowSchema,
  outboxId: z.string(),
  /** Set when the walk-up was checked in with the same save. */
  checkInEntryId: z.string().nullable(),
  warnings: z.array(walkUpWarningSchema),
});

/** Why a runner may be the person of a walk-up form. */
export const alikeReasonSchema = z.enum(["email", "bib", "name"]);
export type AlikeReason = z.infer<typeof alikeReasonSchema>;

export const walkUpProcedures = {
  "walkUp.alike": query({
    reach: "desk",
    summary:
      "Runners of any run of the event who may be the person of a walk-up form: same e-mail, same bib, equal or near name (W4).",
    input: z.object({
      eventId: eventIdSchema,
      name: z.string().max(2_000).optional(),
      email: z.string().max(2_000).optional(),
      bib: z.string().max(2_000).optional(),
      limit: z.int().min(1).max(50).optional(),
    }),
    output: z.object({
      /** Best first: more reasons before fewer, then e-mail, bib, name. */
      rows: z.array(runnerRowSchema.extend({ why: z.array(alikeReasonSchema) })),
    }),
    errors: ["not-found"],
  }),
  "walkUp.paceGroups": query({
    reach: "desk",
    summary: "The pace groups of each run of the event, as far as its registrations tell (W5).",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      runs: z.array(z.object({ runId: z.string(), labels: z.array(z.string()) })),
    }),
    errors: ["not-found"],
  }),
  "walkUp.check": query({
    reach: "desk",
    summary: "What the API's rules and this computer's copy say of a walk-up, before it is saved.",
    input: z.object({
      eventId: eventIdSchema,
      form: walkUpFormSchema,
      bib: z.string().max(2_000).optional(),
    }),
    output: z.object({
      /** The API's field names (and `bib`) with its messages; empty when it may be saved. */
      fields: z.record(z.string(), z.array(z.string())),
      warnings: z.array(walkUpWarningSchema),
      bibHolder: runnerRowSchema.nullable(),
    }),
    errors: ["not-found"],
  }),
  "walkUp.save": command({
    reach: "desk",
    summary: "Registers somebody who is not on the list. Fact, body and key commit together (W3).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      form: walkUpFormSchema,
      bib: z.string().max(2_000).optional(),
      checkIn: z.boolean(),
    }),
    output: saved,
    errors: ["not-found", "invalid", "bib-taken", "bib-invalid", "not-saved", "command-conflict"],
  }),
  "walkUp.edit": command({
    reach: "desk",
    summary:
      "Changes a walk-up as far as its certainty allows (W3): a linked successor takes its place.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
      form: walkUpFormSchema,
    }),
    output: saved,
    errors: [
      "not-found",
      "invalid",
      "must-reconcile",
      "already-confirmed",
      "wrong-state",
      "not-saved",
      "command-conflict",
    ],
  }),
  "walkUp.takeBack": command({
    reach: "desk",
    summary: "Takes a walk-up back. One that was confirmed leaves a line for the organizer (W3).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
      reason: z.string().max(500).optional(),
    }),
    output: z.object({
      runner: runnerRowSchema,
      /** The organizer still has it: ask them to cancel. */
      askOrganizer: z.boolean(),
    }),
    errors: ["not-found", "must-reconcile", "wrong-state", "not-saved", "command-conflict"],
  }),
  "walkUp.restore": command({
    reach: "desk",
    summary: "Undoes the retraction of a walk-up: it is again what it was before (W6).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
    }),
    output: z.object({ runner: runnerRowSchema }),
    errors: ["not-found", "wrong-state", "bib-taken", "not-saved", "command-conflict"],
  }),
} as const;
