/** Which of several people with one bib came in: a person said so (B2). */
export const settledBibs = `
ALTER TABLE finish_item ADD COLUMN runner_id TEXT;
`;
