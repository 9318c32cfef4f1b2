import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("D1 after every single commit of a download the cursor on disk is the one behind the rows on disk", async () => {
  const { bench, eventId, download } = await connectToSandbox(450);
  const { db, stores } = bench;
  const rowsOf = db.raw
    .prepare<[string, number], number>(
      "SELECT count(*) FROM registration WHERE event_id = ? AND pass = ?",
    )
    .pluck();
  const commits: { cursor: string | null; pages: number; rows: number }[] = [];
  db.onCommit(() => {
    const record = stores.downloads.get(eventId, "registrations");
    if (record === null || record.state !== "downloading") return;
    const { cursor, pages, pass } = record;
    commits.push({ cursor, pages, rows: rowsOf.get(eventId, pass) ?? 0 });
  });
  await download();

  expect(commits.filter(({ pages, rows }) => rows !== Math.min(450, pages * 100))).toEqual([]);
  const firstSeen = new Map(commits.toReversed().map(({ cursor, pages }) => [cursor, pages]));
  expect([...firstSeen.values()].toReversed()).toEqual([0, 1, 2, 3, 4]);
  expect(firstSeen.get(null)).toBe(0);
});
