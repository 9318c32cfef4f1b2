/** The bib that the organizer was told is a fact of its own: a corrected walk-up tells the bib of then (W3). */
export const toldBibs = `
ALTER TABLE walk_up ADD COLUMN told_bib TEXT;
UPDATE walk_up SET told_bib = typed_bib;
`;
