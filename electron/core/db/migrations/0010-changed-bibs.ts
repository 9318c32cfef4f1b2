/**
 * Indexes of the few runners to whom Chute gave a bib: those who have none now (M11), and those whom the organizer's list
 * has with a bib (W4).
 */
export const changedBibs = `
CREATE INDEX runner_without_bib ON runner (event_id) WHERE bib IS NULL AND bib_given_here = 1;
CREATE INDEX runner_of_listed_bib ON runner (event_id, api_bib) WHERE bib_given_here = 1 AND api_bib IS NOT NULL;
`;
