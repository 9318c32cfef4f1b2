import { z } from "zod";
import { comparableBib } from "#shared/domain/bibs/bib.ts";
import { isAwarded } from "#shared/domain/podium/ranking.ts";

/** A runner on a podium, of Chute or in a publication of the organizer. */
export const placedPersonSchema = z.object({
  place: z.int(),
  /** The organizer's participant id, if known. */
  participantId: z.string().nullable(),
  bib: z.string().nullable(),
  name: z.string().nullable(),
  hundredths: z.int().nullable(),
});
export type PlacedPerson = Readonly<z.infer<typeof placedPersonSchema>>;

/** One runner in two podiums (P6). `new` has no `before`, `missing` has no `after`. */
export const comparedPersonSchema = z.object({
  kind: z.enum(["same", "moved", "new", "missing"]),
  before: placedPersonSchema.nullable(),
  after: placedPersonSchema.nullable(),
  /** Whether the award for `before` must be returned, because the runner has no award in the later podium. */
  recall: z.boolean(),
  /** Whether the runner has awards for different places in the two podiums, so that the award may have to be exchanged. */
  changedPlace: z.boolean(),
  /** Whether the times differ at the same place; false if one time is missing. */
  timeDiffers: z.boolean(),
});
export type ComparedPerson = z.infer<typeof comparedPersonSchema>;

export interface CompareOptions {
  /** Number of award places of the earlier podium; null if every place gets an award. */
  readonly depth: number | null;
  /**
   * False for a participant id that is unknown on this computer; the bib then identifies the runner. Default: every id is
   * known.
   */
  readonly knows?: (participantId: string) => boolean;
  /** The team of a relay member: the team has the place, whichever member each podium names (B2). */
  readonly teamOf?: (participantId: string) => string | null;
}

/**
 * The runners of two podiums of one segment, each once, in the order of the later podium; a missing runner is at the
 * former place (P6). Two runners are the same by participant id; in a relay by team; by bib if the id of one side is
 * unknown, first by its exact text, then without regard to letter case (B2); by name if there is neither id nor bib.
 */
export function comparePodiums(
  before: readonly PlacedPerson[],
  after: readonly PlacedPerson[],
  { depth, knows = () => true, teamOf = () => null }: CompareOptions,
): ComparedPerson[] {
  const isKnown = ({ participantId }: PlacedPerson): boolean =>
    participantId !== null && knows(participantId);
  const byId = pairUp(before, after, ({ participantId }) => participantId);
  const byTeam = pairUp(byId.before, byId.after, ({ participantId }) =>
    participantId === null ? null : teamOf(participantId),
  );
  const isOneUnknown = (one: PlacedPerson, other: PlacedPerson): boolean =>
    !(isKnown(one) && isKnown(other));
  const byText = pairUp(byTeam.before, byTeam.after, ({ bib }) => bib, isOneUnknown);
  const byBib = pairUp(
    byText.before,
    byText.after,
    ({ bib }) => (bib === null ? null : comparableBib(bib)),
    isOneUnknown,
  );
  const byName = pairUp(byBib.before, byBib.after, ({ participantId, bib, name }) =>
    participantId === null && bib === null ? (name ?? "") : null,
  );
  const rank = new Map<PlacedPerson | null, number>(after.map((person, index) => [person, index]));
  // Of several at one place, the later podium's order counts.
  const rankOf = (row: ComparedPerson): number => rank.get(row.after) ?? 0;
  return [
    ...[...byId.pairs, ...byTeam.pairs, ...byText.pairs, ...byBib.pairs, ...byName.pairs].map(
      ([one, other]) => compared(one, other, depth),
    ),
    ...byName.before.map((one) => compared(one, null, depth)),
    ...byName.after.map((other) => compared(null, other, depth)),
  ].toSorted((one, other) => compareRows(one, other) || rankOf(one) - rankOf(other));
}

interface Pairing {
  readonly pairs: readonly (readonly [PlacedPerson, PlacedPerson])[];
  /** The runners without a partner. */
  readonly before: readonly PlacedPerson[];
  readonly after: readonly PlacedPerson[];
}

/** Pairs runners with the same key, each once, in the order of their podiums. A null key pairs with none. */
function pairUp(
  before: readonly PlacedPerson[],
  after: readonly PlacedPerson[],
  keyOf: (person: PlacedPerson) => string | null,
  mayPair: (one: PlacedPerson, other: PlacedPerson) => boolean = () => true,
): Pairing {
  const open = Map.groupBy(after.entries(), ([, person]) => keyOf(person));
  open.delete(null);
  const taken = new Set<number>();
  const pairs: [PlacedPerson, PlacedPerson][] = [];
  const alone: PlacedPerson[] = [];
  for (const person of before) {
    const candidates = open.get(keyOf(person)) ?? [];
    const found = candidates.findIndex(([, other]) => mayPair(person, other));
    const [match] = found < 0 ? [] : candidates.splice(found, 1);
    if (match === undefined) {
      alone.push(person);
    } else {
      taken.add(match[0]);
      pairs.push([person, match[1]]);
    }
  }
  return { pairs, before: alone, after: after.filter((_, index) => !taken.has(index)) };
}

function compared(
  before: PlacedPerson | null,
  after: PlacedPerson | null,
  depth: number | null,
): ComparedPerson {
  const hadAward = before !== null && isAwarded(before.place, depth);
  const hasAward = after !== null && isAwarded(after.place, depth);
  return {
    kind: kindOf(before, after),
    before,
    after,
    recall: hadAward && !hasAward,
    changedPlace: hadAward && hasAward && before.place !== after.place,
    timeDiffers:
      before !== null &&
      after !== null &&
      before.place === after.place &&
      before.hundredths !== null &&
      after.hundredths !== null &&
      before.hundredths !== after.hundredths,
  };
}

function kindOf(before: PlacedPerson | null, after: PlacedPerson | null): ComparedPerson["kind"] {
  if (before === null) return "new";
  if (after === null) return "missing";
  return before.place === after.place ? "same" : "moved";
}

const compareRows = (one: ComparedPerson, other: ComparedPerson): number =>
  placeIn(one) - placeIn(other) || Number(one.after === null) - Number(other.after === null);

const placeIn = ({ before, after }: ComparedPerson): number => (after ?? before)?.place ?? 0;
