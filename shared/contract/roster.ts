import { z } from "zod";
import { deliveries } from "#shared/domain/outbox/local-record.ts";
import { standings } from "#shared/domain/registrations/registration.ts";
import { scanKinds } from "#shared/domain/scan/barcode-payload.ts";
import { actorSchema } from "#shared/domain/journal/journal.ts";
import { atMsSchema, eventIdSchema, runnerIdSchema } from "./common.ts";
import { query } from "./procedure.ts";

export const deliverySchema = z.enum(deliveries);

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
  /** The current bib: the one given here, else the API's. It is a text (B1). */
  bib: z.string().nullable(),
  standing: z.enum(standings),
  /** The status as the API writes it. */
  registrationStatus: z.string(),
  paceGroup: z.string().nullable(),
  teamId: z.string().nullable(),
  /** The earliest check-in (J4); null if there is none. */
  checkedIn: actorSchema.nullable(),
  /** The API has `checkedIn: true`, and no check-in was recorded here (C2). */
  checkedInElsewhere: z.boolean(),
  delivery: deliverySchema.nullable(),
});
export type RunnerRow = z.infer<typeof runnerRowSchema>;

/** The parts of a row that the search matched: [start, end) in UTF-16 units of the shown text. */
export const matchSchema = z.object({
  bib: z.array(z.tuple([z.int(), z.int()])),
  name: z.array(z.tuple([z.int(), z.int()])),
  email: z.array(z.tuple([z.int(), z.int()])),
});

export const searchRowSchema = runnerRowSchema.extend({ match: matchSchema });
export type SearchRow = z.infer<typeof searchRowSchema>;

/** The data of a warning on the card; the screen has the texts. */
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
  /** The note of the walk-up names the bib that was typed with it, and the bib was changed later (W3). */
  z.object({ kind: z.literal("bib-told"), here: z.string().nullable(), told: z.string() }),
  /** Computers gave different bibs without knowing of each other (J10); the first one is in force until a person gives a bib again. */
  z.object({
    kind: z.literal("bib-conflict"),
    bibs: z.array(z.object({ bib: z.string().nullable(), actor: actorSchema })),
  }),
  /** The walk-up was retracted here, and the organizer may have it (W3). */
  z.object({ kind: z.literal("ask-organizer") }),
  z.object({ kind: z.literal("gone-upstream"), noticedAtMs: atMsSchema }),
  /** The last complete download did not bring the registration, and no person decided yet (D3). */
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
  /** The action of this line can still be undone (C3). */
  undoable: z.boolean(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;

export const runnerCardSchema = z.object({
  runner: runnerRowSchema,
  /** Other runners of this event with the same e-mail (C4). */
  family: z.array(runnerRowSchema),
  /** Other runners of a relay run with the same `teamId` (B2). */
  team: z.array(runnerRowSchema),
  /** The warnings of the family and the team, by the id of the runner; a runner without a warning is left out (C3, C4). */
  companionWarnings: z.record(runnerIdSchema, z.array(runnerWarningSchema)),
  warnings: z.array(runnerWarningSchema),
  history: z.array(historyLineSchema),
  notes: z.string().nullable(),
  /** The pronunciation of the name (P7); null if it was never written. */
  pronunciation: z.string().nullable(),
});
export type RunnerCard = z.infer<typeof runnerCardSchema>;

export const runCountsSchema = z.object({
  runId: z.string(),
  label: z.string(),
  position: z.int(),
  startTime: z.string().nullable(),
  date: z.string(),
  /** The planned start, by the venue's clocks (D8). */
  startsAtMs: atMsSchema.nullable(),
  /** Checked in, here or elsewhere. */
  arrived: z.int(),
  /** Confirmed registrations, walk-ups that were not retracted, and whoever arrived without being one of them. */
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
    role: "desk",
    summary: "Runners by bib, parts of the name in any order, or e-mail; an exact bib first.",
    input: z.object({
      eventId: eventIdSchema,
      text: z.string().max(20_000),
      limit: z.int().min(1).max(200).optional(),
      /** How many rows to skip, so that a list can be paged. */
      offset: z.int().min(0).max(1_000).optional(),
    }),
    output: z.object({
      rows: z.array(searchRowSchema),
      /** At most 1,000; `more`: there are more rows. */
      total: z.int(),
      more: z.boolean(),
      /** How many runners have exactly this bib. They are the first rows of the whole list. */
      exactBibs: z.int(),
      /** How many runners have exactly this whole name. They come after the bibs that are equal but for leading zeros. */
      exactNames: z.int(),
      /** The one runner that the text means (C6); null when several qualify or nobody does. */
      meantId: runnerIdSchema.nullable(),
      /** Nothing matched; the rows are the most similar names. Enter alone never selects one of them (C6). */
      near: z.boolean(),
    }),
    errors: ["not-found"],
  }),
  "roster.get": query({
    role: "desk",
    summary: "A runner's card: data, family, warnings, history.",
    input: z.object({ eventId: eventIdSchema, runnerId: runnerIdSchema }),
    output: runnerCardSchema,
    errors: ["not-found"],
  }),
  "roster.scan": query({
    role: "desk",
    summary: "The runners that a scanned code may mean (B4), and the parsed code.",
    input: z.object({ eventId: eventIdSchema, text: z.string().max(20_000) }),
    output: z.object({
      reading: z.object({
        kind: z.enum(scanKinds),
        text: z.string(),
      }),
      rows: z.array(runnerRowSchema),
      /** Nobody has this bib; the rows have bibs that differ from it in leading zeros (B1). */
      isLookAlike: z.boolean(),
      /** The code belongs to another event on this computer. */
      otherEvent: z.object({ eventId: z.string(), eventName: z.string() }).nullable(),
    }),
    errors: ["not-found"],
  }),
  "roster.runCounts": query({
    role: "desk",
    summary:
      "Arrived and expected runners of each run, and arrivals per minute over the last hour.",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      runs: z.array(runCountsSchema),
      /** 60 counts of 60 seconds each, oldest first; the last one ends at `atMs`. */
      arrivals: z.array(z.int()),
      atMs: atMsSchema,
      /** The number of check-ins recorded here for this event. */
      checkIns: z.int(),
    }),
    errors: ["not-found"],
  }),
  "roster.recent": query({
    role: "desk",
    summary: "This desk's last check-ins that were not undone, newest first.",
    input: z.object({ eventId: eventIdSchema, limit: z.int().min(1).max(50).optional() }),
    output: z.object({ checkIns: z.array(recentCheckInSchema) }),
    errors: ["not-found"],
  }),
} as const;
