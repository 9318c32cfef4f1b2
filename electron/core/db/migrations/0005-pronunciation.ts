/** The pronunciation of a runner's name, for the announcer; null if unknown. */
export const pronunciation = `
ALTER TABLE runner ADD COLUMN pronunciation TEXT;
`;
