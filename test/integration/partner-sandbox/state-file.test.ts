import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { openStateFile, StateFileError } from "#sandbox/control/state-file.ts";

import { fillDisk, freeSpaceOn, smallDisk } from "#test/support/small-disk.ts";
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

  test("X24 O5 a POST that a full disk refuses answers 507, creates nothing, and succeeds when it is sent again", async (context) => {
    const disk = smallDisk(2);
    if (disk === null) return context.skip("mounting a file system is not allowed");
    const bugs: unknown[] = [];
    const reportBug = (error: unknown): void => void bugs.push(error);
    await using sandbox = await withSandbox({ stateFile: join(disk, "full.jsonl"), reportBug });
    const before = (await readRoster(sandbox)).length;
    fillDisk(disk);
    // The file's last block has space for a few short lines.
    const statuses: number[] = [];
    while (!statuses.includes(507) && statuses.length < 100) {
      statuses.push((await register(sandbox, `k${statuses.length}`)).status);
    }
    const created = statuses.length - 1;
    const key = `k${created}`;
    const again = await register(sandbox, key);
    expect(again.status).toBe(507);
    expect(again.text).toContain("disk is full");
    expect(await readRoster(sandbox)).toHaveLength(before + created);
    expect(sandbox.readState().created).toHaveLength(created);
    freeSpaceOn(disk);
    expect((await register(sandbox, key)).status).toBe(201);
    expect(await readRoster(sandbox)).toHaveLength(before + created + 1);
    expect(bugs).toEqual([]);
  });

  const damages: Readonly<Record<string, (lines: string[]) => string>> = {
    "a torn line with the next one glued to it": ([header, one, two = "", ...rest]) =>
      [header, one, two.slice(0, 100) + rest.join("\n")].join("\n"),
    "a torn line": ([header, one, two = "", ...rest]) =>
      [header, one, two.slice(0, 100), ...rest].join("\n"),
    "an empty line": ([header, one, ...rest]) => [header, one, "", ...rest].join("\n"),
    "NULs with a newline at the end": (lines) => `${lines.join("\n")}${"\0".repeat(500)}\n`,
    "NULs in the middle": ([header, one, two = "", ...rest]) =>
      [header, one, two.slice(0, 50) + "\0".repeat(300), ...rest].join("\n"),
  };
  test.each(Object.entries(damages))(
    "X24 a file to repair, with %s: the other lines are used, and the damaged file is kept beside it",
    async (_, damage) => {
      const stateFile = join(mkdtempSync(join(directory, "damaged-")), "sandbox.jsonl");
      const size = { stateFile, repairsStateFile: true };
      await (async () => {
        await using sandbox = await withSandbox(size);
        expect(sandbox.repairedStateFile).toBeNull();
        for (const key of ["k1", "k2", "k3", "k4"]) await register(sandbox, key, `${key}@b.co`);
      })();
      const damaged = damage(readFileSync(stateFile, "utf8").split("\n"));
      writeFileSync(stateFile, damaged);
      await (async () => {
        await using sandbox = await withSandbox(size);
        const { lostLines, keptAs } = sandbox.repairedStateFile ?? { lostLines: 0, keptAs: "" };
        expect(lostLines).toBe(1);
        expect(readFileSync(keptAs, "utf8")).toBe(damaged);
        expect((await register(sandbox, "k1", "k1@b.co")).status).toBe(201);
        expect((await register(sandbox, "k5", "k5@b.co")).status).toBe(201);
        const ids = (await readRoster(sandbox)).map((row) => row["_id"]);
        expect(new Set(ids).size).toBe(ids.length);
      })();
      await using again = await withSandbox(size);
      expect(again.repairedStateFile).toBeNull();
      expect(again.readState().created.length).toBeGreaterThan(1);
    },
  );

  test.each([
    "\0".repeat(4096),
    '{"sandbox":1,"se\n{}\n',
    "hello\n",
    '{"sandbox":1,"seed":9,"runners":9}\n',
  ])(
    "X24 a file to repair without a readable header is kept, and a new one is begun",
    async (content) => {
      const stateFile = join(mkdtempSync(join(directory, "damaged-")), "sandbox.jsonl");
      writeFileSync(stateFile, content);
      await using sandbox = await withSandbox({ stateFile, repairsStateFile: true });
      expect(readFileSync(sandbox.repairedStateFile?.keptAs ?? "", "utf8")).toBe(content);
      expect((await register(sandbox, "k1")).status).toBe(201);
      expect(readFileSync(stateFile, "utf8").trimEnd().split("\n")).toHaveLength(2);
    },
  );

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
