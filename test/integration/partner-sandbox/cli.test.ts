import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, test } from "vitest";

import type { SandboxKeys } from "#sandbox/http/credentials.ts";

import { call, post, rowsOf } from "./sandbox-client.ts";

const cli = resolve(import.meta.dirname, "../../../electron/partner-sandbox/cli.ts");

interface Announced {
  readonly url: string;
  readonly keys: SandboxKeys;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly mainEventId: string;
  readonly pid: number;
}

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] });

/** Runs the command and returns its exit code and output. */
async function run(...args: string[]) {
  const child = start(...args);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

async function announced(child: ChildProcess): Promise<Announced> {
  if (child.stdout === null) throw new Error("no output");
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return JSON.parse(chunk.toString()) as Announced;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

describe("npm run sandbox", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "prints one JSON line, serves, and leaves cleanly on %s",
    async (signal) => {
      const child = start("--port", "0", "--runners", "50", "--seed", "4", "--json");
      const sandbox = await announced(child);
      expect(sandbox.pid).toBe(child.pid);
      const path = `/registration?eventId=${sandbox.mainEventId}&limit=100`;
      expect(rowsOf(await call(sandbox, "GET", path))).toHaveLength(50);
      const state = await fetch(`${sandbox.controlUrl}/state`, {
        headers: { Authorization: `Bearer ${sandbox.controlToken}` },
      });
      expect(state.status).toBe(200);
      expect(await stop(child, signal)).toBe(0);
    },
  );

  test("O3 keeps what it created over a kill", async () => {
    const directory = mkdtempSync(join(tmpdir(), "sandbox-cli-"));
    const args = ["--port", "0", "--runners", "50", "--json", "--state-file", join(directory, "s")];
    const race = { name: "Mile", type: "race", date: "2026-12-05" };
    const first = start(...args);
    const before = await post(await announced(first), "/events", "k", race);
    await stop(first, "SIGKILL");
    const second = start(...args);
    const after = await post(await announced(second), "/events", "k", race);
    expect(after.text).toBe(before.text);
    await stop(second, "SIGTERM");
    rmSync(directory, { recursive: true, force: true });
  });

  test("speaks in words without --json", async () => {
    const child = start("--port", "0", "--runners", "3");
    const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    expect(chunk.toString()).toMatch(/is at http:\/\/127\.0\.0\.1:\d+\n/);
    await stop(child, "SIGTERM");
  });

  test.each([
    [["--port", "70000"], "whole number, 0 to 65535"],
    [["--runners", "2"], "whole number, 3 to 1000000"],
    [["--runners", "many"], "whole number"],
    [["--seed", "-1"], "whole number"],
    [["--today", "2026-02-30"], "a date, YYYY-MM-DD"],
    [["--timezone", "Mars/Base"], "IANA time zone"],
    [["--rate-limit", "fast"], "requests per second"],
    [["--cursor-place", "somewhere"], "meta.next"],
    [["--flood"], "unknown option"],
    [["extra"], "too many arguments"],
    [["--port", "0", "--state-file", "/nowhere/at/all"], "/nowhere/at/all"],
  ])("refuses %j with a clear message", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect([code === 0, stdout]).toEqual([false, ""]);
  });

  test("says that the port is in use", async () => {
    const blocker = createServer();
    await new Promise<void>((done) => blocker.listen(0, "127.0.0.1", done));
    const { port } = blocker.address() as { port: number };
    const { code, stderr } = await run("--port", String(port), "--runners", "3");
    blocker.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `sandbox: Port ${port} is in use. Choose another with --port, or --port 0 for any free one.\n`,
    );
  });

  test("explains itself", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const option of [
      "--port",
      "--runners",
      "--seed",
      "--state-file",
      "--rate-limit",
      "--json",
    ]) {
      expect(stdout).toContain(option);
    }
  });
});
