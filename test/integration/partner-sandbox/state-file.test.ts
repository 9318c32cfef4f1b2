import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { openStateFile, StateFileError } from "#sandbox/control/state-file.ts";

import { smallDisk } from "#test/support/small-disk.ts";
import { call, post, readRoster, runIdOf, runsOf, withSandbox } from "./sandbox-client.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "sandbox-state-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const race = { name: "Fjord Mile", type: "race", date: "2026-12-05" };

async function register(sandbox: Sandbox, key: string, email = "a@b.co") {
  const eventRunId = await runIdOf(sandbox, "10K");
  return await post(sandbox, "/registration", key, { eventRunId, email, registrationType: "free" });
}

describe("X24 the state file", () => {
  test("O2 brings back rows, counts, events, answers and refusals after a restart", async () => {
    const stateFile = join(directory, "restart.jsonl");
    const before = await (async () => {
      await using sandbox = await withSandbox({ stateFile });
      const created = await register(sandbox, "k1");
      const event = await post(sandbox, "/events", "k2", race);
      const refused = await post(sandbox, "/registration", "k3", {});
      return {
        texts: [created.text, event.text, refused.text],
        roster: await readRoster(sandbox),
        runs: await runsOf(sandbox),
        keys: sandbox.keys,
      };
    })();
    await using sandbox = await withSandbox({ stateFile });
    expect(sandbox.keys).toEqual(before.keys);
    expect(await readRoster(sandbox)).toEqual(before.roster);
    expect(await runsOf(sandbox)).toEqual(before.runs);
    const again = [
      await register(sandbox, "k1"),
      await post(sandbox, "/events", "k2", race),
      await post(sandbox, "/registration", "k3", {}),
    ];
    expect(again.map(({ text }) => text)).toEqual(before.texts);
    expect((await register(sandbox, "k1", "other@b.co")).status).toBe(409);
    expect(sandbox.readState().created).toHaveLength(2);
    const fresh = await register(sandbox, "k4");
    expect(fresh.status).toBe(201);
    expect(before.texts).not.toContain(fresh.text);
    expect(
      (await call(sandbox, "GET", "/events?dateFrom=2026-12-05&dateTo=2026-12-05")).text,
    ).toContain("Fjord Mile");
  });

  test("X24 a full disk leaves no part of a line behind", (context) => {
    const disk = smallDisk(2);
    if (disk === null) return context.skip("mounting a file system is not allowed");
    const stateFile = join(disk, "full.jsonl");
    const size = { seed: 1, runners: 3 };
    const file = openStateFile(stateFile, size);
    const answer = { credential: "all", fingerprint: "f", status: 400 };
    const append = (key: string, bytes: number): void =>
      file.append({ ...answer, key, body: "x".repeat(bytes) });
    append("k1", 10);
    expect(() => append("k2", 4 * 1024 * 1024)).toThrow("ENOSPC");
    append("k3", 10);
    file.close();
    const again = openStateFile(stateFile, size);
    again.close();
    expect(again.committed.map(({ key }) => key)).toEqual(["k1", "k3"]);
  });

  test("ignores a torn last line and goes on behind the last whole one", async () => {
    const stateFile = join(directory, "torn.jsonl");
    await (async () => {
      await using sandbox = await withSandbox({ stateFile });
      await register(sandbox, "k1");
    })();
    appendFileSync(stateFile, '{"credential":"all","key":"k2","finger');
    await (async () => {
      await using sandbox = await withSandbox({ stateFile });
      expect(sandbox.readState().created).toHaveLength(1);
      expect((await register(sandbox, "k2")).status).toBe(201);
    })();
    const lines = readFileSync(stateFile, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { key?: string }).key)).toEqual([
      undefined,
      "k1",
      "k2",
    ]);
  });

  test("is begun anew when even its first line is torn", async () => {
    const stateFile = join(directory, "torn-header.jsonl");
    writeFileSync(stateFile, '{"sandbox":1,"se');
    await using sandbox = await withSandbox({ stateFile });
    expect((await register(sandbox, "k1")).status).toBe(201);
  });

  test("of another seed or size is refused, as is a file that is none", async () => {
    const stateFile = join(directory, "other.jsonl");
    await (await withSandbox({ stateFile, seed: 3 })).close();
    await expect(startSandbox({ stateFile, seed: 4, runners: 120 })).rejects.toThrow(
      "belongs to --seed 3 --runners 120, not to --seed 4 --runners 120",
    );
    for (const content of ["hello", "hello\n", '{"sandbox":1,"seed":1,"runners":3}\nnot json\n']) {
      writeFileSync(stateFile, content);
      await expect(startSandbox({ stateFile, runners: 3 })).rejects.toThrow(StateFileError);
      expect(readFileSync(stateFile, "utf8")).toBe(content);
    }
  });
});
