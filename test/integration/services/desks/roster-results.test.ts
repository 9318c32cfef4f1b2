import { expect, test } from "vitest";
import { answerRoster } from "#core/services/desks/roster-api.ts";
import { newDownload } from "#core/sync/download/download-record.ts";
import { openTestDatabase } from "#test/support/database.ts";

test("M8 P6 a full desk gets the results in force from the hub: an older version, or none after they were withdrawn", () => {
  const { db, stores } = openTestDatabase();
  const ofRun = { eventId: "e", runId: "r", fetchedAtMs: 1 };
  const current = () => answerRoster({ stores }, "/events/e/results", { run: "r" }).body;
  expect(current()).toMatchObject({ error: { code: "NOT_FOUND" } });
  db.transaction(() => {
    for (const version of [1, 2]) {
      const record = JSON.stringify({ version });
      const edition = { edition: 1, record, segments: [], malformed: [] };
      stores.publications.put({ ...ofRun, version, ...edition });
    }
  });
  const named = (state: "published" | "unpublished", currentVersion: number | null) => {
    const known = { ...ofRun, state, currentVersion, failure: null };
    db.transaction(() => stores.publications.setState(known));
    return current();
  };
  expect(named("published", null)).toMatchObject({ data: { publication: { version: 2 } } });
  expect(named("published", 1)).toMatchObject({ data: { publication: { version: 1 } } });
  expect(named("unpublished", null)).toEqual({ data: { publication: null, segments: [] } });
});

test("M8 a list of events that the hub never had as a whole is not found, because a part would look complete", () => {
  const { db, stores } = openTestDatabase();
  const ask = () => answerRoster({ stores }, "/events", {});
  expect(ask()).toMatchObject({ status: 404 });
  db.transaction(() => stores.downloads.put({ ...newDownload("", "events"), completedAtMs: 7 }));
  expect(ask()).toMatchObject({ status: 200, body: { data: [], listedAtMs: 7 } });
});
