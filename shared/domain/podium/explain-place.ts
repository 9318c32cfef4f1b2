import { isAwarded } from "./ranking.ts";

/** A line of a sheet with its place. */
export interface PlacedSlot {
  readonly place: number;
  readonly bib: string;
  readonly name: string | null;
  /** The time of the line; null if it has none. */
  readonly hundredths: number | null;
}

/** The parts of a segment that decide its places. */
export interface PlacedSegment {
  readonly clock: "gun" | "chip";
  readonly depth: number | null;
  /** The lines, in the order in which they were typed. */
  readonly slots: readonly PlacedSlot[];
}

/** One reason why a line has its place. The screen shows one sentence for each, in this order. */
export type PlaceReason =
  /** The times of this segment are of this clock (P2). */
  | { readonly kind: "clock"; readonly clock: "gun" | "chip" }
  /** The place is one more than the number of runners ahead, in the typed order (P1). */
  | { readonly kind: "ahead"; readonly place: number; readonly ahead: number }
  /** These lines share the place. */
  | { readonly kind: "tied"; readonly place: number; readonly with: readonly PlacedSlot[] }
  /** Their times are equal to the hundredth too. */
  | { readonly kind: "equal-times"; readonly hundredths: number }
  /** The place after a shared one: `nobody` are the places that nobody has, because `shared` runners are on `place`. */
  | {
      readonly kind: "after-tie";
      readonly place: number;
      readonly shared: number;
      readonly nobody: readonly number[];
    }
  /** The place of the next line, after `shared` runners on this place. */
  | { readonly kind: "next-place"; readonly next: number; readonly shared: number }
  /** A runner who ties at the last award place gets an award, even if there are more runners than awards. */
  | {
      readonly kind: "kept-at-cut";
      readonly depth: number;
      /** The number of runners who get an award. */
      readonly kept: number;
    }
  | { readonly kind: "beyond-depth"; readonly depth: number }
  /** The times are equal to the hundredth, but no tie is marked: the typed order decides. */
  | { readonly kind: "equal-but-not-tied"; readonly others: readonly PlacedSlot[] }
  /** Slower than a runner behind, or faster than a runner ahead: the typed order decides. */
  | { readonly kind: "order-against-time"; readonly others: readonly PlacedSlot[] }
  /** The tie is marked, but the times differ. */
  | { readonly kind: "tie-against-time"; readonly others: readonly PlacedSlot[] };

/** The reasons for the place of the line at `index`; empty if there is no such line. */
export function explainPlace(segment: PlacedSegment, index: number): PlaceReason[] {
  const slot = segment.slots[index];
  if (slot === undefined) return [];
  const ahead = segment.slots.filter(({ place }) => place < slot.place).length;
  return [
    { kind: "clock", clock: segment.clock },
    { kind: "ahead", place: slot.place, ahead },
    ...explainTie(segment, index, slot),
    ...explainJump(segment, slot),
    ...explainDepth(segment, slot),
    ...explainTimes(segment, slot),
  ];
}

function explainTie({ slots }: PlacedSegment, index: number, slot: PlacedSlot): PlaceReason[] {
  const tied = slots.filter((other, at) => at !== index && other.place === slot.place);
  if (tied.length === 0) return [];
  const reasons: PlaceReason[] = [{ kind: "tied", place: slot.place, with: tied }];
  const { hundredths } = slot;
  if (hundredths !== null && tied.every((other) => other.hundredths === hundredths)) {
    reasons.push({ kind: "equal-times", hundredths });
  }
  const apart = tied.filter((other) => differs(other, slot));
  if (apart.length > 0) reasons.push({ kind: "tie-against-time", others: apart });
  const shared = tied.length + 1;
  return [...reasons, { kind: "next-place", next: slot.place + shared, shared }];
}

function explainJump({ slots }: PlacedSegment, slot: PlacedSlot): PlaceReason[] {
  const above = slots.findLast(({ place }) => place < slot.place);
  if (above === undefined || slot.place - above.place < 2) return [];
  const nobody = Array.from(
    { length: slot.place - above.place - 1 },
    (_, step) => above.place + step + 1,
  );
  const shared = slots.filter(({ place }) => place === above.place).length;
  return [{ kind: "after-tie", place: above.place, shared, nobody }];
}

function explainDepth({ slots, depth }: PlacedSegment, slot: PlacedSlot): PlaceReason[] {
  if (depth === null) return [];
  if (!isAwarded(slot.place, depth)) return [{ kind: "beyond-depth", depth }];
  const kept = slots.filter(({ place }) => isAwarded(place, depth));
  const atCut = kept.every(({ place }) => place <= slot.place);
  return atCut && kept.length > depth ? [{ kind: "kept-at-cut", depth, kept: kept.length }] : [];
}

function explainTimes({ slots }: PlacedSegment, slot: PlacedSlot): PlaceReason[] {
  const { hundredths } = slot;
  if (hundredths === null) return [];
  const reasons: PlaceReason[] = [];
  const rivals = slots.filter(({ place }) => place !== slot.place);
  const equal = rivals.filter((other) => other.hundredths === hundredths);
  if (equal.length > 0) reasons.push({ kind: "equal-but-not-tied", others: equal });
  const against = rivals.filter(
    (other) =>
      other.hundredths !== null &&
      Math.sign(other.hundredths - hundredths) === -Math.sign(other.place - slot.place),
  );
  if (against.length > 0) reasons.push({ kind: "order-against-time", others: against });
  return reasons;
}

const differs = (one: PlacedSlot, other: PlacedSlot): boolean =>
  one.hundredths !== null && other.hundredths !== null && one.hundredths !== other.hundredths;
