/**
 * The beginning of a query: the table `own` has the epochs of the device `@device` in the journal, and at its end a null. One
 * entry of the index is read per epoch; `GROUP BY epoch` would read every entry of the device.
 */
export const withOwnEpochs = `WITH RECURSIVE own (epoch) AS (
  SELECT min(epoch) FROM journal WHERE device = @device
  UNION ALL
  SELECT (SELECT min(epoch) FROM journal WHERE device = @device AND epoch > own.epoch)
  FROM own WHERE own.epoch IS NOT NULL
)`;
