/** The finisher that a person chose from several runners with the same bib (B2). */
export const settledBibs = `
ALTER TABLE finish_item ADD COLUMN runner_id TEXT;
`;
