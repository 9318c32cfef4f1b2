import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScriptedServer } from "../../support/scripted-server.ts";
import { organization, sendJson, startScriptedServer } from "../../support/scripted-server.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench } from "../../support/sync-bench.ts";

let server: ScriptedServer;
let bench: Bench;

beforeEach(async () => {
  server = await startScriptedServer();
  bench = await openBench();
  server.answer = ({ headers }, response) => {
    const delayMs = headers.authorization?.includes("slow") === true ? 100 : 0;
    setTimeout(() => sendJson(response, 200, { data: organization }), delayMs);
  };
});

afterEach(async () => {
  await closeBenches();
  await server.close();
});

const kept = (): readonly unknown[] =>
  [...bench.secrets.values.values()].map((text) => (JSON.parse(text) as { apiKey: string }).apiKey);

test.each([
  ["slow-key", "quick-key"],
  ["quick-key", "slow-key"],
])(
  "K1 of two keys given at once, %s and then %s, the later command is the one in use",
  async (...keys) => {
    const { connection } = bench.sync;
    const saved = await Promise.all(keys.map((key) => connection.save(server.url, key)));
    expect(saved.map(({ ok }) => ok)).toEqual([true, true]);
    expect(kept()).toEqual([keys[1]]);
    await bench.sync.downloads.refreshEvents();
    expect(server.seen.at(-1)?.headers.authorization).toContain(keys[1]);
  },
);

test("K1 a key that is forgotten while it is still being asked about does not come back", async () => {
  const { connection } = bench.sync;
  const [saved, forgotten] = await Promise.all([
    connection.save(server.url, "slow-key"),
    connection.forget(),
  ]);
  expect([saved.ok, forgotten.ok]).toEqual([true, true]);
  expect(kept()).toEqual([]);
  expect(connection.get().state).toBe("none");
});

test("O9 what is saved while another organization's key is being kept is not sent there", async () => {
  const { connection, outbox } = bench.sync;
  await connection.save(server.url, "quick-key");
  outbox.pause();
  const form = { eventRunId: "run_1", email: "zoe@example.org", registrationType: "free" };
  const write = bench.secrets.write;
  const other = { ...organization, _id: "org_2" };
  server.answer = (_request, response) => sendJson(response, 200, { data: other });
  Object.assign(bench.secrets, {
    write(name: string, value: string) {
      bench.saveWalkUp("evt_1", form);
      return write(name, value);
    },
  });
  expect(await connection.save(server.url, "other-key")).toMatchObject({
    error: { code: "other-organization", details: { unsent: 1 } },
  });
  expect(kept()).toEqual(["quick-key"]);
});
