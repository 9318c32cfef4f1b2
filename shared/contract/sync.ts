import { z } from "zod";
import {
  atMsSchema,
  bareCommandSchema,
  commandIdSchema,
  eventIdSchema,
  nothingSchema,
  runnerIdSchema,
} from "./common.ts";
import { eventFormSchema } from "./event-form.ts";
import { command, query } from "./procedure.ts";
import { walkUpFormSchema } from "./walk-up.ts";

/** States of an outbox entry (O). */
export const outboxStateSchema = z.enum([
  "pending",
  "sending",
  "waiting",
  "needs-attention",
  "done",
  "cancelled",
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** What is known about arrival (W3). */
export const certaintySchema = z.enum(["never-sent", "maybe-sent", "confirmed", "refused"]);
export type Certainty = z.infer<typeof certaintySchema>;

/** Why an entry waits or needs somebody. */
export const outboxReasonSchema = z.enum([
  "no-line",
  "timeout",
  "captive-portal",
  "server-error",
  "rate-limited",
  "in-progress",
  "key-refused",
  "forbidden",
  "paused",
  "copied",
  "after-another",
  "key-conflict",
  "refused",
  "set-aside",
  "reconcile",
  "several-matches",
  "not-found-again",
  "unknown-answer",
  "parked",
]);
export type OutboxReason = z.infer<typeof outboxReasonSchema>;

export const outboxEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(["walk-up", "event"]),
  /** The event it belongs to; null for a created event. */
  eventId: z.string().nullable(),
  /** The runner's local id, for a walk-up. */
  subject: z.string(),
  /** Name for the sentence: the runner's, or the event's. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  runLabel: z.string().nullable(),
  runPosition: z.int().nullable(),
  state: outboxStateSchema,
  certainty: certaintySchema,
  reason: outboxReasonSchema.nullable(),
  savedAtMs: atMsSchema,
  savedBy: z.string(),
  firstSentAtMs: atMsSchema.nullable(),
  lastTriedAtMs: atMsSchema.nullable(),
  /** Tries that counted (O6 does not count 429). */
  tries: z.int(),
  nextTryAtMs: atMsSchema.nullable(),
  finishedAtMs: atMsSchema.nullable(),
  /** `participantId` or `eventId`, once confirmed. */
  remoteId: z.string().nullable(),
  /** The server's own words, verbatim. */
  serverMessage: z.string().nullable(),
  serverFields: z.record(z.string(), z.array(z.string())),
  httpStatus: z.int().nullable(),
  /** What was typed, for the form beside it. */
  form: walkUpFormSchema.nullable(),
  /** The same for an event made here. */
  eventForm: eventFormSchema.nullable(),
  /** An entry that takes this one's place, or the one it replaces. */
  successorId: z.string().nullable(),
  predecessorId: z.string().nullable(),
  /** Registrations at the organizer that match (O10), when a person must choose. */
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string(),
      bib: z.string().nullable(),
    }),
  ),
  /** Why a person set it aside; null where nobody did, or gave no reason (O13). */
  asideReason: z.string().nullable(),
  /** What a person may do with it, and what comes of it; null or false where it is refused (O13). */
  acts: z.object({
    setAside: z.enum(["now", "after-answer"]).nullable(),
    putBack: z.boolean(),
    sendAgain: z.enum(["same-entry", "new-entry", "look-first"]).nullable(),
  }),
});
export type OutboxEntry = z.infer<typeof outboxEntrySchema>;

export const attemptSchema = z.object({
  atMs: atMsSchema,
  tookMs: z.number().nullable(),
  httpStatus: z.int().nullable(),
  outcome: z.string(),
  answer: z.string().nullable(),
});

