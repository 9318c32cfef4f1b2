import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("W2 after a lost reply nobody is paired while several rows fit", async () => {
  const { bench, sandbox, eventId, download, formFor, saveWalkUp, entryOf, pause } =
    await connectToSandbox();
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
  const form = formFor("zoe@example.org");
  const id = saveWalkUp(form);
  await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
  pause();
  const { eventRunId, email, name = "" } = form;
  sandbox.mutate({ kind: "add-registration", eventRunId, email, name });
  await sandbox.faults.clear();
  await download();
  const { subject } = entryOf(id);
  expect(bench.stores.walkUps.get(subject)).toMatchObject({
    wantedRegistrationId: null,
    delivery: "maybe-sent",
  });
  expect(bench.stores.runners.byEmail(eventId, email, 10)).toHaveLength(3);
});
