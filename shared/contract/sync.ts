import { z } from "zod";
import { certainties, deliveryStates } from "#shared/domain/outbox/delivery-policy.ts";
import { outboxActionsSchema } from "#shared/domain/outbox/outbox-actions.ts";
import { atMsSchema, eventIdSchema, nothingSchema, runnerIdSchema } from "./common.ts";
import { eventFormSchema } from "./event-form.ts";
import { command, query } from "./procedure.ts";
import { walkUpFormSchema } from "./walk-up.ts";

export const outboxStateSchema = z.enum(deliveryStates);
export type OutboxState = z.infer<typeof outboxStateSchema>;

export const certaintySchema = z.enum(certainties);
export type Certainty = z.infer<typeof certaintySchema>;

/** Why an entry waits or needs a person. */
export const outboxReasonSchema = z.enum([
  "offline",
  "timeout",
  "captive-portal",
  "server-error",
  "rate-limited",
  "in-progress",
  "key-refused",
  "forbidden",
  "paused",
  "copied",
  "journal-follows",
  "registered-twice",
  "key-conflict",
  "refused",
  "set-aside",
  "reconcile",
  "several-matches",
  "not-found-again",
  "id-taken",
  "parked",
]);
export type OutboxReason = z.infer<typeof outboxReasonSchema>;

export const outboxEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(["walk-up", "event"]),
  /** The event of the entry; null for an event made here. */
  eventId: z.string().nullable(),
  /** The runner's local id, for a walk-up. */
  subject: z.string(),
  /** The name of the runner or the event. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  runLabel: z.string().nullable(),
  runPosition: z.int().nullable(),
  state: outboxStateSchema,
  certainty: certaintySchema,
  reason: outboxReasonSchema.nullable(),
  savedAtMs: atMsSchema,
  savedBy: z.string(),
  /** Who changed it or sent it again last, if this entry replaces another one; who saved it first stays (O13). */
  renewed: z.object({ atMs: atMsSchema, by: z.string(), isChanged: z.boolean() }).nullable(),
  lastTriedAtMs: atMsSchema.nullable(),
  /** The number of tries, without those that got a 429 (O6). */
  tries: z.int(),
  nextTryAtMs: atMsSchema.nullable(),
  finishedAtMs: atMsSchema.nullable(),
  /** `participantId` or `eventId` after the confirmation. */
  remoteId: z.string().nullable(),
  /** The message of the server. */
  serverMessage: z.string().nullable(),
  serverFields: z.record(z.string(), z.array(z.string())),
  httpStatus: z.int().nullable(),
  /** The typed form of a walk-up. */
  form: walkUpFormSchema.nullable(),
  /** The typed form of an event made here. */
  eventForm: eventFormSchema.nullable(),
  /** The entry that replaces this one. */
  successorId: z.string().nullable(),
  /** The entry that this one replaces. */
  predecessorId: z.string().nullable(),
  /** Registrations of the organizer that match, if a person must choose (O10). */
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string(),
      bib: z.string().nullable(),
    }),
  ),
  /** The reason why a person set the entry aside; null if there is none (O13). */
  asideReason: z.string().nullable(),
  /**
   * Why a person must ask the organizer about it: it was retracted here, or replaced by a corrected form (M10), while the
   * organizer has it (W3). Null: nothing is to be asked.
   */
  askOrganizer: z.enum(["retracted", "replaced"]).nullable(),
  acts: outboxActionsSchema,
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
  connectivity: z.object({
    state: z.enum(["unknown", "online", "offline"]),
    sinceMs: atMsSchema.nullable(),
  }),
  paused: z.boolean(),
  /** The data folder was cloned, so nothing is sent until `outbox.confirmCopy` (S5); null otherwise. */
  copied: z
    .object({
      /** `backup`: a restored backup; `older`: not the last database of this folder; `elsewhere`: from another computer. */
      why: z.enum(["backup", "older", "elsewhere"]),
      foundAtMs: atMsSchema,
    })
    .nullable(),
  /** The current activity of the outbox. */
  activity: z.enum([
    "idle",
    "sending",
    "waiting",
    "paused",
    "held-key-refused",
    "held-rate-limit",
    "held-as-copy",
    "held-other-hub",
    "not-connected",
  ]),
  /** While sending: the position in this drain and its size. */
  sending: z.object({ index: z.int(), of: z.int() }).nullable(),
  waiting: z.int(),
  /** The number of entries that wait for a person, without those that a person set aside. */
  needsAttention: z.int(),
  /** The number of entries about which a person must ask the organizer (W3, M10). */
  askOrganizer: z.int(),
  setAside: z.int(),
  maybeSent: z.int(),
  sentToday: z.int(),
  nextTryAtMs: atMsSchema.nullable(),
  downloads: z.int(),
  /** A download that a person started (official results, awards, series, collections) waits until this time, because the API asked for it (O6); else null. */
  pullWaitUntilMs: atMsSchema.nullable(),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** Counts of the whole outbox, with ended entries: no entry is ever deleted (O1). */
