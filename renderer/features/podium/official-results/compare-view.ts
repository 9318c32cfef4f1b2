import type { ComparedSegment, PublicationView } from "#shared/contract/results.ts";
import type { ComparedPerson, PlacedPerson } from "#shared/domain/results/publication.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";

/** How the place of a runner changed between two podiums. */
export type Outcome = "same" | "up" | "down" | "new" | "missing";

export function outcomeOf({ kind, before, after }: ComparedPerson): Outcome {
  if (kind !== "moved") return kind;
  return before !== null && after !== null && after.place < before.place ? "up" : "down";
}

/** The former bib and name of a runner, if the two podiums differ in one of them; else null. */
export function formerName({ before, after }: ComparedPerson): PlacedPerson | null {
  if (before === null || after === null) return null;
  return differ(before.bib, after.bib) || differ(before.name, after.name) ? before : null;
}

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/** One precision for both time columns of a table. */
export const precisionOfRows = (rows: readonly ComparedPerson[]): TimePrecision =>
  precisionOf(
    rows.flatMap(({ before, after }) => [before?.hundredths ?? null, after?.hundredths ?? null]),
  );

/** A lost award, or an award for another place. */
export interface Recall {
  readonly label: string;
  readonly before: PlacedPerson;
  /** Null: the runner has no place any more. */
  readonly after: PlacedPerson | null;
}

/** The runners who must return an award, by segment and former place. */
export const listRecalls = (segments: readonly ComparedSegment[]): Recall[] =>
  listRows(segments, ({ recall }) => recall);

/** The runners who keep an award for another place, by segment and former place. */
export const listChangedPlaces = (segments: readonly ComparedSegment[]): Recall[] =>
  listRows(segments, ({ changedPlace }) => changedPlace);

const listRows = (
  segments: readonly ComparedSegment[],
  isListed: (row: ComparedPerson) => boolean,
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
 * `medal`: the runner must return a medal. `not-in-force`: nothing to do, because the publication is not in force.
 * `award`: the runner has the award in one publication and not in the other.
 */
export type Loss = "medal" | "not-in-force" | "award";

export function lossBetween(
  before: Edition | null,
  { standing }: Pick<PublicationView, "standing">,
): Loss {
  if (before !== null) return "award";
  return standing === "current" ? "medal" : "not-in-force";
}

export function countOutcomes(
  rows: readonly ComparedPerson[],
): Record<ComparedPerson["kind"], number> {
  const counts = { same: 0, moved: 0, new: 0, missing: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

/** In the order of the later podium. A missing runner is at the former place, after the runner with that place now. */
export const inOrder = (rows: readonly ComparedPerson[]): ComparedPerson[] =>
  rows.toSorted((one, other) => placeOf(one) - placeOf(other) || isMissing(one) - isMissing(other));

const placeOf = ({ before, after }: ComparedPerson): number =>
  after?.place ?? before?.place ?? Number.POSITIVE_INFINITY;

const isMissing = ({ after }: ComparedPerson): number => Number(after === null);

/** Identifies a publication: one version can be published more than once with different contents (P6). */
export type Edition = Pick<PublicationView, "version" | "edition">;

export const editionKey = ({ version, edition }: Edition): string => `${version}.${edition}`;

/** The chosen publication; if there is no such, the one in force, or else the newest. */
export function shownEdition<Each extends Edition & Partial<Pick<PublicationView, "standing">>>(
  publications: readonly Each[],
  chosen: string | null,
): Each | null {
  const [newest = null] = publications.toSorted(newestFirst);
  const inForce = publications.find(({ standing }) => standing === "current");
  return publications.find((each) => editionKey(each) === chosen) ?? inForce ?? newest;
}

/** The publication to compare with; null (the announced podium) if it is the shown one or does not exist. */
export const editionBefore = <Each extends Edition>(
  publications: readonly Each[],
  shown: Edition,
  against: string | null,
): Each | null =>
  publications.find(
    (each) => editionKey(each) === against && editionKey(each) !== editionKey(shown),
  ) ?? null;

export const newestFirst = (one: Edition, other: Edition): number =>
  other.version - one.version || other.edition - one.edition;

/** A record of the API; JSON is indented. */
export function showRaw(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
