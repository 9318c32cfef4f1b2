import { z } from "zod";
import { actorSchema, atMsSchema, eventIdSchema, runnerIdSchema } from "./common.ts";
import { query } from "./procedure.ts";

/** What the desk should think of a runner's registration. Unknown values read `other` (D6). */
export const standingSchema = z.enum(["confirmed", "waitlist", "cancelled", "refunded", "other"]);
export type Standing = z.infer<typeof standingSchema>;

/** How a walk-up stands with the organizer's system; null for a registration that came from it. */
export const deliverySchema = z.enum([
  "not-sent",
  "maybe-sent",
  "confirmed",
  "refused",
  "taken-back",
]);
export type Delivery = z.infer<typeof deliverySchema>;

export const runnerRowSchema = z.object({
  id: runnerIdSchema,
  source: z.enum(["api", "walk-up"]),
  runId: z.string(),
  runLabel: z.string(),
  /** Position of the run in the event, for its colour; -1 when the run is unknown. */
  runPosition: z.int(),
  runStartTime: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  /** The bib in force: the one given here, else the API's. Text (B1). */
  bib: z.string().nullable(),
  standing: standingSchema,
  /** The API's own word, verbatim. */
  registrationStatus: z.string(),
  paceGroup: z.string().nullable(),
  teamId: z.string().nullable(),
  /** The check-in shown: the earliest claim (J4); null if not here yet. */
  checkedIn: actorSchema.nullable(),
  /** The server says `checkedIn: true` and nothing was recorded here (C2). */
  checkedInElsewhere: z.boolean(),
  delivery: deliverySchema.nullable(),
});
export type RunnerRow = z.infer<typeof runnerRowSchema>;

/** Which part of a row the search matched: [start, end) in UTF-16 units of the shown text. */
export const matchSchema = z.object({
  bib: z.array(z.tuple([z.int(), z.int()])),
  name: z.array(z.tuple([z.int(), z.int()])),
  email: z.array(z.tuple([z.int(), z.int()])),
});

export const searchRowSchema = runnerRowSchema.extend({ match: matchSchema });
export type SearchRow = z.infer<typeof searchRowSchema>;

/** Facts for a warning on the card; the screen finds the words. */
export const runnerWarningSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("bib-look-alike"),
    bib: z.string(),
    otherBib: z.string(),
    otherName: z.string().nullable(),
    otherRunLabel: z.string(),
  }),
  z.object({
    kind: z.literal("bib-double"),
    bib: z.string(),
    holders: z.array(
      z.object({ id: runnerIdSchema, name: z.string().nullable(), runLabel: z.string() }),
    ),
  }),
  z.object({
    kind: z.literal("bib-drift"),
    here: z.string().nullable(),
    there: z.string().nullable(),
  }),
  /** Computers gave different bibs and none knew of the other (J10); the first counts until a person gives one again. */
  z.object({
    kind: z.literal("bib-conflict"),
    bibs: z.array(z.object({ bib: z.string().nullable(), actor: actorSchema })),
  }),
  z.object({ kind: z.literal("gone-upstream"), noticedAtMs: atMsSchema }),
  /** The last complete download did not bring the registration, and it is not taken for gone (D3). */
  z.object({ kind: z.literal("unseen-upstream"), noticedAtMs: atMsSchema }),
  z.object({ kind: z.literal("run-cancelled"), runLabel: z.string(), eventStatus: z.string() }),
  z.object({ kind: z.literal("several-check-ins"), claims: z.array(actorSchema) }),
  z.object({ kind: z.literal("provisional-pair"), registrationId: z.string() }),
  z.object({
    kind: z.literal("cancelled-after-check-in"),
    status: z.string(),
    noticedAtMs: atMsSchema,
  }),
]);
export type RunnerWarning = z.infer<typeof runnerWarningSchema>;

