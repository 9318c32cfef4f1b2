import { searchDdl } from "#core/db/search/search-index.ts";

/**
 * The first tables: the replica (what the partner API sent), the journal and the outbox (which exist nowhere else, so
 * triggers protect them), and the projections `walk_up`, `runner` and `lane`, which can be rebuilt (J5).
 */
export const firstTables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The copy ------------------------------------------------------------------------------------------------------------

CREATE TABLE series (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  time_zone TEXT,
  raw TEXT NOT NULL,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  type TEXT NOT NULL,
  date TEXT NOT NULL,
  end_date TEXT,
  start_time TEXT,
  series_id TEXT,
  place TEXT,
  time_zone TEXT,
  time_zone_asked TEXT,
  pace_groups TEXT,
  raw TEXT NOT NULL,
  listed_at_ms INTEGER NOT NULL,
  detail_at_ms INTEGER,
  gone INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  distance_meters REAL NOT NULL,
  date TEXT NOT NULL,
  start_time TEXT,
  event_status TEXT,
  registration_status TEXT,
  max_participants REAL,
  registration_count REAL,
  is_relay INTEGER NOT NULL,
  is_virtual INTEGER NOT NULL,
  is_walking INTEGER NOT NULL,
  raw TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX run_of_event ON run (event_id, position);

CREATE TABLE registration (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT,
  registration_type TEXT NOT NULL,
  status TEXT NOT NULL,
  pace_group TEXT,
  bib TEXT,
  checked_in INTEGER NOT NULL,
  team_id TEXT,
  extra TEXT,
  pass INTEGER NOT NULL,
  gone_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX registration_of_event ON registration (event_id, id);

CREATE TABLE malformed_row (
  event_id TEXT NOT NULL,
  list TEXT NOT NULL,
  position INTEGER NOT NULL,
  raw TEXT NOT NULL,
  issue TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX malformed_row_of_list ON malformed_row (event_id, list);

CREATE TABLE download (
  event_id TEXT NOT NULL,
  list TEXT NOT NULL,
  state TEXT NOT NULL,
  pass INTEGER NOT NULL,
  cursor TEXT,
  cursor_place TEXT,
  pages INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  new_rows INTEGER NOT NULL,
  changed_rows INTEGER NOT NULL,
  gone_rows INTEGER NOT NULL,
  changed_fields TEXT NOT NULL,
  started_at_ms INTEGER,
  completed_at_ms INTEGER,
  previous_completed_at_ms INTEGER,
  notes TEXT NOT NULL,
  extra TEXT NOT NULL,
  PRIMARY KEY (event_id, list)
) STRICT, WITHOUT ROWID;

CREATE TABLE digest (
  event_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  since_ms INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (event_id, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE attention (
  event_id TEXT NOT NULL,
  runner_id TEXT NOT NULL,
  status TEXT NOT NULL,
  noticed_at_ms INTEGER NOT NULL,
  after_hlc TEXT NOT NULL,
  PRIMARY KEY (event_id, runner_id)
) STRICT, WITHOUT ROWID;

-- The journal ---------------------------------------------------------------------------------------------------------

-- Journal and commands grow one by one all day: as rowid tables each write touches their last page only.
CREATE TABLE journal (
  device TEXT NOT NULL,
  epoch TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  hlc TEXT NOT NULL,
  wall_at_ms INTEGER NOT NULL,
  operator TEXT NOT NULL,
  desk TEXT NOT NULL,
  kind TEXT NOT NULL,
  event_id TEXT,
  subject TEXT NOT NULL,
  other_subject TEXT,
  payload TEXT,
  salt TEXT,
  payload_hash TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  command_id TEXT,
  UNIQUE (device, epoch, sequence)
) STRICT;
CREATE INDEX journal_of_subject ON journal (subject);
CREATE INDEX journal_of_other_subject ON journal (other_subject) WHERE other_subject IS NOT NULL;
CREATE INDEX journal_of_event ON journal (event_id, hlc);

CREATE TRIGGER journal_never_deleted BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER journal_never_changed BEFORE UPDATE ON journal
WHEN NOT (
  new.payload IS NULL AND new.salt IS NULL
  AND new.device IS old.device AND new.epoch IS old.epoch AND new.sequence IS old.sequence
  AND new.hlc IS old.hlc AND new.wall_at_ms IS old.wall_at_ms
  AND new.operator IS old.operator AND new.desk IS old.desk AND new.kind IS old.kind
  AND new.event_id IS old.event_id AND new.subject IS old.subject
  AND new.other_subject IS old.other_subject AND new.payload_hash IS old.payload_hash
  AND new.previous_hash IS old.previous_hash AND new.hash IS old.hash
  AND new.command_id IS old.command_id
)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TABLE command (
  command_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  reply TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

-- Projections ---------------------------------------------------------------------------------------------------------

CREATE TABLE walk_up (
  local_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  form TEXT NOT NULL,
  typed_bib TEXT,
  outbox_id TEXT NOT NULL,
  delivery TEXT NOT NULL,
  wanted_registration_id TEXT,
  registration_id TEXT UNIQUE,
  provisional INTEGER NOT NULL,
  wanted_since TEXT,
  saved_at_ms INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  saved_desk TEXT NOT NULL,
  taken_back INTEGER NOT NULL,
  ask_organizer INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX walk_up_of_event ON walk_up (event_id, saved_at_ms);
CREATE INDEX walk_up_wanting ON walk_up (wanted_registration_id) WHERE wanted_registration_id IS NOT NULL;

CREATE TABLE runner (
  rowid INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  runner_id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  registration_id TEXT,
  provisional INTEGER NOT NULL,
  has_copy INTEGER NOT NULL,
  run_id TEXT NOT NULL,
  name TEXT,
  name_fold TEXT NOT NULL,
  email TEXT NOT NULL,
  email_fold TEXT NOT NULL,
  bib TEXT,
  bib_fold TEXT,
  bib_key TEXT,
  bib_number INTEGER,
  api_bib TEXT,
  given_bib TEXT,
  bib_given_here INTEGER NOT NULL,
  standing TEXT NOT NULL,
  status TEXT NOT NULL,
  pace_group TEXT,
  team_id TEXT,
  api_checked_in INTEGER NOT NULL,
  check_in_entry TEXT,
  checked_in_at_ms INTEGER,
  checked_in_by TEXT,
  checked_in_desk TEXT,
  check_in_claims INTEGER NOT NULL,
  delivery TEXT,
  gone_at_ms INTEGER,
  taken_back INTEGER NOT NULL,
  indexed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX runner_of_bib ON runner (event_id, bib_fold) WHERE bib_fold IS NOT NULL;
CREATE INDEX runner_of_bib_key ON runner (event_id, bib_key) WHERE bib_key IS NOT NULL;
CREATE INDEX runner_of_bib_number ON runner (event_id, run_id, bib_number) WHERE bib_number IS NOT NULL;
CREATE INDEX runner_of_email ON runner (event_id, email_fold);
CREATE INDEX runner_of_team ON runner (event_id, team_id) WHERE team_id IS NOT NULL;
CREATE INDEX runner_checked_in ON runner (event_id, checked_in_at_ms) WHERE checked_in_at_ms IS NOT NULL;
CREATE INDEX runner_not_indexed ON runner (event_id, rowid) WHERE indexed = 0;

CREATE TABLE lane (
  event_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  arrived INTEGER NOT NULL CHECK (arrived >= 0),
  recorded INTEGER NOT NULL CHECK (recorded >= 0),
  expected INTEGER NOT NULL CHECK (expected >= 0),
  listed INTEGER NOT NULL CHECK (listed >= 0),
  listed_confirmed INTEGER NOT NULL CHECK (listed_confirmed >= 0),
  PRIMARY KEY (event_id, run_id)
) STRICT, WITHOUT ROWID;

-- The outbox ----------------------------------------------------------------------------------------------------------

CREATE TABLE outbox (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  event_id TEXT,
  subject TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  body BLOB NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  certainty TEXT NOT NULL,
  ever_maybe INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  credential TEXT,
  depends_on TEXT,
  predecessor_id TEXT,
  successor_id TEXT,
  saved_at_ms INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  first_sent_at_ms INTEGER,
  last_tried_at_ms INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  definite_errors INTEGER NOT NULL DEFAULT 0,
  first_definite_error_at_ms INTEGER,
  next_try_at_ms INTEGER,
  finished_at_ms INTEGER,
  replay_from_ms INTEGER,
  reconciled_at_ms INTEGER,
  remote_id TEXT,
  http_status INTEGER,
  server_message TEXT,
  server_fields TEXT NOT NULL DEFAULT '{}',
  form TEXT,
  wanted TEXT,
  candidates TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX outbox_open ON outbox (state, next_try_at_ms, ordinal) WHERE state NOT IN ('done', 'cancelled');
CREATE INDEX outbox_finished ON outbox (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE INDEX outbox_of_subject ON outbox (subject, ordinal);
CREATE INDEX outbox_of_event ON outbox (event_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX outbox_after ON outbox (depends_on) WHERE depends_on IS NOT NULL;

CREATE TRIGGER outbox_never_deleted BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'nothing leaves the outbox'); END;

CREATE TRIGGER outbox_request_frozen
BEFORE UPDATE OF id, method, path, body, idempotency_key ON outbox
WHEN new.id IS NOT old.id OR new.method IS NOT old.method OR new.path IS NOT old.path
  OR new.idempotency_key IS NOT old.idempotency_key
  OR (new.body IS NOT old.body AND length(new.body) > 0)
BEGIN SELECT RAISE(ABORT, 'a request is frozen'); END;

CREATE TABLE attempt (
  outbox_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  took_ms REAL,
  http_status INTEGER,
  outcome TEXT NOT NULL,
  answer TEXT,
  PRIMARY KEY (outbox_id, number)
) STRICT, WITHOUT ROWID;

-- Keys and devices ----------------------------------------------------------------------------------------------------

CREATE TABLE credential (
  fingerprint TEXT PRIMARY KEY,
  base_url TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  organization TEXT NOT NULL,
  rights TEXT NOT NULL,
  current INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE paired_device (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  paired_at_ms INTEGER NOT NULL,
  last_seen_at_ms INTEGER
) STRICT, WITHOUT ROWID;

${searchDdl}
`;
