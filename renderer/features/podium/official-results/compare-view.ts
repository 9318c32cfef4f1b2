import type {
  Compared,
  ComparedSegment,
  Placed,
  PublicationView,
} from "#shared/contract/results.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";

/** What became of one person between two podiums; a move is up or down. */
export type Outcome = "same" | "up" | "down" | "new" | "missing";

export function outcomeOf({ kind, before, after }: Compared): Outcome {
  if (kind !== "moved") return kind;
  return before !== null && after !== null && after.place < before.place ? "up" : "down";
}

/** One precision for both columns of a table. */
export const precisionOfRows = (rows: readonly Compared[]): TimePrecision =>
  precisionOf(
    rows.flatMap(({ before, after }) => [before?.hundredths ?? null, after?.hundredths ?? null]),
  );

/** An award that somebody no longer has, or has for another place. */
export interface Recall {
  readonly label: string;
  readonly before: Placed;
  /** Null: not placed any more. */
  readonly after: Placed | null;
}

/** Everybody whose award must come back, best place first within each segment. */
export const listRecalls = (segments: readonly ComparedSegment[]): Recall[] =>
  listRows(segments, ({ recall }) => recall);

/** Everybody who keeps an award, for another place; best former place first within each segment. */
export const listChangedPlaces = (segments: readonly ComparedSegment[]): Recall[] =>
  listRows(segments, ({ changedPlace }) => changedPlace);

const listRows = (
  segments: readonly ComparedSegment[],
  isListed: (row: Compared) => boolean,
): Recall[] =>
  segments.flatMap(({ label, rows }) =>
    rows
      .flatMap((row) =>
        isListed(row) && row.before !== null
          ? [{ label, before: row.before, after: row.after }]
          : [],
      )
      .toSorted((one, other) => one.before.place - other.before.place),
  );

/**
 * What a lost place is: a medal that must come back; nothing yet, where the publication is not in force; an award that
 * somebody has in one publication and not in another.
 */
export type Loss = "medal" | "not-in-force" | "award";

export function lossBetween(
  before: Edition | null,
  { standing }: Pick<PublicationView, "standing">,
): Loss {
  if (before !== null) return "award";
  return standing === "current" ? "medal" : "not-in-force";
}

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

/** Which publication: the version, and which of the things it said (P6). */
export type Edition = Pick<PublicationView, "version" | "edition">;
export type EditionKey = `${number}.${number}`;

export const editionKey = ({ version, edition }: Edition): EditionKey => `${version}.${edition}`;

/** What the chosen publication is held against: what was announced here, or another publication. */
export type Against = "announced" | EditionKey;

/** The publication shown: the one chosen while it exists, else the newest. */
export function shownEdition<Each extends Edition>(
  publications: readonly Each[],
  chosen: EditionKey | null,
): Each | null {
  const [newest = null] = publications.toSorted(newestFirst);
  return publications.find((each) => editionKey(each) === chosen) ?? newest;
}

/** `against` as a publication; what cannot be meant (itself, one that is gone) is what was announced: null. */
export const editionBefore = <Each extends Edition>(
  publications: readonly Each[],
  shown: Edition,
  against: Against,
): Each | null =>
  publications.find(
    (each) => editionKey(each) === against && editionKey(each) !== editionKey(shown),
  ) ?? null;

export const newestFirst = (one: Edition, other: Edition): number =>
  other.version - one.version || other.edition - one.edition;

/** A record as it came, indented where it is JSON. */
export function showRaw(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
