/**
 * The code of a failure without a connection, and the settings of the journal mirror, get the names that the code and
 * the screens use.
 */
export const plainCodes = `
UPDATE outbox SET reason = 'offline' WHERE reason = 'no-line';
UPDATE attempt SET outcome = 'offline' WHERE outcome = 'no-line';
UPDATE results_state SET failure = 'offline' WHERE failure = 'no-line';
UPDATE download SET notes = replace(notes, '"no-line"', '"offline"') WHERE instr(notes, '"no-line"') > 0;
UPDATE setting SET key = 'mirrorFolder' WHERE key = 'blackBoxFolder';
UPDATE setting SET key = 'importing' WHERE key = 'bringingBack';
`;
