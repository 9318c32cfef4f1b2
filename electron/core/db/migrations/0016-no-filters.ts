/** Only the search by run and state, which no screen had, read this index; each check-in wrote it. */
export const noFilters = `
DROP INDEX runner_of_desk;
`;
