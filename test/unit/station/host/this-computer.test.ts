import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readThisComputer } from "#station/host/this-computer.ts";

test("S5 a computer is named by its system, or not at all; never by a guess", () => {
  const file = "/etc/machine-id";
  const named = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  expect(readThisComputer("linux").id).toBe(/^[0-9a-f]{32}$/.test(named) ? named : null);
  expect(readThisComputer("aix").id).toBeNull();
});

test("S5 where the system cannot be asked, the program starts all the same", () => {
  const foreign = process.platform === "win32" ? "darwin" : "win32";
  expect(readThisComputer(foreign).id).toBeNull();
});
