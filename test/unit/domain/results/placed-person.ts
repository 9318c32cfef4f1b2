import type { PlacedPerson } from "#shared/domain/results/publication.ts";

/** A runner whose bib and name are the id, if nothing else is said. */
export const person = (
  place: number,
  id: string | null,
  more: Partial<PlacedPerson> = {},
): PlacedPerson => ({
  place,
  participantId: id,
  bib: id,
  name: id,
  hundredths: null,
  ...more,
});
