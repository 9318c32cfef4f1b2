import { z } from "zod";

/** A reason to check a line before the announcement (P1, P4). No warning forbids anything. */
export const placeWarningSchema = z.discriminatedUnion("kind", [
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
  /** The runner's bib was changed or swapped; `bib` is the runner's current bib. */
  z.object({ kind: z.literal("bib-swapped"), bib: z.string().nullable() }),
  z.object({ kind: z.literal("twice-in-segment"), place: z.int() }),
  /** The runner has a place in another segment of the same no-double-dip group. */
  z.object({
    kind: z.literal("also-in-group"),
    segmentId: z.string(),
    segmentLabel: z.string(),
    place: z.int(),
  }),
  /** The time is faster than that of a better place, or differs within a tie. */
  z.object({ kind: z.literal("time-contradicts"), place: z.int() }),
  /** The time is faster than a record or slower than walking for this distance. */
  z.object({ kind: z.literal("time-unlikely") }),
  /** Another segment with the same clock, or the finish log (null), has the two runners in the other order. */
  z.object({
    kind: z.literal("order-differs"),
    segmentLabel: z.string().nullable(),
    /** The position of the runner in that list relative to the other runner. */
    there: z.enum(["ahead", "tied", "apart"]),
    /** The other runner. */
    bib: z.string(),
    name: z.string().nullable(),
  }),
  /** Another segment with the same clock, or the finish log (null), has a different time of this runner. */
  z.object({
    kind: z.literal("time-differs"),
    segmentLabel: z.string().nullable(),
    hundredths: z.int(),
  }),
]);
export type PlaceWarning = z.infer<typeof placeWarningSchema>;

/** A contradiction between two lists. */
export type ContradictionWarning = Extract<
  PlaceWarning,
  { readonly kind: "order-differs" | "time-differs" }
>;
