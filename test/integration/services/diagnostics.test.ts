import { writeFileSync } from "node:fs";
import { hostname, homedir, userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnosticsText } from "#shared/contract/in-screens.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const order = () => ({ commandId: newCommandId(), eventId });
const form = {
  eventRunId: "run-10",
  email: "quillon@example.org",
  name: "Quillon Vestergaard",
  registrationType: "free",
};

/** A working desk with people, outbox entries of every outcome, a podium, a device and a logged problem. */
async function openDesk() {
  const desk = await openRace(harbourRun, {
    ports: {
      printing: {
        print: async () => {
          throw new Error("Quillon Vestergaard");
        },
        chooseFile: async () => null,
      },
    },
  });
  await desk.value("settings.save", {
    ...order(),
    operator: "Zephyrine Abara",
    desk: "North gate",
  });
  await desk.value("outbox.pause", { commandId: newCommandId() });
  await desk.value("walkUp.save", { ...order(), form, bib: "4711", checkIn: true });
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  const { code } = await desk.value("pairing.open", { commandId: newCommandId() });
  expect(desk.core.access.pair(code, "Tablet of Rosalind", "127.0.0.1").ok).toBe(true);
  const paper = { ...order(), runId: null, what: "finish-sheet" };
  await desk.core.dispatch("paper.save", paper, { role: "owner", window: 1 });
  return desk;
}

test("what helps to find a fault is counted: versions, rows, the queue, what went wrong", async () => {
  const desk = await openDesk();
  writeFileSync(join(desk.dataDir, "filler"), Buffer.alloc(3_000_000));
  const found = await desk.value("diagnostics.get", {});
  expect(found).toMatchObject({
    program: { version: "0.0.0-test", host: "station", mode: "live", electron: null },
    system: { platform: process.platform, arch: process.arch },
    data: {
      schemaVersion: expect.any(Number),
      findings: [],
      rows: {
        event: 1,
        registration: harbourRun.registrations.length,
        walk_up: 1,
        paired_device: 1,
      },
    },
    connection: { state: "connected", address: "set", keyStore: "memory" },
    queue: { entries: { "pending never-sent": 1 }, attempts: {} },
    troubles: [{ event: "router.internal", why: "Error", count: 1 }],
  });
  expect(found.data.folderBytes).toBeGreaterThan(3_000_000);
  expect(found.data.rows["journal"]).toBeGreaterThan(1);
});

test("K1 nobody is in it: no name, no bib, no e-mail, no key, no address, no folder, no computer's name", async () => {
  const desk = await openDesk();
  const text = diagnosticsText(await desk.value("diagnostics.get", {}));
  const about = (await desk.value("desk.get", {})).about;
  const people = harbourRun.registrations.flatMap(({ _id, name, email }) => [_id, name, email]);
  const planted = [
    ...people.filter((said) => said !== undefined),
    "Quillon",
    "Vestergaard",
    "quillon",
    "Zephyrine",
    "Abara",
    "North gate",
    "4711",
    "Rosalind",
    "Harbour",
    "harbour",
    "org-1",
    "event-1",
    "run-10",
    desk.partner.apiKey,
    desk.partner.baseUrl,
    new URL(desk.partner.baseUrl).host,
    desk.dataDir,
    homedir(),
    about.deviceId,
  ];
  for (const part of planted) expect(text, part).not.toContain(part);
  const words = new Set(text.match(/[\w.-]+/g));
  for (const name of [hostname(), userInfo().username]) expect(words, name).not.toContain(name);
});

test("K1 a desk without an organization says so, and a tablet is not told", async () => {
  const desk = await openRace(harbourRun);
  const reply = await desk.call("diagnostics.get", {}, { role: "desk", device: "Tablet" });
  expect(reply).toMatchObject({ error: { code: "not-allowed" } });
  await desk.value("connection.forget", { commandId: newCommandId() });
  const found = await desk.value("diagnostics.get", {});
  expect(found.connection).toMatchObject({ state: "none", address: "not set" });
});
