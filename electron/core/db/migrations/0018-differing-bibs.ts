/** An index of the few runners whose bib, given in Chute, differs from that of the organizer's list (B3). */
export const differingBibs = `
CREATE INDEX runner_of_differing_bib ON runner (event_id)
  WHERE bib_given_here = 1 AND has_copy = 1 AND bib IS NOT api_bib;
`;
