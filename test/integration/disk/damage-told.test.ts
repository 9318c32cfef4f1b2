import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openRace, openTestCore } from "#test/support/test-core.ts";
import { harbourRun } from "../desk/harbour-run.ts";

const workerUrl = new URL("../../../electron/core/db/worker.ts", import.meta.url);

/** Overwrites one page in the middle of a table that a start does not read whole. */
function harmOnePage(path: string): void {
  const raw = new Sqlite(path);
  const insert = raw.prepare("INSERT INTO meta (key, value) VALUES (?, ?)");
  raw.transaction(() => {
    for (let each = 0; each < 2_000; each += 1) insert.run(`key-${each}`, "x".repeat(99));
  })();
  const page = Number(
    raw.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'meta'").pluck().get(),
  );
  const size = Number(raw.pragma("page_size", { simple: true }));
  raw.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

test("S4 damage that is found while the desk works is among the findings, which every room shows", async () => {
  const { core, dataDir, clock } = await openRace(harbourRun);
  await core.close();
  harmOnePage(join(dataDir, "live", "chute.sqlite"));
  const desk = await openTestCore({ dataDir, clock, ports: { workerUrl } });
  const findings = async () => (await desk.value("desk.get", {})).about.findings;
  await expect
    .poll(findings, { timeout: 10_000 })
    .toMatchObject([{ code: "database-damaged", facts: {} }]);
});
