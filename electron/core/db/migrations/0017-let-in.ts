/**
 * Runners who arrived and were not expected are counted, so that no run has more arrivals than runners (J5).
 * They are let in by an override, or the organizer does not list them any more.
 */
export const letIn = `
ALTER TABLE run_count ADD COLUMN let_in INTEGER NOT NULL DEFAULT 0 CHECK (let_in >= 0);
UPDATE run_count SET let_in = (
  SELECT count(*) FROM runner
  WHERE runner.event_id = run_count.event_id AND runner.run_id = run_count.run_id
    AND taken_back = 0 AND (check_in_entry IS NOT NULL OR api_checked_in = 1)
    AND NOT iif(has_copy, gone_at_ms IS NULL AND standing = 'confirmed', source = 'walk-up')
);
`;
