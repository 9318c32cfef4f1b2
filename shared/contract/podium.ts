import { z } from "zod";
import { longestId } from "#shared/domain/basics/ids.ts";
import { longestPronunciation } from "#shared/domain/podium/podium.ts";
import { longestSegmentId } from "#shared/domain/podium/segment.ts";
import {
  actorSchema,
  atMsSchema,
  commandIdSchema,
  eventIdSchema,
  reasonSchema,
  runnerIdSchema,
} from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

export const runIdSchema = z.string().min(1).max(longestId);

/** In one of the API's forms, or in any other, kept verbatim (P3). */
export const segmentIdSchema = z.string().min(1).max(longestSegmentId);

/** Which clock places a segment (P2). */
export const segmentClockSchema = z.enum(["gun", "chip"]);
export type SegmentClock = z.infer<typeof segmentClockSchema>;

/** A line of a sheet as the crew typed it. The order of the lines is the claim (P1). */
export const slotInputSchema = z.object({
  bib: z.string().max(100),
  /** Whom the bib means, where it was found; null for a bib that nobody here has. */
  runnerId: z.string().max(200).nullable(),
  /** Shares the place of the line above. */
  tie: z.boolean(),
  /** As typed, digits alone as a clock's (P2); in an answer always with colons. Null when none was. */
  time: z.string().max(40).nullable(),
});
export type SlotInput = z.infer<typeof slotInputSchema>;

const saysWho = ({ bib, runnerId }: SlotInput): boolean => bib.trim() !== "" || runnerId !== null;

/**
 * A sheet as it was typed. Places follow from the order alone, so there is no line for a place that nobody took: a blank
 * line between others is refused, blank ones at the end say nothing.
 */
const sheetInputSchema = z
  .array(slotInputSchema)
  .max(1_000)
  .refine((slots) => slots.slice(0, slots.findLastIndex(saysWho) + 1).every(saysWho), {
    error: "A line between others is blank",
  });

/** What a person should look at before the segment is announced (P1, P4). The screen finds the words. */
export const slotWarningSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unknown-bib") }),
  z.object({
    kind: z.literal("ambiguous-bib"),
    holders: z.array(z.object({ name: z.string().nullable(), runLabel: z.string() })),
  }),
  z.object({ kind: z.literal("other-run"), runLabel: z.string() }),
  z.object({ kind: z.literal("not-checked-in") }),
  z.object({ kind: z.literal("not-confirmed"), status: z.string() }),
  z.object({ kind: z.literal("taken-back") }),
  z.object({ kind: z.literal("gone-upstream") }),
  /** The bib typed is not, or was not always, this runner's; `bib` is what they wear by our books. */
  z.object({ kind: z.literal("bib-swapped"), bib: z.string().nullable() }),
  z.object({ kind: z.literal("twice-in-segment"), place: z.int() }),
  /** Stands in another segment of the same no-double-dip group. */
  z.object({
    kind: z.literal("also-in-group"),
    segmentId: z.string(),
    segmentLabel: z.string(),
    place: z.int(),
  }),
  /** The time is faster than that of a better place, or differs within a tie. */
  z.object({ kind: z.literal("time-contradicts"), place: z.int() }),
  /** Faster than anybody runs, or slower than a walk for this distance. */
  z.object({ kind: z.literal("time-unlikely") }),
  /** Another segment by the same clock, or the finish log (null), has the two the other way round. */
  z.object({
    kind: z.literal("order-differs"),
    segmentLabel: z.string().nullable(),
    there: z.enum(["ahead", "tied", "apart"]),
    /** Whom it is about. */
    bib: z.string(),
    name: z.string().nullable(),
  }),
  /** Another segment by the same clock, or the finish log (null), has another time of this runner. */
  z.object({
    kind: z.literal("time-differs"),
    segmentLabel: z.string().nullable(),
    hundredths: z.int(),
  }),
]);
export type SlotWarning = z.infer<typeof slotWarningSchema>;

export const slotSchema = slotInputSchema.extend({
  /** Competition place (P1). */
  place: z.int(),
  name: z.string().nullable(),
  /** How the name is said (P7); null when nobody wrote it down. */
  pronunciation: z.string().nullable(),
  /** The bib the runner has by now; null when the runner is not known. */
  currentBib: z.string().nullable(),
  teamId: z.string().nullable(),
  /** Hundredths of a second (P2); null without a time. */
  hundredths: z.int().nullable(),
  /** The runner's time by the gun in the finish log; null without one, and by the chip. */
  loggedHundredths: z.int().nullable(),
  /** Beyond the depth and not tied with the last award place: no award. */
  beyondDepth: z.boolean(),
  warnings: z.array(slotWarningSchema),
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
  /** Award places; null when nobody says how many. */
  depth: z.int().nullable(),
  /** In the organizer's words, in order. */
  prizes: z.array(z.object({ place: z.int().nullable(), prize: z.string() })),
  /** `organizer`: from the API's awards, perhaps with a clock or depth declared here; `here`: built here. */
  source: z.enum(["organizer", "here"]),
  /** P5. `changed`: the sheet, its depth or its clock differs from what was announced. */
  state: z.enum(["empty", "draft", "announced", "changed"]),
  /** The sheet on screen; null when nothing was ever typed. */
  revision: z.string().nullable(),
  actor: actorSchema.nullable(),
  /** Who made it say something else than was announced, the last of them; null for the organizer, and without a change. */
  changedBy: actorSchema.nullable(),
  slots: z.array(slotSchema),
  /** Places still to fill; null without a depth. */
  toFill: z.int().nullable(),
  /** Lines that warn, and rivals (P5). */
  openWarnings: z.int(),
  announced: sheetSchema
    .extend({
      openWarnings: z.int(),
      announcedBy: actorSchema,
      /** As they were read out. */
      depth: z.int().nullable(),
      clock: segmentClockSchema,
    })
    .nullable(),
  /** Sheets that another desk typed without having seen this one (J4); a person settles them. */
  rivals: z.array(sheetSchema),
});
export type PodiumSegment = z.infer<typeof podiumSegmentSchema>;

