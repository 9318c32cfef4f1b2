/** How a runner's name is said, for the announcer; null where nobody wrote it down. */
export const pronunciation = `
ALTER TABLE runner ADD COLUMN pronunciation TEXT;
`;
