/** A change of the bib writes the row of the full-text index again, but not the whole name beside it. */
export const namesKept = `
DROP TRIGGER runner_fts_stale;
DROP TRIGGER runner_fts_gone;
CREATE TRIGGER runner_fts_stale AFTER UPDATE OF indexed ON runner WHEN old.indexed = 1 AND new.indexed = 0 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
END;
CREATE TRIGGER runner_fts_gone AFTER DELETE ON runner WHEN old.indexed = 1 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
END;
CREATE TRIGGER runner_name_stale AFTER UPDATE OF event_id, name_fold ON runner
WHEN new.event_id <> old.event_id OR new.name_fold <> old.name_fold BEGIN
  DELETE FROM runner_name WHERE rowid = old.rowid;
END;
CREATE TRIGGER runner_name_gone AFTER DELETE ON runner BEGIN
  DELETE FROM runner_name WHERE rowid = old.rowid;
END;
`;
