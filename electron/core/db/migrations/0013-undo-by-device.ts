/**
 * The last entry of a desk in a finish log is found by its device: the name of a desk may change (S10). The projections are
 * built again, because a walk-up keeps its typed name where its registration has none (W2), and an event the time zone that
 * a person gave (D8).
 */
export const undoByDevice = `
DROP INDEX journal_of_finish;
CREATE INDEX journal_of_finish ON journal (event_id, device, payload ->> '$.byDevice', hlc)
WHERE kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set');

INSERT OR REPLACE INTO meta (key, value)
  SELECT 'rebuild-projections', '1' WHERE EXISTS (SELECT 1 FROM journal);
`;
