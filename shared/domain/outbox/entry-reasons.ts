// The screens use this file. It imports nothing, because a schema runs code from text, which their policy stops (S2).

/**
 * With one of these reasons it is unknown whether the entry arrived, and sending the entry again with the stored key
 * does not show it either (O4, O7, O10).
 */
export const isDoubtful = (reason: string | null): boolean =>
  reason === "key-conflict" || reason === "several-matches" || reason === "reconcile";

/** With one of these reasons the organizer's list was searched, and no free registration is the walk-up (O4, O10). */
export const isSearchedFor = (reason: string | null): boolean =>
  reason === "not-found-again" || reason === "id-taken";

/** With one of these reasons, a person must decide whether the organizer received the entry (O4, O7, O10). */
export const needsDecision = (reason: string | null): boolean =>
  isDoubtful(reason) || isSearchedFor(reason);
