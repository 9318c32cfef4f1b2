import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { standingEntries } from "#shared/domain/journal/standing-entries.ts";

/** The subject of every `hub.chosen` entry. */
export const hubSubject = "hub";

/** A database that a `hub.chosen` entry names, and who wrote the entry. */
export interface ChosenHub {
  readonly entryId: EntryId;
  readonly device: string;
  readonly name: string;
  readonly why: "opened" | "taken-over" | "settled";
  readonly operator: string;
  readonly atMs: number;
}

/**
 * The databases that claim to be the hub (M1): empty if no hub was ever chosen, one if the choice is clear, several
 * if they were chosen without knowing of each other.
 *
 * @param entries Every entry about `hubSubject`, or those that count.
 * @param about Every entry about `hubSubject`, for what the writers knew.
 */
export function hubsOf(
  entries: readonly JournalEntry[],
  about: readonly JournalEntry[] = entries,
): readonly ChosenHub[] {
  // An entry that cannot be read here supersedes nothing (J4).
  const choices = new Map(
    entries.flatMap((entry) => {
      const choice = choiceOf(entry);
      return choice === null ? [] : [[entry, choice] as const];
    }),
  );
  const known = about.filter((entry) => choiceOf(entry) !== null);
  const standing = standingEntries([...choices.keys()], known).flatMap(
    (entry) => choices.get(entry) ?? [],
  );
  return [...new Map(standing.map((one) => [one.device, one])).values()];
}

/**
 * How this hub was chosen. A computer that joins the hub may name it in its journal too (M10). If that computer is not one
 * of `sides`, its entry is left out, because it settles nothing between the hub and a former one.
 */
export function decidingChoice(
  hub: ChosenHub,
  entries: readonly JournalEntry[],
  sides: readonly (string | undefined)[],
): ChosenHub {
  const isOfThird = ({ device, payload }: JournalEntry): boolean =>
    payload?.["why"] === "opened" && payload["device"] !== device && !sides.includes(device);
  const counting = entries.filter((entry) => !isOfThird(entry));
  return hubsOf(counting, entries).find(({ device }) => device === hub.device) ?? hub;
}

function choiceOf(entry: JournalEntry): ChosenHub | null {
  const fact = parseFact(entry);
  if (fact?.kind !== "hub.chosen") return null;
  const { device, name, why } = fact.payload;
  const { operator, wallAtMs: atMs } = entry;
  return { entryId: entryIdOf(entry), device, name, why, operator, atMs };
}
