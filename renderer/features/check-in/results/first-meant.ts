/** The runner whom the first answer to a text meant; null if it meant nobody. */
export interface FirstMeant {
  readonly text: string;
  readonly runnerId: string | null;
}

export interface MeantNow {
  /** Empty if no text is typed. */
  readonly text: string;
  /** Whom the answer to the text means now; null: nobody, undefined: there is no answer yet. */
  readonly answered: string | null | undefined;
  /** The runner who is not in the event any more. */
  readonly goneId: string | null;
}

/**
 * Keeps whom the first answer to a text meant. A later answer to the same text may mean somebody else, because another desk
 * gave the bib away meanwhile: the person at this desk has seen the first runner, so that an Enter is about that one (C6).
 * Until a new text is answered, the former runner is kept, because that card is still on the screen.
 */
export function keepFirstMeant(
  kept: FirstMeant | null,
  { text, answered, goneId }: MeantNow,
): FirstMeant | null {
  if (text === "") return null;
  if (answered === undefined) return kept;
  const isSame = kept !== null && kept.text === text && kept.runnerId !== null;
  if (isSame && kept.runnerId !== goneId) return kept;
  return { text, runnerId: answered };
}