export const syncStatusSchema = z.object({
  line: z.object({
    state: z.enum(["unknown", "online", "offline"]),
    sinceMs: atMsSchema.nullable(),
  }),
  paused: z.boolean(),
  /** Nothing is sent since the database turned out to be a copy (S5), until `outbox.confirmCopy`; null otherwise. */
  copied: z
    .object({
      /** A backup of the ring, not the one that was here last, or one that came from elsewhere. */
      why: z.enum(["backup", "older", "elsewhere"]),
      foundAtMs: atMsSchema,
    })
    .nullable(),
  /** What the queue does right now. */
  activity: z.enum([
    "idle",
    "sending",
    "waiting",
    "paused",
    "held-key-refused",
    "held-rate-limit",
    "held-as-copy",
    "not-connected",
  ]),
  /** While sending: which of how many in this drain. */
  sending: z.object({ index: z.int(), of: z.int() }).nullable(),
  waiting: z.int(),
  /** Entries that wait for a person's decision; without those that a person set aside. */
  needsAttention: z.int(),
  setAside: z.int(),
  maybeSent: z.int(),
  sentToday: z.int(),
  nextTryAtMs: atMsSchema.nullable(),
  downloads: z.int(),
  /** A question of a person (official results, awards, series, collections) waits so long as the API asks (O6); else null. */
  pullWaitUntilMs: atMsSchema.nullable(),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** The whole queue, ended entries included: nothing ever leaves it (O1). */
export const outboxTotalsSchema = z.object({
  counts: z.record(certaintySchema, z.int()),
  /** Every event that has walk-ups in the queue, whatever was asked for. */
  events: z.array(z.object({ id: eventIdSchema, name: z.string().nullable(), entries: z.int() })),
});
export type OutboxTotals = z.infer<typeof outboxTotalsSchema>;

const entryInput = { commandId: commandIdSchema, outboxId: z.string() };
const entryErrors = ["not-found", "not-saved", "wrong-state", "command-conflict"] as const;

export const syncProcedures = {
  "sync.status": query({
    reach: "desk",
    summary: "The line, the queue and what happens next.",
    input: nothingSchema,
    output: syncStatusSchema,
    errors: [],
  }),
  "sync.look": query({
    reach: "desk",
    summary:
      "The line may be back: it is asked now, and what waits for it goes on (O12). Answers as it was before.",
    input: nothingSchema,
    output: syncStatusSchema,
    errors: [],
  }),
  "pull.stop": command({
    reach: "desk",
    summary:
      "Ends the questions that wait because the API asked for patience; each answers `rate-limited` (O6).",
    input: bareCommandSchema,
    output: nothingSchema,
    errors: [],
  }),
  "outbox.list": query({
    reach: "desk",
    summary: "The queue, those who need somebody first, then in the order they were saved.",
    input: z.object({
      show: z.enum(["open", "done", "all"]).optional(),
      /** Only those of which this is known (W3). */
      certainty: certaintySchema.optional(),
      /** Only walk-ups of this event. */
      eventId: eventIdSchema.optional(),
      /** How many to leave out before the first, in that order. */
      from: z.int().nonnegative().optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    /** `total`: as many as fit, whatever `from` and `limit` say. */
    output: z.object({ entries: z.array(outboxEntrySchema), total: z.int() }),
    errors: [],
  }),
  "outbox.ledger": query({
    reach: "desk",
    summary: "How many entries there ever were, by what is known of their arrival (W3).",
    input: z.object({ eventId: eventIdSchema.optional() }),
    output: outboxTotalsSchema,
    errors: [],
  }),
  "outbox.get": query({
    reach: "desk",
    summary: "One entry with the very bytes, its idempotency key and every attempt.",
    input: z.object({ outboxId: z.string() }),
    output: z.object({
      entry: outboxEntrySchema,
      method: z.string(),
      path: z.string(),
      body: z.string(),
      idempotencyKey: z.string(),
      attempts: z.array(attemptSchema),
    }),
    errors: ["not-found"],
  }),
  "outbox.ofRunner": query({
    reach: "desk",
    summary:
      "The entry that carries a walk-up now; null for a runner who is no walk-up of this desk.",
    input: z.object({ eventId: eventIdSchema, runnerId: runnerIdSchema }),
    output: z.object({ entry: outboxEntrySchema.nullable() }),
    errors: [],
  }),
  "outbox.pause": command({
    reach: "owner",
    summary: "Sends nothing until resumed.",
    input: bareCommandSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.resume": command({
    reach: "owner",
    summary: "Goes on sending.",
    input: bareCommandSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.confirmCopy": command({
    reach: "owner",
    summary: "This copy of the database is the one to go on with: what is unsent may be sent (S5).",
    input: bareCommandSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.tryNow": command({
    reach: "desk",
    summary:
      "Tries everything that waits now (O12). With an id, that entry, also one that was parked or set aside.",
    input: z.object({ commandId: commandIdSchema, outboxId: z.string().optional() }),
    output: syncStatusSchema,
    errors: [...entryErrors, "not-connected"],
  }),
  "outbox.setAside": command({
    reach: "desk",
    summary:
      "Keeps an entry without sending it, until somebody puts it back (O13). One that is on the wire is set aside after its answer.",
    input: z.object({ ...entryInput, reason: z.string().max(500).optional() }),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
  "outbox.putBack": command({
    reach: "desk",
    summary: "An entry that was set aside is again what it was before (O13).",
    input: z.object(entryInput),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
  "outbox.sendAgain": command({
    reach: "desk",
    summary:
      "Sends the same bytes again (O13). What may have arrived is looked for first; a refused one goes as a new entry with a new key, linked.",
    input: z.object(entryInput),
    output: outboxEntrySchema,
    errors: [...entryErrors, "must-reconcile"],
  }),
  "outbox.mend": command({
    reach: "desk",
    summary:
      "Sends a refused walk-up again with what was mended: a new entry, a new key, linked (W3).",
    input: z.object({ ...entryInput, form: walkUpFormSchema }),
    output: outboxEntrySchema,
    errors: [...entryErrors, "invalid", "must-reconcile"],
  }),
  "outbox.decide": command({
    reach: "lead",
    summary: "A person's decision on an entry whose arrival is unknown (O10).",
    input: z.object({
      ...entryInput,
      decision: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("adopt"), registrationId: z.string() }),
        z.object({ kind: z.literal("send-again") }),
        z.object({ kind: z.literal("take-back"), reason: z.string().max(500).optional() }),
      ]),
    }),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
} as const;