/** One line of a runner's history, newest last. */
export const historyLineSchema = z.object({
  entryId: z.string(),
  kind: z.enum([
    "checked-in",
    "check-in-undone",
    "bib-given",
    "bib-swapped",
    "bib-undone",
    "walk-up-saved",
    "walk-up-edited",
    "walk-up-taken-back",
    "walk-up-restored",
    "walk-up-sent",
    "walk-up-confirmed",
    "walk-up-refused",
    "walk-up-adopted",
    "acknowledged",
  ]),
  actor: actorSchema,
  bib: z.string().nullable(),
  previousBib: z.string().nullable(),
  reason: z.string().nullable(),
  /** True for a line whose undo is still possible (C3). */
  undoable: z.boolean(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;

export const runnerCardSchema = z.object({
  runner: runnerRowSchema,
  /** Others with the same e-mail, in this event (C4). */
  family: z.array(runnerRowSchema),
  /** Others with the same `teamId` on a relay run (B2). */
  team: z.array(runnerRowSchema),
  warnings: z.array(runnerWarningSchema),
  history: z.array(historyLineSchema),
  notes: z.string().nullable(),
  /** How the name is said (P7); null when nobody wrote it down. */
  pronunciation: z.string().nullable(),
});
export type RunnerCard = z.infer<typeof runnerCardSchema>;

export const runCountsSchema = z.object({
  runId: z.string(),
  label: z.string(),
  position: z.int(),
  startTime: z.string().nullable(),
  date: z.string(),
  /** Checked in, here or elsewhere. */
  arrived: z.int(),
  /** Confirmed registrations plus walk-ups not taken back. */
  expected: z.int(),
});
export type RunCounts = z.infer<typeof runCountsSchema>;

export const recentCheckInSchema = z.object({
  entryId: z.string(),
  runner: runnerRowSchema,
  atMs: atMsSchema,
});

export const rosterProcedures = {
  "roster.search": query({
    reach: "desk",
    summary: "Runners by bib, parts of the name in any order, or e-mail; an exact bib first.",
    input: z.object({
      eventId: eventIdSchema,
      text: z.string().max(20_000),
      runId: z.string().optional(),
      state: z.enum(["all", "not-here", "here", "not-confirmed"]).optional(),
      limit: z.int().min(1).max(200).optional(),
      /** How many rows to skip, so that a list can be paged. */
      offset: z.int().min(0).max(1_000).optional(),
    }),
    output: z.object({
      rows: z.array(searchRowSchema),
      /** Up to 1,000; `more` says there are more than that. */
      total: z.int(),
      more: z.boolean(),
      /** How many runners have exactly this bib. They are the first rows of the whole list. */
      exactBibs: z.int(),
      /** How many runners have exactly this whole name. They come behind the exact bibs. */
      exactNames: z.int(),
      /** The one runner that the text means (C6); null when several qualify or nobody does. */
      meantId: runnerIdSchema.nullable(),
      /** Nothing matched; the rows are the nearest names. Enter alone never takes one of them (C6). */
      near: z.boolean(),
    }),
    errors: ["not-found"],
  }),
  "roster.get": query({
    reach: "desk",
    summary: "A runner's card: facts, family, warnings, history.",
    input: z.object({ eventId: eventIdSchema, runnerId: runnerIdSchema }),
    output: runnerCardSchema,
    errors: ["not-found"],
  }),
  "roster.scan": query({
    reach: "desk",
    summary:
      "Whom a scanned code means (B4). Several are all shown; none is said with what was read.",
    input: z.object({ eventId: eventIdSchema, text: z.string().max(20_000) }),
    output: z.object({
      reading: z.object({
        kind: z.enum(["bib", "registration-id", "email", "parkrun", "unknown"]),
        text: z.string(),
      }),
      rows: z.array(runnerRowSchema),
      /** The code belongs to another event on this computer. */
      otherEvent: z.object({ eventId: z.string(), eventName: z.string() }).nullable(),
    }),
    errors: ["not-found"],
  }),
  "roster.lanes": query({
    reach: "desk",
    summary: "Arrived and expected for each run, and arrivals a minute over the last hour.",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      lanes: z.array(runCountsSchema),
      /** 60 counts of 60 seconds each, oldest first; the last one ends at `atMs`. */
      arrivals: z.array(z.int()),
      atMs: atMsSchema,
      /** All check-ins safely recorded here for this event. */
      checkIns: z.int(),
    }),
    errors: ["not-found"],
  }),
  "roster.recent": query({
    reach: "desk",
    summary: "This desk's last check-ins that still stand, newest first.",
    input: z.object({ eventId: eventIdSchema, limit: z.int().min(1).max(50).optional() }),
    output: z.object({ checkIns: z.array(recentCheckInSchema) }),
    errors: ["not-found"],
  }),
} as const;
