import { z } from "zod";
import { longestPronunciation } from "./in-screens.ts";
import { longestId } from "#shared/domain/basics/ids.ts";
import type { PlaceWarning } from "#shared/domain/podium/place-warning.ts";
import { placeWarningSchema } from "#shared/domain/podium/place-warning.ts";
import { longestSegmentId } from "#shared/domain/podium/segment.ts";
import { actorSchema } from "#shared/domain/journal/journal.ts";
import { atMsSchema, eventIdSchema, reasonSchema, runnerIdSchema } from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

export const runIdSchema = z.string().min(1).max(longestId);

/** Kept exactly as the API writes it, in any form (P3). */
export const segmentIdSchema = z.string().min(1).max(longestSegmentId);

/** The clock that decides the places of a segment (P2). */
export const segmentClockSchema = z.enum(["gun", "chip"]);
export type SegmentClock = z.infer<typeof segmentClockSchema>;

/** A typed line of a sheet. The order of the lines decides the places (P1). */
export const slotInputSchema = z.object({
  bib: z.string().max(100),
  /** The runner with the bib; null if no known runner has it. */
  runnerId: z.string().max(200).nullable(),
  /** Shares the place of the line above. */
  tie: z.boolean(),
  /** The typed time; digits without colons are read like a clock (P2). Replies always have colons. Null: no time. */
  time: z.string().max(40).nullable(),
});
export type SlotInput = z.infer<typeof slotInputSchema>;

const hasRunner = ({ bib, runnerId }: SlotInput): boolean => bib.trim() !== "" || runnerId !== null;

/**
 * A sheet as it was typed. The order of the lines decides the places, so a blank line between others is refused; blank lines at
 * the end are ignored.
 */
const sheetInputSchema = z
  .array(slotInputSchema)
  .max(1_000)
  .refine((slots) => slots.slice(0, slots.findLastIndex(hasRunner) + 1).every(hasRunner), {
    error: "A line between others is blank",
  });

export type SlotWarning = PlaceWarning;

export const slotSchema = slotInputSchema.extend({
  /** Competition place (P1). */
  place: z.int(),
  name: z.string().nullable(),
  /** Pronunciation of the name (P7); null if never written. */
  pronunciation: z.string().nullable(),
  /** The runner's current bib; null if the runner is unknown. */
  currentBib: z.string().nullable(),
  teamId: z.string().nullable(),
  /** Hundredths of a second (P2); null without a time. */
  hundredths: z.int().nullable(),
  /** The runner's gun time in the finish log; null if there is none, and in a segment with chip times. */
  loggedHundredths: z.int().nullable(),
  /** The place is below the last award place and does not tie with it. */
  beyondDepth: z.boolean(),
  warnings: z.array(placeWarningSchema),
});
export type Slot = z.infer<typeof slotSchema>;

/** One state of a segment's sheet; `revision` is the journal entry that wrote it. */
const sheetSchema = z.object({
  revision: z.string(),
  actor: actorSchema,
  slots: z.array(slotSchema),
});

export const podiumSegmentSchema = z.object({
  runId: runIdSchema,
  segmentId: segmentIdSchema,
  label: z.string(),
  clock: segmentClockSchema,
  /** Number of award places; null if unknown. */
  depth: z.int().nullable(),
  /** The prizes of the organizer, in order. */
  prizes: z.array(z.object({ place: z.int().nullable(), prize: z.string() })),
  /** `organizer`: from the API's awards, possibly with a clock or depth declared here; `here`: created here. */
  source: z.enum(["organizer", "here"]),
  /** P5. `changed`: the sheet, its depth or its clock differs from what was announced. */
  state: z.enum(["empty", "draft", "announced", "changed"]),
  /** The entry id of the shown sheet; null if nothing was ever typed. */
  revision: z.string().nullable(),
  actor: actorSchema.nullable(),
  /** The last person who changed the announced sheet; null without a change, or if the organizer's awards changed. */
  changedBy: actorSchema.nullable(),
  slots: z.array(slotSchema),
  /** Places still to fill; null without a depth. */
  toFill: z.int().nullable(),
  /** Number of lines with warnings and of rivals (P5). */
  openWarnings: z.int(),
  announced: sheetSchema
    .extend({
      openWarnings: z.int(),
      announcedBy: actorSchema,
      /** As announced. */
      depth: z.int().nullable(),
      clock: segmentClockSchema,
    })
    .nullable(),
  /** Sheets that another desk typed without having seen this one (J4); a person decides between them. */
  rivals: z.array(sheetSchema),
});
export type PodiumSegment = z.infer<typeof podiumSegmentSchema>;

export const podiumLineSchema = z.object({
  entryId: z.string(),
  kind: z.enum(["entered", "changed-after-announcement", "undone", "from-finish-log", "announced"]),
  actor: actorSchema,
  reason: z.string().nullable(),
  /** The sheet at that time. */
  slots: z.array(z.object({ place: z.int(), bib: z.string(), name: z.string().nullable() })),
  openWarnings: z.int().nullable(),
  /** The new depth and clock, on a line about a change of them after an announcement. */
  declared: z.object({ depth: z.int(), clock: segmentClockSchema }).nullable(),
});
export type PodiumLine = z.infer<typeof podiumLineSchema>;

const segmentInput = {
  eventId: eventIdSchema,
  runId: runIdSchema,
  segmentId: segmentIdSchema,
};

