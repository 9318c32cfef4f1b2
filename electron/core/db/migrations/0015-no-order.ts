/** No entry of the outbox depends on another one (O11). */
export const noOrder = `
DROP INDEX outbox_after;
ALTER TABLE outbox DROP COLUMN depends_on;
`;
