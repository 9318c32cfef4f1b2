/** The last entry of a desk in a finish log is found by its device: the name of a desk may change (S10). */
export const undoByDevice = `
DROP INDEX journal_of_finish;
CREATE INDEX journal_of_finish ON journal (event_id, device, payload ->> '$.byDevice', hlc)
WHERE kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set');
`;
