/**
 * The version of a run's results that the organizer named last. It may be an older one: an organizer may withdraw a version
 * and name the one before (P6). Null after an update until the results are fetched: the newest version counts.
 */
export const currentVersion = `
ALTER TABLE results_state ADD COLUMN current_version INTEGER;
`;
