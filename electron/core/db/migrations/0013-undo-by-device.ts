/**
 * The last entry of a desk in a finish log is found by its device: the name of a desk may change (S10). The projections are
 * built again where a walk-up lost its typed name to a registration without one (W2), or an event the time zone that a person
 * gave (D8).
 */
export const undoByDevice = `
DROP INDEX journal_of_finish;
CREATE INDEX journal_of_finish ON journal (event_id, device, payload ->> '$.byDevice', hlc)
WHERE kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set');

INSERT OR REPLACE INTO meta (key, value)
  SELECT 'rebuild-projections', '1'
  WHERE EXISTS (
    SELECT 1 FROM walk_up JOIN runner ON runner.event_id = walk_up.event_id AND runner.runner_id = walk_up.local_id
    WHERE runner.name IS NULL
  ) OR EXISTS (
    SELECT 1 FROM event JOIN journal ON journal.event_id = event.id
    WHERE event.time_zone_asked IS NULL AND journal.kind = 'time-zone.set'
  );
`;
