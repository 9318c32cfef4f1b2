import { isolated } from "#renderer/i18n/isolated.ts";
import type { PlaceReason, PlacedSlot } from "#shared/domain/podium/explain-place.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";

type ReasonOf<Kind extends PlaceReason["kind"]> = Extract<PlaceReason, { kind: Kind }>;

const nameOf = ({ name, bib }: PlacedSlot): string => isolated(name ?? `bib ${bib}`);

function listOf(slots: readonly PlacedSlot[]): string {
  const names = slots.map(nameOf);
  return names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** "2 and 3". */
const listOfPlaces = (places: readonly number[]): string =>
  places.length < 2
    ? String(places[0] ?? "")
    : `${places.slice(0, -1).join(", ")} and ${places.at(-1) ?? ""}`;

/** Explains the place of a line in a few sentences (P1, P2). */
export function whyPlace(reasons: readonly PlaceReason[], hundredths: number | null): string {
  const find = <Kind extends PlaceReason["kind"]>(kind: Kind): ReasonOf<Kind> | undefined =>
    reasons.find((reason): reason is ReasonOf<Kind> => reason.kind === kind);
  const clock = find("clock")?.clock === "chip" ? "Chip time" : "Gun time";
  const tied = find("tied");
  const equal = find("equal-times");
  const next = find("next-place");
  const ahead = find("ahead");
  const jump = find("after-tie");
  const cut = find("kept-at-cut");
  const beyond = find("beyond-depth");
  const unmarked = find("equal-but-not-tied");
  const against = find("order-against-time");
  const apart = find("tie-against-time");
  const sentences: (string | null)[] = [
    openingOf(clock, hundredths, tied, equal),
    tied === undefined || next === undefined
      ? null
      : `They share place ${tied.place} and the next place is ${next.next}.`,
    tied === undefined && ahead !== undefined ? aheadOf(ahead.ahead) : null,
    jump === undefined
      ? null
      : `${jump.shared} share place ${jump.place}, so nobody is on place ${listOfPlaces(jump.nobody)}.`,
    apart === undefined
      ? null
      : `The time of ${listOf(apart.others)} differs; the tie was marked by hand.`,
    unmarked === undefined
      ? null
      : `${listOf(unmarked.others)} ${unmarked.others.length === 1 ? "has" : "have"} the same hundredth, but no tie was marked: the order typed decides.`,
    against === undefined
      ? null
      : `The time of ${listOf(against.others)} says otherwise: the order typed decides.`,
    cut === undefined
      ? null
      : `Awards go to place ${cut.depth}. Everyone who ties there is kept, ${cut.kept} in all.`,
    beyond === undefined
      ? null
      : `Awards go to place ${beyond.depth}, so there is none for this one.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function openingOf(
  clock: string,
  hundredths: number | null,
  tied: ReasonOf<"tied"> | undefined,
  equal: ReasonOf<"equal-times"> | undefined,
): string {
  if (hundredths !== null && equal !== undefined && tied !== undefined) {
    return `${clock} ${showRaceTime(hundredths)}, the same hundredth as ${listOf(tied.with)}.`;
  }
  const opening =
    hundredths === null
      ? `No time was typed; the order typed decides. It goes by ${clock.toLowerCase()}.`
      : `${clock} ${showRaceTime(hundredths)}.`;
  return tied === undefined ? opening : `${opening} Tied with ${listOf(tied.with)}.`;
}

function aheadOf(ahead: number): string {
  if (ahead === 0) return "Nobody is ahead.";
  return ahead === 1 ? "One is ahead." : `${ahead} are ahead.`;
}
