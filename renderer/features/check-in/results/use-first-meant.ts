import { useState } from "react";

interface FirstMeant {
  readonly text: string;
  readonly runnerId: string | null;
}

/**
 * The runner whom the first answer to a text meant. A later answer to the same text may mean somebody else, because another
 * desk gave the bib away meanwhile: the person at this desk has seen the first runner, so that Enter is about that one (C8).
 * `answered` is undefined until the text is answered, and null if the answer means nobody. `isGone`: the runner is not in
 * the event any more.
 */
export function useFirstMeant(
  text: string,
  answered: string | null | undefined,
  isGone: (runnerId: string) => boolean,
): string | null {
  const [first, setFirst] = useState<FirstMeant | null>(null);
  const isKept =
    first !== null && first.text === text && first.runnerId !== null && !isGone(first.runnerId);
  const now = isKept ? first : answered === undefined ? null : { text, runnerId: answered };
  // Set while rendering, so that no frame shows the other runner.
  if (now?.text !== first?.text || now?.runnerId !== first?.runnerId) setFirst(now);
  // Several runners match by now: a person chooses.
  return answered === null ? null : (now?.runnerId ?? null);
}
