/** A runner that a search found. */
export interface Candidate<Id> {
  readonly id: Id;
  /** Whether the runner is a retracted walk-up. */
  readonly isRetracted: boolean;
}

/** The search results that decide which runner the text means. */
export interface SearchFindings<Id> {
  readonly exactBibs: readonly Candidate<Id>[];
  readonly exactNames: readonly Candidate<Id>[];
  /** The runner of the only result; null where there are several results or none. */
  readonly onlyResult: Id | null;
  /** Whether the results are guesses. */
  readonly isNear: boolean;
}

/**
 * The one runner that the text means (C6); null if several runners or none may be meant, or if the runner would be a
 * guess.
 */
export function findMeant<Id>(found: SearchFindings<Id>): Id | null {
  if (found.isNear) return null;
  if (found.exactBibs.length > 0) return onlyOne(found.exactBibs);
  if (found.exactNames.length > 0) return onlyOne(found.exactNames);
  return found.onlyResult;
}

/** The only runner of a group, or null. A retracted walk-up does not count if another runner is still registered. */
function onlyOne<Id>(group: readonly Candidate<Id>[]): Id | null {
  const registered = group.filter(({ isRetracted }) => !isRetracted);
  const [only, ...others] = registered.length > 0 ? registered : group;
  return only === undefined || others.length > 0 ? null : only.id;
}
