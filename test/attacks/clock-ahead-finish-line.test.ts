import { expect, test } from "vitest";
import type { Forged } from "./forged-journal.ts";
import { forgeChain, writeJournalFile } from "./forged-journal.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import { formatHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import { segmentSubject } from "#shared/domain/podium/segment.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../integration/services/harbour-run.ts";
import { order } from "../integration/journal-mirror/stick-desk.ts";

const runId = "run-10";
const fiveMinutesMs = 300_000;
const place = { runId, segmentId: "overall" };
const itemId = "11111111-1111-4111-8111-111111111111";

/** Entries of the finish line from another computer whose clock is five minutes ahead. */
function fromTheOther(startedAtMs: number): Forged[] {
  const item = { list: "bibs", id: itemId, at: "a1", atMs: null };
  const facts: Forged[] = [
    { kind: "gun.set", subject: gunSubject(runId), payload: { runId, atMs: startedAtMs } },
    {
      kind: "segment.saved",
      subject: segmentSubject(runId, "overall"),
      payload: { ...place, label: "Theirs", depth: 3, clock: "gun" },
    },
    {
      kind: "finish.put",
      subject: finishSubject("bibs", itemId),
      payload: { ...item, bib: "66", action: "bib" },
    },
  ];
  return facts.map((fact, at) => ({
    ...fact,
    hlc: formatHlc({ wallMs: startedAtMs + fiveMinutesMs + at, counter: 0 }, "aaaa"),
  }));
}

async function sayOf(desk: TestCore) {
  const { guns, rows } = await desk.value("finish.page", { eventId });
  const { segments } = await desk.value("podium.get", { eventId, runId });
  return {
    gun: guns.find((gun) => gun.runId === runId)?.atMs,
    label: segments.find(({ segmentId }) => segmentId === "overall")?.label,
    bib: rows[0]?.line?.bib,
  };
}

test("J10 at the finish line, too, a correction made here counts after what a clock five minutes ahead wrote", async () => {
  const stick = temporaryFolder();
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const nowMs = desk.clock.now();
  writeJournalFile(stick, forgeChain("aaaa", fromTheOther(nowMs)));
  await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(await sayOf(desk)).toEqual({ gun: nowMs, label: "Theirs", bib: "66" });
  const ours = { gun: nowMs + 1_000, label: "Ours", bib: "67" };
  await desk.value("gun.set", { ...order(), runId, atMs: ours.gun });
  const segment = { segmentId: "overall", label: ours.label, depth: 3, clock: "gun" } as const;
  await desk.value("segment.save", { ...order(), runId, segments: [segment] });
  await desk.value("finish.change", { ...order(), id: itemId, bib: ours.bib });
  expect(await sayOf(desk)).toEqual(ours);
  // A rebuild from the journal gives the same rows.
  expect(await desk.value("journal.verify", {})).toMatchObject({ differences: 0 });
  await desk.value("journalMirror.import", { commandId: newCommandId() });
  const again = await desk.reopen();
  expect(await sayOf(again)).toEqual(ours);
});
