import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { procedures } from "#shared/contract/index.ts";
import { hubProcedures } from "#core/services/desks/through-hub.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const document = readFileSync(join(projectRoot, "electron/main/SECURITY.md"), "utf8");

/** The names in the second cell of the row that begins with this cell. */
function namesInRow(first: string): string[] {
  const row = document.split("\n").find((line) => line.startsWith(`| ${first} |`)) ?? "";
  return [...row.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name).toSorted();
}

test("S10 M15 the table of permissions names each procedure under its role, and no other", () => {
  for (const role of ["owner", "lead", "desk"] as const) {
    const own = Object.entries(procedures).filter(([, procedure]) => procedure.role === role);
    expect(namesInRow(role), role).toEqual(own.map(([name]) => name).toSorted());
  }
  expect(namesInRow("peer")).toEqual([...hubProcedures].toSorted());
});
