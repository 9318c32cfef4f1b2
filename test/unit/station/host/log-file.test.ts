import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createLogFile, logFolder } from "#station/host/log-file.ts";
import { createHostLogger } from "#station/host/logger.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const linesOf = (folder: string, name: string): string[] =>
  readFileSync(join(folder, "logs", name), "utf8")
    .trimEnd()
    .split("\n");

test("lines are appended, also after a restart, in a file that only this user reads", () => {
  const folder = temporaryFolder();
  createLogFile(folder).write("one");
  createLogFile(folder).write("two");
  expect(linesOf(folder, "chute.log")).toEqual(["one", "two"]);
  expect(statSync(join(folder, "logs", "chute.log")).mode & 0o777).toBe(0o600);
  expect(statSync(logFolder(folder)).mode & 0o777).toBe(0o700);
});

test("S4 a pipe in the place of the log: the line is lost, and nobody waits for a reader", () => {
  const folder = temporaryFolder();
  mkdirSync(logFolder(folder));
  execFileSync("mkfifo", [join(logFolder(folder), "chute.log")]);
  const file = createLogFile(folder);
  expect(() => file.write("one")).not.toThrow();
});

test("nothing is opened before there is something to say", () => {
  const folder = temporaryFolder();
  createLogFile(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("five files of a megabyte at most; the oldest goes", () => {
  const folder = temporaryFolder();
  const file = createLogFile(folder);
  const line = "x".repeat(400_000);
  for (let number = 0; number < 16; number += 1) file.write(`${number} ${line}`);
  const names = readdirSync(logFolder(folder)).toSorted();
  expect(names).toEqual(["chute.1.log", "chute.2.log", "chute.3.log", "chute.4.log", "chute.log"]);
  for (const name of names) {
    expect(statSync(join(logFolder(folder), name)).size).toBeLessThanOrEqual(1_000_000);
  }
  const firsts = (name: string) => linesOf(folder, name).map((text) => text.split(" ")[0]);
  expect(firsts("chute.log")).toEqual(["14", "15"]);
  expect(firsts("chute.4.log")).toEqual(["6", "7"]);
});

test("a line longer than a file is still written whole", () => {
  const folder = temporaryFolder();
  const file = createLogFile(folder);
  file.write("x".repeat(1_200_000));
  file.write("next");
  expect(linesOf(folder, "chute.log")).toEqual(["next"]);
  expect(linesOf(folder, "chute.1.log")[0]).toHaveLength(1_200_000);
});

test("a place that takes no log stops nobody, and the log begins once it does", () => {
  const folder = temporaryFolder();
  const file = createLogFile(join(folder, "data"));
  file.write("lost");
  expect(existsSync(join(folder, "data"))).toBe(false);
  mkdirSync(join(folder, "data"));
  writeFileSync(logFolder(join(folder, "data")), "in the way");
  file.write("lost");
  rmSync(logFolder(join(folder, "data")));
  file.write("kept");
  expect(linesOf(join(folder, "data"), "chute.log")).toEqual(["kept"]);
});

test("K1 the file has everything, standard error warnings and errors, and neither anybody's data", () => {
  const folder = temporaryFolder();
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const logger = createHostLogger({ now: () => Date.UTC(2026, 4, 17, 8) });
  logger.log("warn", "early");
  logger.keepIn(folder);
  logger.log("debug", "partner.exchange", { endpoint: "events.list", status: 200 });
  logger.log("error", "router.internal", { logId: "log-1", text: "Amara Okafor" });
  const said = stderr.mock.calls.map(([text]) => String(text));
  stderr.mockRestore();
  const at = "2026-05-17T08:00:00.000Z";
  const error = {
    at,
    level: "error",
    event: "router.internal",
    logId: "log-1",
    text: "(withheld)",
  };
  expect(linesOf(folder, "chute.log").map((line) => JSON.parse(line))).toEqual([
    { at, level: "debug", event: "partner.exchange", endpoint: "events.list", status: 200 },
    error,
  ]);
  expect(said.map((line) => JSON.parse(line))).toEqual([
    { at, level: "warn", event: "early" },
    error,
  ]);
});
