/**
 * Tables for complete names and for similar names. All rows are indexed again, in steps after the start. The triggers are
 * dropped before the full-text index is emptied, so that it is not emptied row by row.
 */
export const nearNames = `
CREATE TABLE runner_name (
  rowid INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  name_key TEXT NOT NULL
) STRICT;
CREATE INDEX runner_of_name ON runner_name (event_id, name_key);

-- Words of names, each with the character of its event before it. They stay when the last runner with the word goes.
CREATE TABLE near_word (
  word_id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE near_key (
  near_key INTEGER NOT NULL,
  word_id INTEGER NOT NULL,
  PRIMARY KEY (near_key, word_id)
) STRICT, WITHOUT ROWID;

DROP TRIGGER runner_fts_stale;
DROP TRIGGER runner_fts_gone;
INSERT INTO runner_fts (runner_fts) VALUES ('delete-all');
UPDATE runner SET indexed = 0 WHERE indexed = 1;
CREATE TRIGGER runner_fts_stale AFTER UPDATE OF indexed ON runner WHEN old.indexed = 1 AND new.indexed = 0 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
  DELETE FROM runner_name WHERE rowid = old.rowid;
END;
CREATE TRIGGER runner_fts_gone AFTER DELETE ON runner WHEN old.indexed = 1 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
  DELETE FROM runner_name WHERE rowid = old.rowid;
END;
`;
