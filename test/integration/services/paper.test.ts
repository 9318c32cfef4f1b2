import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PrintingPort } from "#core/ports.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const pdf = new TextEncoder().encode("%PDF-1.7 of a window");
const window = { role: "owner", window: 3 } as const;

type Suggestion = Parameters<PrintingPort["chooseFile"]>[1];

/** A host with windows; the test decides what the person chooses. */
function openHost(bytes: Uint8Array | null = pdf) {
  const host = {
    printed: [] as number[],
    suggested: [] as Suggestion[],
    choice: null as string | null,
  };
  const paper: PrintingPort = {
    print: async (asker) => {
      host.printed.push(asker);
      return bytes;
    },
    chooseFile: async (_asker, suggested) => {
      host.suggested.push(suggested);
      return host.choice;
    },
  };
  return { host, paper };
}

const order = (more: Partial<InputOf<"paper.save">> = {}): InputOf<"paper.save"> => ({
  commandId: newCommandId(),
  eventId,
  runId: "run-10",
  what: "award-sheets",
  ...more,
});

const save = (desk: TestCore, more: Partial<InputOf<"paper.save">> = {}) =>
  desk.call("paper.save", order(more), window);

test.each([
  ["Pacific/Kiritimati", "2026-05-18"],
  ["Pacific/Pago_Pago", "2026-05-17"],
])("D8 the name of a PDF has the date at the venue: %s, %s", async (timezone, day) => {
  const { host, paper } = openHost();
  const race = { ...harbourRun, event: { timezone } };
  const desk = await openRace(race, { ports: { printing: paper } });
  await desk.clock.advance(Date.UTC(2026, 4, 17, 12) - desk.clock.now());
  host.choice = join(temporaryFolder(), "sheets.pdf");
  expect(await save(desk)).toMatchObject({ ok: true });
  expect(host.suggested[0]?.name).toBe(`harbour-run-10-km-award-sheets-${day}.pdf`);
});

test("what the asking window prints is saved where the person says, and the folder is remembered", async () => {
  const { host, paper } = openHost();
  const folder = temporaryFolder();
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  expect(await desk.value("paper.get", {}, window)).toEqual({ canSave: true });
  host.choice = join(folder, "sheets.pdf");
  expect(await save(desk)).toEqual({
    ok: true,
    value: { path: host.choice, bytes: pdf.byteLength },
  });
  expect(new Uint8Array(readFileSync(host.choice))).toEqual(pdf);
  expect(readdirSync(folder)).toEqual(["sheets.pdf"]);
  expect(host.printed).toEqual([3]);

  const after = await desk.reopen();
  await save(after, { what: "finish-sheet", runId: null });
  expect(host.suggested).toEqual([
    {
      folder: null,
      name: expect.stringMatching(/^harbour-run-10-km-award-sheets-\d{4}-\d\d-\d\d\.pdf$/),
    },
    { folder, name: expect.stringMatching(/^harbour-run-finish-sheet-\d{4}-\d\d-\d\d\.pdf$/) },
  ]);
});

test("a folder that is gone is not suggested again", async () => {
  const { host, paper } = openHost();
  const stick = join(temporaryFolder(), "stick");
  mkdirSync(stick);
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  host.choice = join(stick, "sheets.pdf");
  await save(desk);
  rmSync(stick, { recursive: true });
  await save(desk);
  expect(host.suggested.map(({ folder }) => folder)).toEqual([null, null]);
});

test("nobody choosing a file is told as such and leaves nothing", async () => {
  const { paper } = openHost();
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  expect(await save(desk)).toMatchObject({ error: { code: "cancelled" } });
});

test("a window that gives no PDF is told before anybody is asked for a file", async () => {
  const { host, paper } = openHost(null);
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  expect(await save(desk)).toMatchObject({ error: { code: "not-printed" } });
  expect(host.suggested).toEqual([]);
});

test("J8 a double click saves once", async () => {
  const { host, paper } = openHost();
  host.choice = join(temporaryFolder(), "sheets.pdf");
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  const once = order();
  const [first, second] = await Promise.all([
    desk.call("paper.save", once, window),
    desk.call("paper.save", once, window),
  ]);
  expect(first).toMatchObject({ ok: true });
  expect(second).toEqual(first);
  expect(host.printed).toEqual([3]);
});

test("a browser has no window here, nor has a host without any", async () => {
  const { host, paper } = openHost();
  const withWindows = await openRace(harbourRun, { ports: { printing: paper } });
  expect(await withWindows.value("paper.get", {})).toEqual({ canSave: false });
  expect(await withWindows.call("paper.save", order())).toMatchObject({
    error: { code: "not-a-desktop" },
  });
  expect(host.printed).toEqual([]);
  const without = await openRace(harbourRun);
  expect(await without.value("paper.get", {}, window)).toEqual({ canSave: false });
  expect(await save(without)).toMatchObject({ error: { code: "not-a-desktop" } });
});

test("paper of an event or run that is not here is refused", async () => {
  const { host, paper } = openHost();
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  for (const lost of [{ eventId: "none" }, { runId: "none" }]) {
    expect(await save(desk, lost)).toMatchObject({ error: { code: "not-found" } });
  }
  expect(host.printed).toEqual([]);
});

test("J1 a file that cannot be written says why; what stood there stays, and nothing half is left", async () => {
  const { host, paper } = openHost();
  const desk = await openRace(harbourRun, { ports: { printing: paper } });
  const folder = temporaryFolder();
  host.choice = join(folder, "nowhere", "sheets.pdf");
  expect(await save(desk)).toMatchObject({
    error: { code: "not-saved", details: { why: "file-gone" } },
  });

  host.choice = join(folder, "sheets.pdf");
  writeFileSync(host.choice, "an earlier sheet");
  // Writing to this path fails, because `/dev/full` is always full.
  symlinkSync("/dev/full", `${host.choice}.part`);
  expect(await save(desk)).toMatchObject({
    error: { code: "not-saved", details: { why: "disk-full" } },
  });
  expect(readFileSync(host.choice, "utf8")).toBe("an earlier sheet");
  expect(readdirSync(folder)).toEqual(["sheets.pdf"]);
});
