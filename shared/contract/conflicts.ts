import { z } from "zod";
import { conflictKinds } from "#shared/domain/desks/conflict-candidates.ts";
import { atMsSchema, eventIdSchema } from "./common.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";

/** What one side of a conflict says; the screen has the texts. */
export const conflictValueSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bib"), bib: z.string().nullable() }),
  z.object({ kind: z.literal("check-in") }),
  z.object({
    kind: z.literal("walk-up"),
    name: z.string().nullable(),
    email: z.string(),
    runLabel: z.string(),
    paceGroup: z.string().nullable(),
    notes: z.string().nullable(),
  }),
  z.object({ kind: z.literal("time-zone"), timeZone: z.string() }),
  /** The labels of each group's segments. */
  z.object({ kind: z.literal("groups"), groups: z.array(z.array(z.string())) }),
  z.object({
    kind: z.literal("segment"),
    label: z.string(),
    depth: z.number(),
    clock: z.string(),
  }),
  z.object({ kind: z.literal("gun"), atMs: z.number().nullable() }),
  /** `isMoved`: the row is at another position of the log than in the side that is in force. */
  z.object({ kind: z.literal("finish-time"), atMs: z.number().nullable(), isMoved: z.boolean() }),
  z.object({ kind: z.literal("finish-bib"), bib: z.string().nullable(), isMoved: z.boolean() }),
  /** A segment or a row of the finish log. */
  z.object({ kind: z.literal("removed") }),
  z.object({
    kind: z.literal("sheet"),
    slots: z.array(
      z.object({
        place: z.int(),
        bib: z.string(),
        name: z.string().nullable(),
        time: z.string().nullable(),
      }),
    ),
  }),
  z.object({ kind: z.literal("hub"), name: z.string() }),
  /** The log that this computer wrote: all times and bibs of the side in force, of another side those that it lacks. */
  z.object({
    kind: z.literal("finish-log"),
    name: z.string(),
    stamps: z.int(),
    bibs: z.int(),
  }),
  z.object({ kind: z.literal("bib-twice"), runner: runnerRowSchema }),
]);
export type ConflictValue = z.infer<typeof conflictValueSchema>;

const sideSchema = z.object({
  entryId: z.string(),
  value: conflictValueSchema,
  operator: z.string(),
  desk: z.string(),
  atMs: atMsSchema,
  /** What all screens show until a person chooses. */
  isInForce: z.boolean(),
});

/** What two databases set differently without knowing of each other (M11). */
export const conflictSchema = z.object({
  id: z.string(),
  kind: z.enum([...conflictKinds, "bib-twice", "finish-log"]),
  /** What the sides are about; each field is null unless the kind has it. */
  about: z.object({
    runner: runnerRowSchema.nullable(),
    runLabel: z.string().nullable(),
    segmentLabel: z.string().nullable(),
    bib: z.string().nullable(),
  }),
  /** The side in force first. One bib on several runners and rival hubs have no side in force. */
  sides: z.array(sideSchema),
  /** False: the walk-up's card, the screen Desks or the owner settles it. */
  isSettledHere: z.boolean(),
});
export type DeskConflict = z.infer<typeof conflictSchema>;

const longestConflictId = 1_000;

export const conflictProcedures = {
  "conflict.list": query({
    role: "desk",
    summary:
      "What databases set differently without knowing of each other, with both sides, and who lost a bib by it (M11).",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      conflicts: z.array(conflictSchema),
      /** Runners who are here without a bib, because theirs was given to somebody else; all of them. */
      withoutBib: z.array(runnerRowSchema),
    }),
    errors: ["not-found"],
  }),
  "conflict.settle": command({
    role: "desk",
    summary: "Chooses one side of a conflict, with an ordinary entry that follows all sides (M11).",
    input: z.object({
      eventId: eventIdSchema,
      conflictId: z.string().max(longestConflictId),
      entryId: z.string().max(200),
    }),
    output: z.object({ conflicts: z.array(conflictSchema) }),
    /**
     * `settled-meanwhile`: the conflict or its side is no longer there. `settle-elsewhere`: see `isSettledHere`.
     * `reason-needed`: the sheet was announced, and Podium asks for the reason (P5).
     */
    errors: [
      "not-found",
      "not-saved",
      "settled-meanwhile",
      "settle-elsewhere",
      "bib-taken",
      "reason-needed",
    ],
  }),
} as const;
