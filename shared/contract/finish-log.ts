import { z } from "zod";
import { tidyWord } from "#shared/domain/basics/tidy.ts";
import { atMsSchema, eventIdSchema, reasonSchema } from "./common.ts";
import { podiumSegmentSchema, runIdSchema, segmentIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";

/** The two lists of a finish log: stamped times and typed bibs. */
export const finishListSchema = z.enum(["stamps", "bibs"]);
export type FinishList = z.infer<typeof finishListSchema>;

/** Milliseconds since the epoch, within the range of a JavaScript `Date`. */
const clockMsSchema = z.int().min(0).max(8_640_000_000_000_000);

/** The screen creates the id, so that a repeated request adds one item only. */
const itemIdSchema = z.string().min(8).max(64);

/** Any text of a finish sheet or a scanner, without invisible characters. */
const bibAsReadSchema = z.string().overwrite(tidyWord).min(1).max(100);

/** Warnings about a finisher. The last four are statuses other than confirmed. */
const personWarnings = ["not-checked-in", "waitlist", "cancelled", "refunded", "other"] as const;
const personWarningsSchema = z.array(z.enum(personWarnings));
export type FinisherWarnings = z.infer<typeof personWarningsSchema>;

export const finishRowSchema = z.object({
  /** Row number from 0: the n-th time belongs to the n-th bib. */
  index: z.int(),
  /** Null in rows after the last time. `atMs` null: a finish without a stamp. */
  stamp: z.object({ id: z.string(), atMs: atMsSchema.nullable() }).nullable(),
  /** Null in rows after the last bib. `bib` null: an unreadable bib. */
  line: z.object({ id: z.string(), bib: z.string().nullable() }).nullable(),
  runnerId: z.string().nullable(),
  name: z.string().nullable(),
  runId: z.string().nullable(),
  runLabel: z.string().nullable(),
  runPosition: z.int(),
  /** All holders of the bib, if there are several (B2): a person chooses the finisher. */
  several: z.array(
    z.object({
      runnerId: z.string(),
      name: z.string().nullable(),
      runLabel: z.string().nullable(),
      runPosition: z.int(),
      checkedIn: z.boolean(),
    }),
  ),
  /** Gun time in hundredths of a second; null without gun, stamp or runner. */
  hundredths: z.int().nullable(),
  warnings: z.array(
    z.enum([
      "unknown-bib",
      "ambiguous-bib",
      "twice",
      ...personWarnings,
      "before-gun",
      "before-above",
    ]),
  ),
});
export type FinishRow = z.infer<typeof finishRowSchema>;

/** The computer that writes the log (M13). */
export const logHolderSchema = z.object({
  name: z.string(),
  /** Who took the log, and when. */
  operator: z.string(),
  atMs: atMsSchema,
  isThis: z.boolean(),
});
export type LogHolder = z.infer<typeof logHolderSchema>;

/** One of several logs that computers wrote without knowing of each other (M13). */
export const logSideSchema = logHolderSchema.extend({
  /** Names the side for `finish.chooseSide`. */
  hold: z.string(),
  isInForce: z.boolean(),
  /** Times and bibs: all of the side in force; of another one those that the log lacks. */
  stamps: z.int(),
  bibs: z.int(),
  /** What the log lacks, in the order of this side; empty for the side in force. Null: not pressed, or unreadable. */
  lacking: z.object({
    times: z.array(atMsSchema.nullable()),
    bibs: z.array(z.string().nullable()),
  }),
});
export type LogSide = z.infer<typeof logSideSchema>;

const holdingSchema = z.object({
  /** Null if nobody holds the log: then everybody writes it. */
  holder: logHolderSchema.nullable(),
  /** The sides between which a person must choose, the one in force first; empty without a conflict. */
  sides: z.array(logSideSchema),
});

/** An action of a desk in the log, for the words of its undo. */
export const finishActionSchema = z.object({
  kind: z.enum(["stamp", "bib", "gap", "time", "move", "change", "settle", "remove", "gun"]),
  /** The bib after the action; null for a time, for an unreadable bib, and after a removal. */
  bib: z.string().nullable(),
  /** The time that was stamped or typed; else null. */
  atMs: atMsSchema.nullable(),
});
export type FinishAction = z.infer<typeof finishActionSchema>;

export const finishPageSchema = z.object({
  ...holdingSchema.shape,
  /** Number of rows, which is the length of the longer list. */
  total: z.int(),
  stamps: z.int(),
  bibs: z.int(),
  /** The entries among the times that were not pressed and have no typed time. */
  gaps: z.int(),
  rows: z.array(finishRowSchema),
  guns: z.array(z.object({ runId: runIdSchema, atMs: atMsSchema })),
  /** The action that undo would revert; null if this desk did nothing. */
  lastAction: finishActionSchema.nullable(),
});
export type FinishPage = z.infer<typeof finishPageSchema>;

/** A line of a segment, with its runner's time in the log in hundredths. */
const filledLine = {
  bib: z.string(),
  /** The runner whom the log names, as `finish.placings` does; the bib of the line may be a former one. */
  runnerId: z.string(),
  name: z.string().nullable(),
  hundredths: z.int(),
};

export const finishFillSchema = z.object({
  segmentId: z.string(),
  label: z.string(),
  clock: z.enum(["gun", "chip"]),
  isAnnounced: z.boolean(),
  /** The current revisions (J4): a command follows all of them. */
  follows: z.array(z.string()),
  /** Lines without a time, or with a former time of the log that nobody typed. */
  fills: z.array(z.object(filledLine)),
  /** Lines with a typed time that differs from the log's. */
  differs: z.array(z.object({ ...filledLine, typed: z.string() })),
});
export type FinishFill = z.infer<typeof finishFillSchema>;

const done = z.object({ total: z.int(), stamps: z.int(), bibs: z.int() });
/** `held-elsewhere`: another computer holds the log; `details.holder` names it. */
const itemErrors = ["not-found", "not-saved", "held-elsewhere"] as const;

export const finishProcedures = {
  "finish.page": query({
    role: "desk",
    summary: "A page of the finish log, times and bibs side by side; the last page without `from`.",
    input: z.object({
      eventId: eventIdSchema,
      from: z.int().min(0).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    output: finishPageSchema,
    errors: ["not-found"],
  }),
  "finish.stamp": command({
    role: "desk",
    summary:
      "Saves finish times. `atMs` is the time of the press by the clock of the screen, or a typed time.",
    input: z.object({
      eventId: eventIdSchema,
      stamps: z
        .array(
          z.object({
            id: itemIdSchema,
            atMs: clockMsSchema,
            /** A person typed the time for the next row without one: it is appended, whatever the time is (P11). */
            isTyped: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.bib": command({
    role: "desk",
    summary: "Adds a bib to the list, at its end or before another bib; null is an unreadable bib.",
    input: z.object({
      eventId: eventIdSchema,
      id: itemIdSchema,
      bib: bibAsReadSchema.nullable(),
      before: z.string().nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.change": command({
    role: "desk",
    summary: "Changes the bib of a line.",
    input: z.object({
      eventId: eventIdSchema,
      id: z.string(),
      bib: bibAsReadSchema.nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.settle": command({
    role: "desk",
    summary:
      "Chooses the finisher among several holders of the bib of a line; null removes the choice.",
    input: z.object({ eventId: eventIdSchema, id: z.string(), runnerId: z.string().nullable() }),
    output: done,
    errors: itemErrors,
  }),
  "finish.gap": command({
    role: "desk",
    summary: "Adds a finish without a time: all times after it move down by one row.",
    input: z.object({ eventId: eventIdSchema, id: itemIdSchema, before: z.string() }),
    output: done,
    errors: itemErrors,
  }),
  "finish.time": command({
    role: "desk",
    summary: "Changes a time of the log; its row stays the same.",
    input: z.object({ eventId: eventIdSchema, id: z.string(), atMs: clockMsSchema }),
    output: done,
    errors: itemErrors,
  }),
  "finish.move": command({
    role: "desk",
    summary: "Moves a time or a bib within its list.",
    input: z.object({
      eventId: eventIdSchema,
      list: finishListSchema,
      id: z.string(),
      before: z.string().nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.remove": command({
    role: "desk",
    summary:
      "Removes a time or a bib; all items after it move up by one row. The journal keeps it.",
    input: z.object({
      eventId: eventIdSchema,
      list: finishListSchema,
      id: z.string(),
      /** The item in the same row of the other list is removed too, so that the rows below stay together. */
      beside: z.string().optional(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.undo": command({
    role: "desk",
    summary: "Undoes the last action of this desk in the finish log.",
    input: z.object({ eventId: eventIdSchema }),
    output: done.extend({ undone: finishActionSchema.nullable() }),
    errors: [...itemErrors, "nothing-to-undo"],
  }),
  "finish.takeOver": command({
    role: "desk",
    summary: "From now on this computer writes the finish log, and the others are refused (M13).",
    input: z.object({ eventId: eventIdSchema }),
    output: holdingSchema,
    errors: ["not-found", "not-saved"],
  }),
  "finish.chooseSide": command({
    role: "desk",
    summary: "Chooses which of several logs counts that were written without a connection (M13).",
    input: z.object({ eventId: eventIdSchema, hold: z.string().max(200) }),
    output: holdingSchema,
    errors: ["not-found", "not-saved"],
  }),
  "gun.set": command({
    role: "desk",
    summary: "Sets the start time of a run; null removes it.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      atMs: clockMsSchema.nullable(),
      /** The screen showed no gun: a run that has one by now keeps it, and the reply is `gun-is-set`. */
      isFirst: z.boolean().optional(),
    }),
    output: z.object({ guns: finishPageSchema.shape.guns }),
    errors: ["not-found", "gun-is-set", "not-saved"],
  }),
  "finish.placings": query({
    role: "desk",
    summary: "The finishers of a run in the order of the finish log.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      limit: z.int().min(1).max(1_000).optional(),
      /** Award places: `unplaced` counts finishers who may belong there. Without it, those before the last placing. */
      depth: z.int().min(1).max(1_000).optional(),
    }),
    output: z.object({
      placings: z.array(
        z.object({
          place: z.int(),
          runnerId: z.string(),
          bib: z.string(),
          name: z.string().nullable(),
          hundredths: z.int().nullable(),
          warnings: personWarningsSchema,
        }),
      ),
      total: z.int(),
      /** Finishers without a place who may belong here: their bib has no holder, several, is unreadable, or came before. */
      unplaced: z.int(),
      /** The first of them, by row number from 0. */
      firstUnplaced: z.array(z.object({ index: z.int(), bib: z.string().nullable() })),
    }),
    errors: ["not-found"],
  }),
  "finish.fills": query({
    role: "desk",
    summary:
      "For each segment of a run: lines without a time that the log has, and lines with a different time than the log.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema }),
    output: z.object({ segments: z.array(finishFillSchema) }),
    errors: ["not-found"],
  }),
  "finish.unfill": command({
    role: "desk",
    summary: "Undoes everything that one `finish.toPodium` wrote, unless a segment changed since.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema, filled: z.string() }),
    output: z.object({ segments: z.int() }),
    errors: ["not-found", "nothing-to-undo", "changed-meanwhile", "reason-needed", "not-saved"],
  }),
  "finish.toPodium": command({
    role: "desk",
    summary:
      "Writes the first finishers of the log into a segment's sheet, one for each award place, and the log's times into other segments.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      segmentId: segmentIdSchema,
      follows: z.array(z.string()).max(20),
      /** Keeps typed times of this segment where the log has a different time. */
      keepTyped: z.boolean().optional(),
      /** Other segments that get missing times from the log; with `replace` also different times. */
      times: z
        .array(
          z.object({
            segmentId: segmentIdSchema,
            follows: z.array(z.string()).max(20),
            replace: z.boolean(),
          }),
        )
        .max(200)
        .optional(),
      reason: reasonSchema.optional(),
    }),
    /** `filled` identifies everything that was written, for `finish.unfill`. */
    output: podiumSegmentSchema.extend({ filled: z.string() }),
    errors: ["not-found", "changed-meanwhile", "reason-needed", "nothing-to-place", "not-saved"],
  }),
} as const;
