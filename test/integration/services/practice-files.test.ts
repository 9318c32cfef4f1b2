import { join } from "node:path";
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
