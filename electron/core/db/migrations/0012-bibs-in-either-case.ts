/** The rows of a finish log with one bib are found by the folded bib, because the case of a letter makes no second bib (B2). */
export const bibsInEitherCase = `
DROP INDEX finish_item_of_bib;
CREATE INDEX finish_item_of_bib_fold ON finish_item (event_id, bib_fold) WHERE bib_fold IS NOT NULL;
`;
