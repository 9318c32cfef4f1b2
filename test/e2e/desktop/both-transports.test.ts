import { expect, test } from "vitest";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { fileBrowser } from "#test/support/hosts/file-browser.ts";
import type { Host } from "#test/support/hosts/host.ts";
import { procedures } from "#shared/contract/index.ts";

browserWindows();

type Question = readonly [name: string, input: unknown];

/** Procedures whose answers name the host, need the host, or change from one moment to the next. */
const ofTheHost: ReadonlySet<string> = new Set([
  "backup.list",
  "journalMirror.get",
  "connection.get",
  "dataFolder.list",
  "desk.get",
  "diagnostics.get",
  "disk.get",
  "export.list",
  "paper.get",
  "lanAccess.get",
  "session.list",
  "sync.look",
  "sync.status",
  "time.get",
  "wipe.look",
]);

/** Inputs for every procedure, and for names that are no procedure. */
const nonsense: readonly unknown[] = [
  {},
  "text",
  { eventId: 7, text: { $ne: null }, commandId: "", limit: -1 },
];
const badNames = ["none.such", "constructor", "__proto__", "toString", "roster.search "];

/** More inputs, for the procedures in `open`. */
const worse: readonly unknown[] = [
  null,
  [],
  7,
  { ["__proto__"]: { role: "owner" }, constructor: { name: "x" } },
  { eventId: "x".repeat(20_000), text: "\u0000\uD800" },
];
const open = ["roster.search", "checkIn.perform", "podium.enter", "settings.save", "walkUp.save"];

function tableOf(eventId: string, runnerId: string): Question[] {
  const names = Object.keys(procedures).filter((name) => !ofTheHost.has(name));
  return [
    ...[...names, ...badNames].flatMap((name) => nonsense.map((input): Question => [name, input])),
    ...open.flatMap((name) => worse.map((input): Question => [name, input])),
    ["event.list", { text: "harbour" }],
    ["event.get", { eventId }],
    ["event.get", { eventId: "none" }],
    ["roster.search", { eventId, text: "7" }],
    ["roster.search", { eventId, text: "okafor", state: "not-here", limit: 5 }],
    ["roster.get", { eventId, runnerId }],
    ["roster.scan", { eventId, text: "1042" }],
    ["bib.nextFree", { eventId }],
    ["podium.get", { eventId }],
    ["finish.page", { eventId, limit: 10 }],
    ["journal.verify", {}],
  ];
}

/** The number of calls at a time. One address may keep at most 128 connections (S12), and each call takes one. */
const atOnce = 40;

async function ask(host: Host, questions: readonly Question[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let from = 0; from < questions.length; from += atOnce) {
    const some = questions.slice(from, from + atOnce);
    const asked = some.map(async ([name, input]) => [name, await host.call(name, input)]);
    answers.push(...(await Promise.all(asked)));
  }
  return answers;
}

test("J8 over one data folder both hosts answer alike: queries, nonsense, and a command that comes again", async () => {
  const { host: station, dataDir, eventId } = await startStationRace({ runners: 60 });
  const { rows } = await station.value("roster.search", { eventId, text: "1042" });
  const runnerId = rows[0]?.id ?? "";
  const order: Question = ["checkIn.perform", { commandId: newCommandId(), eventId, runnerId }];
  const done = await station.call(...order);
  expect(done).toMatchObject({ ok: true });
  const questions = tableOf(eventId, runnerId);
  const overHttp = await ask(station, questions);
  await station.stop();
  const desktop = await startDesktop(fileBrowser(), { dataDir });
  const overIpc = await ask(desktop, questions);
  expect(overIpc).toEqual(overHttp);
  expect(await desktop.call(...order)).toEqual(done);
});
