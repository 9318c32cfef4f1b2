/** Keeps the former content of a version of official results that is published again with other content (P6). */
export const publicationEditions = `
ALTER TABLE publication RENAME TO publication_before;

CREATE TABLE publication (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  edition INTEGER NOT NULL,
  record TEXT NOT NULL,
  segments TEXT NOT NULL,
  malformed TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (event_id, run_id, version, edition)
) STRICT, WITHOUT ROWID;

INSERT INTO publication
  SELECT event_id, run_id, version, 1, record, segments, malformed, fetched_at_ms FROM publication_before;

DROP TABLE publication_before;
`;
