import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mirrorFilesIn, entryLine } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { formatHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../integration/services/harbour-run.ts";
import {
  boxIn,
  openWithStick,
  order,
  queueIs,
  queueOf,
  readRows,
  written,
} from "../integration/journal-mirror/stick-desk.ts";
import type { Forged } from "./forged-journal.ts";
import { forgeChain, writeJournalFile } from "./forged-journal.ts";

const bib = (subject: string, text: string, more: Partial<Forged> = {}): Forged => ({
  kind: "bib.given",
  subject,
  payload: { bib: text, previousBib: null },
  ...more,
});

const checkedIn = (subject: string, more: Partial<Forged> = {}): Forged => ({
  kind: "check-in.made",
  subject,
  ...more,
});

/** Opens a desk that imports every file on the stick. */
const openAt = (stick: string) =>
  openRace(harbourRun, { ports: { chooseFolder: async () => stick } });

const importJournal = (desk: TestCore) =>
  desk.value("journalMirror.import", { commandId: newCommandId() });

const bibOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.bib;

const isCheckedIn = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.checkedIn !== null;

const entriesIn = (path: string): JournalEntry[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as JournalEntry);

describe("J11 a journal file that somebody wrote by hand", () => {
  test.each<[string, Partial<Forged>]>([
    ["a clock text that is none", { hlc: "zzzz" }],
    ["the largest clock text there is", { hlc: "ffffffffffff-ffff-aaaa" }],
    ["a clock text of another device", { hlc: "018f00000000-0000-bbbb" }],
    ["a clock text with something before it", { hlc: "z018f00000000-0000-aaaa" }],
    ["a wall time that no clock shows", { wallAtMs: 9_007_199_254_740_991 }],
  ])("J11 J7 %s is refused, and the runner keeps the bib", async (_what, forged) => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "77" });
    writeJournalFile(stick, forgeChain("aaaa", [bib("can", "666", forged)]));
    expect(await importJournal(desk)).toMatchObject({ taken: 0, refused: 1 });
    expect(await bibOf(desk, "can")).toBe("77");
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "78" });
    expect(await bibOf(desk, "can")).toBe("78");
    const next = await desk.reopen();
    await next.value("bib.assign", { ...order(), runnerId: "can", bib: "79" });
    expect(await bibOf(next, "can")).toBe("79");
    const [last] = readRows(next, "SELECT hlc FROM journal ORDER BY rowid DESC LIMIT 1");
    expect(last?.["hlc"]).toMatch(/^0[0-9a-f]{11}-/);
  });

  test("J11 a check-in whose payload was blanked out is refused, and taken when the whole line comes", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    const whole = forgeChain("aaaa", [checkedIn("ana"), checkedIn("luk")]);
    const blanked = whole.map((entry) => ({ ...entry, payload: null, salt: null }));
    writeJournalFile(stick, blanked);
    expect(await importJournal(desk)).toMatchObject({ taken: 0, refused: 2 });
    expect(await isCheckedIn(desk, "ana")).toBe(false);
    writeJournalFile(stick, whole);
    expect(await importJournal(desk)).toMatchObject({ taken: 2, refused: 0 });
    expect(await isCheckedIn(desk, "ana")).toBe(true);
  });

  test("J11 J4 of a chain everything up to a missing line is taken, and the rest once that line is here", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    const chain = forgeChain(
      "aaaa",
      ["ana", "luk", "can"].map((id) => checkedIn(id)),
    );
    writeJournalFile(
      stick,
      [chain[0], chain[2]].filter((entry) => entry !== undefined),
    );
    expect(await importJournal(desk)).toMatchObject({ taken: 1, refused: 1 });
    expect(await isCheckedIn(desk, "can")).toBe(false);
    writeJournalFile(stick, chain.slice(1));
    expect(await importJournal(desk)).toMatchObject({ taken: 2, refused: 0 });
    expect(await isCheckedIn(desk, "can")).toBe(true);
    expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  });

  test("J11 J4 no line is taken that says it is of this desk's own, of this run, of an earlier one, or of one that never was", async () => {
    const stick = temporaryFolder();
    const desk = await openWithStick(stick);
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "77" });
    await written(desk);
    const next = await desk.reopen();
    await next.value("checkIn.perform", { ...order(), runnerId: "luk" });
    await written(next);
    const own = entriesIn(boxIn(stick));
    const earlier = own.find(({ kind }) => kind === "bib.given");
    const present = own.at(-1);
    if (earlier === undefined || present === undefined) throw new Error("Two runs wrote entries");
    const { device } = earlier;
    const other = temporaryFolder();
    writeJournalFile(other, [
      ...forgeChain(device, [bib("can", "666")], earlier),
      ...forgeChain(device, [bib("can", "667")], present),
      ...forgeChain(device, [bib("can", "668")]),
    ]);
    await next.core.close();
    const desk2 = await openTestCore({
      dataDir: next.dataDir,
      clock: next.clock,
      ports: { chooseFolder: async () => other },
    });
    expect(await importJournal(desk2)).toMatchObject({ taken: 0, refused: 3, refusedAsOwn: 3 });
    expect(await bibOf(desk2, "can")).toBe("77");
  });

  test("J11 O10 a line that says an unsent walk-up is done only makes this desk look for it first", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const { runner, outboxId } = await desk.value("walkUp.save", {
      ...order(),
      form: { eventRunId: "run-10", email: "nova@example.org", registrationType: "free" },
      checkIn: false,
    });
    expect(await queueOf(desk)).toEqual(["nova@example.org pending paused"]);
    writeJournalFile(
      stick,
      forgeChain("aaaa", [
        {
          kind: "walk-up.confirmed",
          subject: runner.id,
          payload: { outboxId, participantId: "nobody" },
        },
      ]),
    );
    expect(await importJournal(desk)).toMatchObject({ taken: 1, inDoubt: 1 });
    expect(await queueOf(desk)).toEqual(["nova@example.org waiting paused"]);
    desk.partner.online = true;
    await desk.value("outbox.resume", { commandId: newCommandId() });
    await queueIs(desk, "nova@example.org needs-attention not-found-again");
    await desk.value("outbox.decide", {
      commandId: newCommandId(),
      outboxId,
      decision: { kind: "send-again" },
    });
    await queueIs(desk, "nova@example.org done null");
    expect(desk.partner.posted).toHaveLength(1);
  });

  test.each<[string, Forged["kind"], NonNullable<Forged["payload"]>]>([
    ["retracted", "walk-up.taken-back", { askOrganizer: false }],
    [
      "edited",
      "walk-up.edited",
      {
        form: { eventRunId: "run-10", email: "eve@example.org", registrationType: "free" },
        outboxId: "forged",
        successorOf: "forged",
      },
    ],
  ])("J11 W3 nor does a line that says it was %s end it", async (_what, kind, payload) => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const { runner } = await desk.value("walkUp.save", {
      ...order(),
      form: { eventRunId: "run-10", email: "nova@example.org", registrationType: "free" },
      checkIn: false,
    });
    writeJournalFile(stick, forgeChain("aaaa", [{ kind, subject: runner.id, payload }]));
    await importJournal(desk);
    expect(await queueOf(desk)).toContain("nova@example.org waiting paused");
  });

  test("J10 a correction made here counts, also of a fact from a clock five minutes ahead, and after a restart", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    const ahead = (wallMs: number) => formatHlc({ wallMs, counter: 0 }, "aaaa");
    const fiveMinutesMs = 300_000;
    writeJournalFile(
      stick,
      forgeChain("aaaa", [
        bib("can", "66", { hlc: ahead(desk.clock.now() + fiveMinutesMs) }),
        bib("luk", "67", { hlc: ahead(desk.clock.now() + fiveMinutesMs + 1) }),
      ]),
    );
    await importJournal(desk);
    expect(await bibOf(desk, "can")).toBe("66");
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "77" });
    expect(await bibOf(desk, "can")).toBe("77");
    const again = await desk.reopen();
    await again.value("bib.assign", { ...order(), runnerId: "luk", bib: "78" });
    expect(await bibOf(again, "luk")).toBe("78");
    expect(await bibOf(again, "can")).toBe("77");
  });

  test("J11 a file of a later version is left as it is, and said to be one", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    const header = JSON.stringify({ format: "chute-journal", version: 2, device: "aaaa" });
    writeJournalFile(stick, forgeChain("aaaa", [checkedIn("ana")]), header);
    const [path = ""] = mirrorFilesIn(stick);
    const before = readFileSync(path, "utf8");
    expect(await importJournal(desk)).toMatchObject({ taken: 0, laterFiles: 1, otherFiles: 0 });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(await isCheckedIn(desk, "ana")).toBe(false);
  });

  test("J11 a line nested deeper than any entry is refused, and what stands beside it is taken", async () => {
    const stick = temporaryFolder();
    const desk = await openAt(stick);
    const [ana, luk] = forgeChain("aaaa", [checkedIn("ana"), checkedIn("luk")]);
    if (ana === undefined || luk === undefined) throw new Error("Two entries were forged");
    const brackets = "[".repeat(200_000) + "]".repeat(200_000);
    const deep = entryLine(luk).replace('"payload":{}', `"payload":{"a":${brackets}}`);
    writeJournalFile(stick, [ana, deep]);
    expect(await importJournal(desk)).toMatchObject({ taken: 1, refused: 1 });
    expect(await isCheckedIn(desk, "ana")).toBe(true);
  });
});
