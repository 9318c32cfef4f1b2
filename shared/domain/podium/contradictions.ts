import type { PlacedSlot } from "./explain-place.ts";
import type { ContradictionWarning } from "./place-warning.ts";

/** The position and time of the same person in another list. */
export interface Claim {
  /** The place in the segment, or the row of the finish log; only the order matters. */
  readonly rank: number;
  readonly hundredths: number | null;
}

/** Another segment with the same clock, or the finish log. */
export interface OtherList {
  /** The label of the segment; null for the finish log. */
  readonly segmentLabel: string | null;
  /** One claim for each line of the sheet; null if the list does not have the person. */
  readonly claims: readonly (Claim | null)[];
}

/**
 * The contradictions of each line with other lists. Of two lines in the wrong order the lower one gets the warning, one per
 * list. The finish log has no marked ties, so only its reversed pairs count. Places increase with the lines.
 */
export function findContradictions(
  lines: readonly PlacedSlot[],
  others: readonly OtherList[],
): ContradictionWarning[][] {
  const found = lines.map((): ContradictionWarning[] => []);
  for (const other of others) {
    /** The runner of all better places whom the other list has last. */
    let last: Seen | null = null;
    let group: Seen[] = [];
    for (const [index, line] of lines.entries()) {
      const claim = other.claims[index] ?? null;
      if (claim === null) continue;
      if (group[0] !== undefined && group[0].line.place !== line.place) {
        last = latest([...(last === null ? [] : [last]), ...group]);
        group = [];
      }
      const seen = { line, claim };
      const order = orderWarning(seen, last, group[0] ?? null, other.segmentLabel);
      if (order !== null) found[index]?.push(order);
      const { hundredths } = claim;
      if (hundredths !== null && line.hundredths !== null && hundredths !== line.hundredths) {
        found[index]?.push({ kind: "time-differs", segmentLabel: other.segmentLabel, hundredths });
      }
      group.push(seen);
    }
  }
  return found;
}

interface Seen {
  readonly line: PlacedSlot;
  readonly claim: Claim;
}

function orderWarning(
  { line: { bib }, claim }: Seen,
  above: Seen | null,
  tied: Seen | null,
  segmentLabel: string | null,
): ContradictionWarning | null {
  const isLog = segmentLabel === null;
  const warn = (there: "ahead" | "tied" | "apart", { line }: Seen): ContradictionWarning => ({
    kind: "order-differs",
    segmentLabel,
    there,
    bib: line.bib,
    name: line.name,
  });
  if (above !== null && above.claim.rank > claim.rank && !(isLog && isSameTime(above, claim))) {
    return warn("ahead", above);
  }
  if (isLog) return null;
  // A runner does not tie with himself: a runner twice on a sheet gets another warning.
  if (above !== null && above.claim.rank === claim.rank && above.line.bib !== bib) {
    return warn("tied", above);
  }
  return tied !== null && tied.claim.rank !== claim.rank ? warn("apart", tied) : null;
}

const isSameTime = ({ claim }: Seen, other: Claim): boolean =>
  claim.hundredths !== null && claim.hundredths === other.hundredths;

const latest = (seen: readonly Seen[]): Seen | null =>
  seen.reduce<Seen | null>(
    (most, one) => (most === null || one.claim.rank > most.claim.rank ? one : most),
    null,
  );
