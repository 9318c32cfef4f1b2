/**
 * Many desks: full desks are paired devices with the role `peer` (M3), the keys of other databases' signatures, signed
 * heads of journal chains (M5), and conflicts (M11). SQLite cannot change a CHECK, so the table of devices is written
 * again. One table and one column get the names that the code uses.
 */
export const manyDesks = `
CREATE TABLE paired_device_with_peers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  paired_at_ms INTEGER NOT NULL,
  last_seen_at_ms INTEGER,
  role TEXT NOT NULL DEFAULT 'desk' CHECK (role IN ('desk', 'lead', 'peer')),
  -- The journal device of a full desk; null for browsers.
  journal_device TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO paired_device_with_peers (id, name, token_hash, paired_at_ms, last_seen_at_ms, role)
  SELECT id, name, token_hash, paired_at_ms, last_seen_at_ms, role FROM paired_device;
DROP TABLE paired_device;
ALTER TABLE paired_device_with_peers RENAME TO paired_device;

ALTER TABLE lane RENAME TO run_count;
ALTER TABLE outbox RENAME COLUMN wanted TO aside_from;

CREATE TABLE peer_signer (
  device TEXT PRIMARY KEY,
  signer TEXT NOT NULL,
  name TEXT NOT NULL,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE chain_head (
  device TEXT NOT NULL,
  epoch TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  signer TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (device, epoch, sequence)
) STRICT, WITHOUT ROWID;

-- The entries of a finish log that were written under each hold (M13).
CREATE INDEX journal_of_hold ON journal (event_id, payload ->> '$.hold', device, epoch, sequence)
WHERE kind IN ('finish.put', 'finish.removed', 'finish.undone') AND payload ->> '$.hold' IS NOT NULL;

-- What databases set differently without knowing of each other, until a person chooses (M11). A projection of the journal.
CREATE TABLE conflict (
  event_id TEXT NOT NULL,
  -- A subject of the journal; for a bib on several runners the folded bib.
  subject TEXT NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (subject, event_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX conflict_of_event ON conflict (event_id);
-- A journal that was merged before may have conflicts; the next start finds them.
INSERT OR REPLACE INTO meta (key, value)
  SELECT 'rebuild-projections', '1' WHERE (SELECT count(DISTINCT device) FROM journal) > 1;
`;
