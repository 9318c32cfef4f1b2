/** The last check-ins of a desk are found by its device: the name of a desk may change (S10). */
export const recentCheckIns = `
CREATE INDEX journal_of_check_in ON journal (event_id, device, payload ->> '$.byDevice', hlc)
  WHERE kind = 'check-in.made';
`;
