import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTable } from "#test/support/read-csv.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { eventId, openPodium, runId } from "../podium/podium-desk.ts";

const gunAtMs = Date.UTC(2026, 4, 17, 8);

test("P1 a row without a place says why: an unreadable bib, no bib yet, a missed press", async () => {
  const desk = await openPodium();
  const order = () => ({ commandId: newCommandId(), eventId });
  await desk.value("gun.set", { ...order(), runId, atMs: gunAtMs });
  const stamps = [1, 2, 3, 4, 5].map((nth) => ({
    id: `stamp-${nth}-of-test`,
    atMs: gunAtMs + 2_400_000 + nth,
  }));
  await desk.value("finish.stamp", { ...order(), stamps });
  for (const [index, bib] of ["7", null, "007"].entries())
    await desk.value("finish.bib", { ...order(), id: `line-${index}-of-test`, bib, before: null });
  for (const before of ["stamp-3-of-test", "stamp-5-of-test"])
    await desk.value("finish.gap", { ...order(), id: `gap-${before}`, before });
  const exported = { what: "finish-log", format: "csv" } as const;
  const { path } = await desk.value("export.make", { ...order(), ...exported });
  const rows = readTable(readFileSync(path, "utf8"));
  expect(rows.map(({ row, place, bib, note }) => [row, place, bib, note].join(" | "))).toEqual([
    "1 | 1 | 7 | ",
    "2 |  |  | unreadable",
    "3 | 2 | 007 | not-pressed",
    "4 |  |  | no-bib-yet",
    "5 |  |  | no-bib-yet",
    "6 |  |  | not-pressed",
    "7 |  |  | no-bib-yet",
  ]);
});