export const outboxTotalsSchema = z.object({
  counts: z.record(certaintySchema, z.int()),
  /** All events with walk-ups in the outbox, independent of the input. */
  events: z.array(z.object({ id: eventIdSchema, name: z.string().nullable(), entries: z.int() })),
});
export type OutboxTotals = z.infer<typeof outboxTotalsSchema>;

const entryErrors = ["not-found", "not-saved", "wrong-state"] as const;

export const syncProcedures = {
  "sync.status": query({
    role: "desk",
    summary: "The state of the network and of the outbox.",
    input: nothingSchema,
    output: syncStatusSchema,
  }),
  "sync.look": query({
    role: "desk",
    summary:
      "Checks the network now; if it works, waiting entries continue (O12). Returns the state before the check.",
    input: nothingSchema,
    output: syncStatusSchema,
  }),
  "pull.stop": command({
    role: "desk",
    summary:
      "Ends the downloads that wait because of a rate limit; each returns `rate-limited` (O6).",
    input: nothingSchema,
    output: nothingSchema,
  }),
  "outbox.list": query({
    role: "desk",
    summary:
      "The entries of the outbox: first those that need a person, then in the order in which they were saved.",
    input: z.object({
      /** `ask`: those about which a person must ask the organizer (W3, M10), all of them. */
      show: z.enum(["open", "done", "all", "ask"]).optional(),
      /** Only entries with this certainty (W3). */
      certainty: certaintySchema.optional(),
      /** Only walk-ups of this event. */
      eventId: eventIdSchema.optional(),
      /** The number of entries to skip. */
      from: z.int().nonnegative().optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    /** `total` ignores `from` and `limit`. */
    output: z.object({ entries: z.array(outboxEntrySchema), total: z.int() }),
  }),
  "outbox.totals": query({
    role: "desk",
    summary: "The number of all entries by certainty (W3).",
    input: z.object({ eventId: eventIdSchema.optional() }),
    output: outboxTotalsSchema,
  }),
  "outbox.get": query({
    role: "desk",
    summary: "One entry with its exact body, its idempotency key and all attempts.",
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
    role: "desk",
    summary:
      "The current outbox entry of a walk-up; null for a runner who is not a walk-up of this desk.",
    input: z.object({ eventId: eventIdSchema, runnerId: runnerIdSchema }),
    output: z.object({ entry: outboxEntrySchema.nullable() }),
  }),
  "outbox.pause": command({
    role: "owner",
    summary: "Pauses sending.",
    input: nothingSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.resume": command({
    role: "owner",
    summary: "Resumes sending.",
    input: nothingSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.confirmCopy": command({
    role: "owner",
    summary:
      "Confirms that work continues in this cloned folder, so that unsent entries may be sent (S5).",
    input: nothingSchema,
    output: syncStatusSchema,
    errors: ["not-saved"],
  }),
  "outbox.tryNow": command({
    role: "desk",
    summary:
      "Sends all waiting entries now (O12). With an id, only that entry, also if it was parked or set aside.",
    input: z.object({ outboxId: z.string().optional() }),
    output: syncStatusSchema,
    errors: [...entryErrors, "not-connected"],
  }),
  "outbox.setAside": command({
    role: "desk",
    summary:
      "Does not send an entry until a person puts it back (O13). An entry that is being sent is set aside after its answer.",
    input: z.object({ outboxId: z.string(), reason: z.string().max(500).optional() }),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
  "outbox.requeue": command({
    role: "desk",
    summary: "Restores the state of an entry before it was set aside (O13).",
    input: z.object({ outboxId: z.string() }),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
  "outbox.sendAgain": command({
    role: "desk",
    summary:
      "Sends the same body again (O13). If the entry may have arrived, the organizer's list is searched first; a refused entry is sent as a new, linked entry with a new key.",
    input: z.object({ outboxId: z.string() }),
    output: outboxEntrySchema,
    errors: [...entryErrors, "must-reconcile"],
  }),
  "outbox.correct": command({
    role: "desk",
    summary:
      "Sends a refused walk-up again with corrections: a new, linked entry with a new key (W3).",
    input: z.object({ outboxId: z.string(), form: walkUpFormSchema }),
    output: outboxEntrySchema,
    errors: [...entryErrors, "invalid", "must-reconcile"],
  }),
  "outbox.decide": command({
    role: "lead",
    summary:
      "A person's decision on an entry whose arrival is unknown (O10), or the word that the organizer was told (W3) and its undo.",
    input: z.object({
      outboxId: z.string(),
      decision: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("adopt"), registrationId: z.string() }),
        z.object({ kind: z.literal("send-again") }),
        z.object({ kind: z.literal("take-back"), reason: z.string().max(500).optional() }),
        z.object({ kind: z.enum(["organizer-told", "organizer-not-told"]) }),
      ]),
    }),
    output: outboxEntrySchema,
    errors: entryErrors,
  }),
} as const;
