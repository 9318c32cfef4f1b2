import { z } from "zod";
import { atMsSchema, nothingSchema } from "./common.ts";
import { connectionSchema } from "./connection.ts";
import { command, query } from "./procedure.ts";

/** What a wipe erases, in numbers (K4). */
export const wipeCountsSchema = z.object({
  /** Events with runners on this computer. */
  events: z.int(),
  runners: z.int(),
  /** Entries of the journal. */
  entries: z.int(),
  backups: z.int(),
});

/**
 * Why nothing can be erased now.
 *
 * - `unsent`: outbox entries that are not done; `count` says how many.
 * - `not-exported`: events whose journal has entries that no journal mirror and no export of the journal has; `names`
 *   has at most five of them.
 * - `has-full-desks`, `is-full-desk`: another computer exchanges its journal with this one.
 */
export const wipeStopSchema = z.object({
  code: z.enum(["unsent", "not-exported", "has-full-desks", "is-full-desk"]),
  count: z.int(),
  names: z.array(z.string()),
});
export type WipeStop = z.infer<typeof wipeStopSchema>;

/** What remains of erased data (K4). */
export const wipeRecordSchema = wipeCountsSchema.extend({
  atMs: atMsSchema,
  operator: z.string(),
  /** False: some files could not be removed at once. The next start removes them. */
  isWhole: z.boolean(),
});
export type WipeRecord = z.infer<typeof wipeRecordSchema>;

export const wipeViewSchema = z.object({
  counts: wipeCountsSchema,
  stops: z.array(wipeStopSchema),
  /** Number of files in Chute's own folder of exports. */
  exports: z.int(),
  /** Folders that a wipe does not touch: of the journal mirror, and of exports if a person chose one. */
  outside: z.array(z.string()),
  /** The last wipe of this computer. */
  last: wipeRecordSchema.nullable(),
});
export type WipeView = z.infer<typeof wipeViewSchema>;

export const wipeProcedures = {
  "wipe.look": query({
    role: "owner",
    summary: "What a wipe of this computer would erase, and why it cannot be done now (K4).",
    input: nothingSchema,
    output: wipeViewSchema,
  }),
  "wipe.perform": command({
    role: "owner",
    summary: "Erases the live data of this computer and begins with an empty folder (K4).",
    input: z.object({
      /** Number of journal entries that the person was shown. */
      entries: z.int().min(0),
      keepsExports: z.boolean(),
    }),
    output: connectionSchema,
    /**
     * `changed-meanwhile`: the journal has other entries than the person was shown. `live-unavailable`: everything was
     * erased, and the empty folder does not open yet.
     */
    errors: ["practice", "wipe-stopped", "changed-meanwhile", "not-erased", "live-unavailable"],
  }),
} as const;
