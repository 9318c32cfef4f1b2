import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerCall } from "#main/windows/ipc-transport.ts";
import { procedures } from "#shared/contract/index.ts";
import { systemClock, systemRandom } from "#station/host/host-ports.ts";
import { createOwnerSessions } from "#station/sessions/owner-sessions.ts";
import { startStationServer } from "#station/http/server.ts";
import { harbourRun } from "#test/integration/services/harbour-run.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

type Call = (name: string, input: unknown) => Promise<unknown>;

const ownPage = { url: "app://chute/", isMainFrame: true, window: 1 };

/** Clones the message, as Electron does. */
const overIpc = async (desk: TestCore, name: string, input: unknown): Promise<unknown> =>
  structuredClone(await answerCall(desk.core, ownPage, name, structuredClone(input)));

/** Opens both transports over one core. */
async function openBoth(): Promise<{ desk: TestCore; ipc: Call; http: Call }> {
  const desk = await openRace(harbourRun);
  const shellDir = mkdtempSync(join(tmpdir(), "chute-no-screens-"));
  onTestFinished(() => rmSync(shellDir, { recursive: true }));
  const owner = createOwnerSessions({ clock: systemClock, random: systemRandom });
  const scriptSession = owner.openForScript();
  const server = await startStationServer({
    certificate: async () => Promise.reject(new Error("Nobody else may come")),
    core: desk.core,
    owner,
    host: "127.0.0.1",
    port: 0,
    shellDir,
    reportBug: (error) => expect.fail(String(error)),
  });
  if (!server.ok) throw new Error(server.error.message);
  onTestFinished(() => server.value.close());
  const http: Call = async (name, input) => {
    const answer = await fetch(`${server.value.url}/rpc/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${scriptSession}` },
      body: JSON.stringify(input),
    });
    return answer.json();
  };
  return { desk, ipc: (name, input) => overIpc(desk, name, input), http };
}

/** The answer without the free bytes of the disk, which other programs change meanwhile. */
const still = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      key === "freeBytes" && typeof value === "number" ? "some" : value,
    ),
  );

describe("one contract, two transports", () => {
  test("every procedure answers the same to an empty input", async () => {
    const { ipc, http } = await openBoth();
    // `sync.look` is left out: it checks the connection and answers like `sync.status`, so the second call may differ.
    const names = Object.keys(procedures).filter((name) => name !== "sync.look");
    for (const name of [...names, "none.such", "constructor", "__proto__"]) {
      expect([name, still(await http(name, {}))]).toEqual([name, still(await ipc(name, {}))]);
    }
    expect(Object.keys(procedures)).toContain("sync.look");
    expect(await http("sync.look", {})).toMatchObject({ ok: true });
    expect(await ipc("sync.look", {})).toMatchObject({ ok: true });
  });

  test("every query answers the same", async () => {
    const { ipc, http } = await openBoth();
    const runnerId = "ana";
    const questions: [string, unknown][] = [
      ["connection.check", { baseUrl: "http://example.com", apiKey: "x" }],
      ["event.list", { text: "harbour" }],
      ["event.get", { eventId }],
      ["event.get", { eventId: "none" }],
      ["download.status", { eventId }],
      ["digest.get", { eventId }],
      ["roster.search", { eventId, text: "7" }],
      ["roster.search", { eventId, text: "ana", state: "not-here", limit: 5 }],
      ["roster.search", { eventId, text: 7 }],
      ["roster.get", { eventId, runnerId }],
      ["roster.scan", { eventId, text: "7" }],
      ["roster.runCounts", { eventId }],
      ["roster.recent", { eventId, limit: 3 }],
      ["bib.nextFree", { eventId }],
      ["bib.check", { eventId, bib: "07" }],
      ["bib.holders", { eventId, bib: "7" }],
      ["outbox.get", { outboxId: "none" }],
      ["journal.verify", {}],
    ];
    for (const [name, input] of questions) {
      expect([name, await http(name, input)]).toEqual([name, await ipc(name, input)]);
    }
  });

  test("J8 a command performed over one transport answers the same when repeated over the other", async () => {
    const { ipc, http } = await openBoth();
    const checkIn = { commandId: newCommandId(), eventId, runnerId: "ana" };
    const done = await http("checkIn.perform", checkIn);
    expect(done).toMatchObject({ ok: true });
    expect(await ipc("checkIn.perform", checkIn)).toEqual(done);
    const again = { ...checkIn, commandId: newCommandId() };
    const refused = await ipc("checkIn.perform", again);
    expect(refused).toMatchObject({ ok: false, error: { code: "already-checked-in" } });
    expect(await http("checkIn.perform", again)).toEqual(refused);
  });
});