export const podiumLineSchema = z.object({
  entryId: z.string(),
  kind: z.enum(["entered", "changed-after-announcement", "undone", "from-finish-log", "announced"]),
  actor: actorSchema,
  reason: z.string().nullable(),
  /** The sheet as it was then. */
  slots: z.array(z.object({ place: z.int(), bib: z.string(), name: z.string().nullable() })),
  openWarnings: z.int().nullable(),
  /** Another depth or clock than before, on a line about a change of these after an announcement. */
  declared: z.object({ depth: z.int(), clock: segmentClockSchema }).nullable(),
});
export type PodiumLine = z.infer<typeof podiumLineSchema>;

const segmentInput = {
  commandId: commandIdSchema,
  eventId: eventIdSchema,
  runId: runIdSchema,
  segmentId: segmentIdSchema,
};

export const podiumProcedures = {
  "podium.get": query({
    reach: "desk",
    summary: "The award segments of a run with what was typed, warnings and announcements.",
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
      /** The run shown: the one asked for, else the first; null when the event has none here. */
      runId: runIdSchema.nullable(),
      segments: z.array(podiumSegmentSchema),
      /** Segments of one group may not share a winner (P4). */
      groups: z.array(z.array(segmentIdSchema)),
      awards: z.object({
        /** `unrecognised`: an answer of a shape nobody expected, kept as it came. */
        state: z.enum(["never", "none", "read", "unrecognised", "failed"]),
        fetchedAtMs: atMsSchema.nullable(),
        raw: z.string().nullable(),
      }),
    }),
    errors: ["not-found"],
  }),
  "podium.find": query({
    reach: "desk",
    summary: "Whom a bib typed at the finish means: exact holders of the event, then look-alikes.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema, bib: z.string().max(100) }),
    output: z.object({
      /** The run's own first; several when the bib is double (B2). */
      holders: z.array(runnerRowSchema),
      /** Equal but for leading zeros (B1). */
      lookAlikes: z.array(runnerRowSchema),
      /** By the gun, of those holders whom the finish log has. */
      logged: z.array(z.object({ runnerId: z.string(), hundredths: z.int() })),
    }),
    errors: ["not-found"],
  }),
  "podium.enter": command({
    reach: "desk",
    summary: "Writes a segment's sheet anew. `follows` names the sheets the person saw.",
    input: z.object({
      ...segmentInput,
      slots: sheetInputSchema,
      follows: z.array(z.string()).max(20),
      /** Asked for once the segment was announced (P5). */
      reason: reasonSchema.optional(),
    }),
    output: podiumSegmentSchema,
    /** `changed-meanwhile`: somebody typed another sheet; `details.segment` is the segment as it is. */
    errors: ["not-found", "changed-meanwhile", "reason-needed", "invalid-time", "not-saved"],
  }),
  "podium.undo": command({
    reach: "desk",
    summary: "Goes back to the sheet before the last one.",
    input: z.object({
      ...segmentInput,
      follows: z.array(z.string()).max(20),
      reason: reasonSchema.optional(),
    }),
    output: podiumSegmentSchema,
    errors: ["not-found", "changed-meanwhile", "reason-needed", "nothing-to-undo", "not-saved"],
  }),
  "podium.announce": command({
    reach: "desk",
    summary: "Announces a segment as it stands (P5): who, when, over how many open warnings.",
    input: z.object({
      ...segmentInput,
      /** The sheet that is announced; another one by now is `changed-meanwhile`. */
      revision: z.string(),
      /** The count the person saw at the button; another one by now is `changed-meanwhile`. */
      openWarnings: z.int(),
      /** As the person saw them, likewise. */
      depth: z.int().nullable(),
      clock: segmentClockSchema,
    }),
    output: podiumSegmentSchema,
    errors: ["not-found", "changed-meanwhile", "nothing-to-announce", "not-saved"],
  }),
  "podium.pronounce": command({
    reach: "desk",
    summary:
      "Keeps how a runner's name is said, for the announcer (P7). An empty text takes it away.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runnerId: runnerIdSchema,
      text: z.string().trim().max(longestPronunciation),
    }),
    output: z.object({ pronunciation: z.string().nullable() }),
    errors: ["not-found", "not-saved"],
  }),
  "podium.history": query({
    reach: "desk",
    summary: "Everything that happened to a segment, newest last.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema, segmentId: segmentIdSchema }),
    output: z.object({ lines: z.array(podiumLineSchema) }),
    errors: ["not-found"],
  }),
  "segment.save": command({
    reach: "desk",
    summary: "Adds segments to a run, or declares label, depth and clock of known ones.",
    input: z.object({
      commandId: commandIdSchema,
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
    reach: "desk",
    summary: "Takes away a segment that was built here and holds nobody.",
    input: z.object(segmentInput),
    output: z.object({ segments: z.array(podiumSegmentSchema) }),
    errors: ["not-found", "from-organizer", "has-places", "not-saved"],
  }),
  "group.save": command({
    reach: "desk",
    summary: "Declares which segments of a run may not share a winner (P4).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runId: runIdSchema,
      groups: z.array(z.array(segmentIdSchema).min(2).max(200)).max(50),
    }),
    output: z.object({ groups: z.array(z.array(segmentIdSchema)) }),
    errors: ["not-found", "not-saved"],
  }),
} as const;
