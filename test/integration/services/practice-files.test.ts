import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startPractice } from "#station/start-up/practice-race.ts";
import { newCommandId, openTestCore, temporaryFolder } from "#test/support/test-core.ts";

test("K3 a file that leaves practice says so in its name: exports and saved paper", async () => {
  const names: string[] = [];
  const paper = {
    print: async () => new TextEncoder().encode("%PDF-1.7 of a window"),
    chooseFile: async (_asker: number, { name }: { readonly name: string }) => {
      names.push(name);
      return join(temporaryFolder(), name);
    },
  };
  const desk = await openTestCore({ ports: { startPractice, fetch, printing: paper } });
  await desk.value("practice.start", { commandId: newCommandId() });
  const eventId = (await desk.value("desk.get", {})).currentEventId ?? "";
  const made = await desk.value("export.make", {
    commandId: newCommandId(),
    eventId,
    what: "check-ins",
    format: "csv",
  });
  expect(made.name).toMatch(/^practice-.+-check-ins-/);
  expect((await desk.value("export.list", {})).files).toMatchObject([{ name: made.name }]);
  await desk.value(
    "paper.save",
    { commandId: newCommandId(), what: "finish-sheet", eventId, runId: null },
    { role: "owner", window: 3 },
  );
  expect(names).toEqual([expect.stringMatching(/^PRACTICE-.+-finish-sheet-.+\.pdf$/)]);
});

test("X24 practice opens although a line of its sandbox's file is damaged; the log says so, and the file is kept", async () => {
  const desk = await openTestCore({ ports: { startPractice, fetch } });
  await desk.value("practice.start", { commandId: newCommandId() });
  await desk.value("practice.leave", { commandId: newCommandId() });
  const file = join(desk.dataDir, "practice", "sandbox.jsonl");
  const damaged = `${readFileSync(file, "utf8")}{"credential":"al\n`;
  writeFileSync(file, damaged);
  expect(await desk.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    ok: true,
  });
  expect(desk.logged).toContainEqual({ level: "warn", event: "practice.sandbox-repaired" });
  expect(readFileSync(`${file}.damaged-1`, "utf8")).toBe(damaged);
});

test("X24 if practice cannot be opened because of a file, the message names the file", async () => {
  const file = join(temporaryFolder(), "sandbox.jsonl");
  const desk = await openTestCore({
    ports: {
      fetch,
      startPractice: async () => {
        throw Object.assign(new Error("no access"), { code: "EACCES", path: file });
      },
    },
  });
  expect(await desk.call("practice.start", { commandId: newCommandId() })).toMatchObject({
    error: { code: "practice-unavailable", details: { why: "sandbox-failed", file } },
  });
});
