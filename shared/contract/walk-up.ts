import { z } from "zod";
import { walkUpWarnings } from "#shared/domain/walk-ups/walk-up.ts";
import { eventIdSchema, runnerIdSchema } from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

/** The typed form; `walkUp.check` and `walkUp.save` apply the API's rules (W1). */
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

const saved = z.object({
  runner: runnerRowSchema,
  outboxId: z.string(),
  /** The check-in of the same command; null without one. */
  checkInEntryId: z.string().nullable(),
  warnings: z.array(z.enum(walkUpWarnings)),
});

/**
 * Why a runner may be the person of a walk-up form. `listed-bib`: the organizer's list has the runner with exactly this
 * bib, but the runner has another one here, or none.
 */
export const alikeReasonSchema = z.enum(["email", "bib", "listed-bib", "same-name", "name"]);
export type AlikeReason = z.infer<typeof alikeReasonSchema>;

export const walkUpProcedures = {
  "walkUp.duplicates": query({
    role: "desk",
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
    role: "desk",
    summary: "The pace groups of each run of the event, computed from its registrations (W5).",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      runs: z.array(z.object({ runId: z.string(), labels: z.array(z.string()) })),
    }),
    errors: ["not-found"],
  }),
  "walkUp.check": query({
    role: "desk",
    summary:
      "Checks a walk-up against the API's rules and this computer's replica, before it is saved.",
    input: z.object({
      eventId: eventIdSchema,
      form: walkUpFormSchema,
      bib: z.string().max(2_000).optional(),
    }),
    output: z.object({
      /** Messages by the API's field names (and `bib`); empty if the form is valid. */
      fields: z.record(z.string(), z.array(z.string())),
      warnings: z.array(z.enum(walkUpWarnings)),
      /** Who has the bib; empty if it is free. */
      bibHolders: z.array(runnerRowSchema),
    }),
    errors: ["not-found"],
  }),
  "walkUp.save": command({
    role: "desk",
    summary:
      "Registers a runner who is not on the list. Journal entry, body and key are committed together (W3).",
    input: z.object({
      eventId: eventIdSchema,
      form: walkUpFormSchema,
      bib: z.string().max(2_000).optional(),
      checkIn: z.boolean(),
      /** Refuse with `already-registered` if the same person is registered for this run (W1). */
      unlessRegistered: z.boolean().optional(),
    }),
    output: saved,
    errors: ["not-found", "invalid", "already-registered", "bib-taken", "bib-invalid", "not-saved"],
  }),
  "walkUp.retract": command({
    role: "desk",
    summary: "Retracts a walk-up. After a confirmation the crew must tell the organizer (W3).",
    input: z.object({
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
      reason: z.string().max(500).optional(),
    }),
    output: z.object({
      runner: runnerRowSchema,
      /** The organizer has the registration and must cancel it. */
      askOrganizer: z.boolean(),
    }),
    errors: ["not-found", "must-reconcile", "wrong-state", "not-saved"],
  }),
  "walkUp.restore": command({
    role: "desk",
    summary: "Undoes the retraction of a walk-up (W6).",
    input: z.object({
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
    }),
    output: z.object({ runner: runnerRowSchema }),
    errors: ["not-found", "wrong-state", "bib-taken", "not-saved"],
  }),
} as const;
