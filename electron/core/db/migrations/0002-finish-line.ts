/** Podium and finish log; awards, results, collections and pictures of the organizer; local events. */
export const finishLine = `
-- The copy: what the organizer says of awards and results -------------------------------------------------------------

-- One answer of GET /events/{id}/awards, as it came.
CREATE TABLE award_list (
  event_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  raw TEXT
) STRICT, WITHOUT ROWID;

-- run_id is empty where the answer named none.
CREATE TABLE award (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  segment_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  label TEXT,
  depth INTEGER,
  prizes TEXT NOT NULL,
  raw TEXT NOT NULL,
  PRIMARY KEY (event_id, run_id, segment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE results_state (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  state TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  failure TEXT,
  PRIMARY KEY (event_id, run_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE publication (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  record TEXT NOT NULL,
  segments TEXT NOT NULL,
  malformed TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (event_id, run_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE collection (
  slug TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  name TEXT,
  description TEXT,
  raw TEXT NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  events_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE collection_event (
  slug TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  display_order REAL,
  raw TEXT NOT NULL,
  PRIMARY KEY (slug, event_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE recurrence (
  id TEXT PRIMARY KEY,
  series_id TEXT,
  name TEXT,
  raw TEXT NOT NULL,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE image (
  url TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  mime TEXT,
  bytes BLOB,
  fetched_at_ms INTEGER NOT NULL
) STRICT;

-- Projections of the journal ------------------------------------------------------------------------------------------

-- One segment that anybody did anything in; state is what shared/domain/podium.ts works out.
CREATE TABLE podium (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  segment_id TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (event_id, run_id, segment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE podium_groups (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  groups TEXT NOT NULL,
  PRIMARY KEY (event_id, run_id)
) STRICT, WITHOUT ROWID;

-- A time or a bib of the finish log that stands; at is its place in its list.
CREATE TABLE finish_item (
  event_id TEXT NOT NULL,
  list TEXT NOT NULL,
  at TEXT NOT NULL,
  id TEXT NOT NULL,
  at_ms INTEGER,
  bib TEXT,
  bib_fold TEXT,
  PRIMARY KEY (event_id, list, at, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX finish_item_of_id ON finish_item (event_id, list, id);
CREATE INDEX finish_item_of_bib ON finish_item (event_id, bib) WHERE bib IS NOT NULL;

-- What a desk did in the finish log, for taking it back; check-ins leave it alone.
CREATE INDEX journal_of_finish ON journal (event_id, desk, hlc)
WHERE kind IN ('finish.put', 'finish.removed', 'finish.undone', 'gun.set');

CREATE TABLE gun (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (event_id, run_id)
) STRICT, WITHOUT ROWID;

-- An event made here; event_id is the organizer's, once it is known.
CREATE TABLE made_event (
  local_id TEXT PRIMARY KEY,
  outbox_id TEXT NOT NULL,
  form TEXT NOT NULL,
  delivery TEXT NOT NULL,
  taken_back INTEGER NOT NULL,
  ask_organizer INTEGER NOT NULL,
  event_id TEXT,
  saved_at_ms INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  saved_desk TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX made_event_of_event ON made_event (event_id) WHERE event_id IS NOT NULL;
`;