export const podiumProcedures = {
  "podium.get": query({
    role: "desk",
    summary: "The award segments of a run with sheets, warnings and announcements.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema.optional() }),
    output: z.object({
      eventName: z.string(),
      timeZone: z.string().nullable(),
      runs: z.array(
        z.object({
          id: runIdSchema,
          label: z.string(),
          position: z.int(),
          distanceMeters: z.number(),
          isRelay: z.boolean(),
          segments: z.int(),
          announced: z.int(),
        }),
      ),
      /** The requested run, else the first; null if the event has no run. */
      runId: runIdSchema.nullable(),
      segments: z.array(podiumSegmentSchema),
      /** Segments of one group may not share a winner (P4). */
      groups: z.array(z.array(segmentIdSchema)),
      awards: z.object({
        /** `unrecognised`: the API's answer has an unknown form and is kept unchanged. */
        state: z.enum(["never", "none", "read", "unrecognised", "failed"]),
        fetchedAtMs: atMsSchema.nullable(),
        raw: z.string().nullable(),
      }),
    }),
    errors: ["not-found"],
  }),
  "podium.find": query({
    role: "desk",
    summary: "The runners that a typed bib may mean: its holders in the event, then look-alikes.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema, bib: z.string().max(100) }),
    output: z.object({
      /** Holders of the bib, those of this run first; several if the bib is a duplicate (B2). */
      holders: z.array(runnerRowSchema),
      /** Equal but for leading zeros (B1). */
      lookAlikes: z.array(runnerRowSchema),
      /** The gun times of the holders in the finish log. */
      logged: z.array(z.object({ runnerId: z.string(), hundredths: z.int() })),
    }),
    errors: ["not-found"],
  }),
  "podium.enter": command({
    role: "desk",
    summary: "Replaces a segment's sheet. `follows` are the sheets that the person saw.",
    input: z.object({
      ...segmentInput,
      slots: sheetInputSchema,
      follows: z.array(z.string()).max(20),
      /** Required after the announcement (P5). */
      reason: reasonSchema.optional(),
    }),
    output: podiumSegmentSchema,
    /**
     * `changed-meanwhile`: another sheet was saved; `details.segment` is the current segment, and `details.isSameDesk` says
     * whether the asking desk saved it, for example in another window.
     */
    errors: ["not-found", "changed-meanwhile", "reason-needed", "invalid-time", "not-saved"],
  }),
  "podium.undo": command({
    role: "desk",
    summary: "Restores the sheet before the current one.",
    input: z.object({
      ...segmentInput,
      follows: z.array(z.string()).max(20),
      reason: reasonSchema.optional(),
    }),
    output: podiumSegmentSchema,
    errors: ["not-found", "changed-meanwhile", "reason-needed", "nothing-to-undo", "not-saved"],
  }),
  "podium.announce": command({
    role: "desk",
    summary:
      "Announces the current state of a segment, with person, time and number of open warnings (P5).",
    input: z.object({
      ...segmentInput,
      /** The announced revision; if there is a newer one, the reply is `changed-meanwhile`. */
      revision: z.string(),
      /** The count that the person saw; if it differs, the reply is `changed-meanwhile`. */
      openWarnings: z.int(),
      /** As the person saw them; if they differ, the reply is `changed-meanwhile`. */
      depth: z.int().nullable(),
      clock: segmentClockSchema,
    }),
    output: podiumSegmentSchema,
    errors: ["not-found", "changed-meanwhile", "nothing-to-announce", "not-saved"],
  }),
  "podium.pronounce": command({
    role: "desk",
    summary:
      "Saves the pronunciation of a runner's name for the announcer (P7). An empty text removes it.",
    input: z.object({
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
      text: z.string().trim().max(longestPronunciation),
    }),
    output: z.object({ pronunciation: z.string().nullable() }),
    errors: ["not-found", "not-saved"],
  }),
  "podium.history": query({
    role: "desk",
    summary: "The history of a segment, newest last.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema, segmentId: segmentIdSchema }),
    output: z.object({ lines: z.array(podiumLineSchema) }),
    errors: ["not-found"],
  }),
  "segment.save": command({
    role: "desk",
    summary: "Adds segments to a run, or declares label, depth and clock of existing ones.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      segments: z
        .array(
          z.object({
            segmentId: segmentIdSchema,
            label: z.string().trim().min(1).max(100),
            depth: z.int().min(1).max(1_000),
            clock: segmentClockSchema,
          }),
        )
        .min(1)
        .max(200),
    }),
    output: z.object({ segments: z.array(podiumSegmentSchema) }),
    errors: ["not-found", "not-saved"],
  }),
  "segment.remove": command({
    role: "desk",
    summary: "Removes an empty segment that was created here.",
    input: z.object(segmentInput),
    output: z.object({ segments: z.array(podiumSegmentSchema) }),
    errors: ["not-found", "from-organizer", "has-places", "not-saved"],
  }),
  "group.save": command({
    role: "desk",
    summary: "Declares which segments of a run may not share a winner (P4).",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      groups: z.array(z.array(segmentIdSchema).min(2).max(200)).max(50),
    }),
    output: z.object({ groups: z.array(z.array(segmentIdSchema)) }),
    errors: ["not-found", "not-saved"],
  }),
} as const;
