import type { Compared, ComparedSegment, Placed } from "#shared/contract/results.ts";

/** What became of one person between two podiums; a move is up or down. */
export type Outcome = "same" | "up" | "down" | "new" | "missing";

export function outcomeOf({ kind, before, after }: Compared): Outcome {
  if (kind !== "moved") return kind;
  return before !== null && after !== null && after.place < before.place ? "up" : "down";
}

/** A medal, or an award, that somebody no longer has. */
export interface Recall {
  readonly label: string;
  readonly before: Placed;
  /** Null: not placed any more. */
  readonly after: Placed | null;
}

/** Everybody whose award must come back, best place first within each segment. */
export const listRecalls = (segments: readonly ComparedSegment[]): Recall[] =>
  segments.flatMap(({ label, rows }) =>
    rows
      .flatMap(({ recall, before, after }) =>
        recall && before !== null ? [{ label, before, after }] : [],
      )
      .toSorted((one, other) => one.before.place - other.before.place),
  );

export interface OutcomeCounts {
  readonly same: number;
  readonly moved: number;
  readonly new: number;
  readonly missing: number;
}

export function countOutcomes(rows: readonly Compared[]): OutcomeCounts {
  const counts = { same: 0, moved: 0, new: 0, missing: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

/** As the later podium reads; who is missing from it stands where they stood, behind those who are placed there. */
export const inOrder = (rows: readonly Compared[]): Compared[] =>
  rows.toSorted((one, other) => placeOf(one) - placeOf(other) || isMissing(one) - isMissing(other));

const placeOf = ({ before, after }: Compared): number =>
  after?.place ?? before?.place ?? Number.POSITIVE_INFINITY;

const isMissing = ({ after }: Compared): number => Number(after === null);

/** What the chosen version is held against: what was announced here, or an earlier version. */
export type Against = "announced" | `${number}`;

/** The version shown: the one chosen while it exists, else the newest. */
export function shownVersion(
  versions: readonly { readonly version: number }[],
  chosen: number | null,
): number | null {
  if (chosen !== null && versions.some(({ version }) => version === chosen)) return chosen;
  return versions.length === 0 ? null : Math.max(...versions.map(({ version }) => version));
}

/** `against` as the question's input; what cannot be meant (itself, a version that is gone) is what was announced. */
export function beforeVersion(
  versions: readonly { readonly version: number }[],
  shown: number,
  against: Against,
): number | null {
  const version = against === "announced" ? null : Number(against);
  const isKnown = versions.some((each) => each.version === version);
  return isKnown && version !== shown ? version : null;
}

/** A record as it came, indented where it is JSON. */
export function showRaw(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
