import { afterEach, expect, test } from "vitest";
import { madeEventIdOf } from "#shared/domain/ids.ts";
import type { CreateEventBody } from "#shared/partner-api/event.ts";
import type { SandboxBench } from "../../support/sandbox-bench.ts";
import { closeSandboxBenches, connectToSandbox, reopenBench } from "../../support/sandbox-bench.ts";
import { crash, volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

const form: CreateEventBody = { name: "Lantern Night Run", type: "race", date: "2099-12-24" };
const subject = madeEventIdOf("3b241101-e2bb-4255-8caf-4136c566a962");

/** Entry and fact in one transaction, as the desk saves them. */
function saveEvent({ bench }: SandboxBench): string {
  return bench.db.transaction(() => {
    const entry = bench.sync.outbox.enqueueEvent({ subject, body: form, actor: volunteer });
    bench.stores.journal.append({
      kind: "event.saved",
      payload: { form: { ...form, address: undefined }, outboxId: entry.id },
      eventId: null,
      subject,
      ...volunteer,
    });
    bench.stores.madeEvents.refresh(subject);
    return entry.id;
  });
}

test("O3 a crash between save and send: the event goes out once after the next start", async () => {
  const race = await connectToSandbox();
  race.pause();
  await race.bench.rest();
  const id = saveEvent(race);
  crash(race.bench);
  const again = await reopenBench(race);
  expect(again.bench.stores.madeEvents.get(subject)).toMatchObject({ delivery: "not-sent" });
  again.resume();
  await again.bench.runUntil(() => again.entryOf(id).state === "done");
  expect(again.createdWith("Lantern Night Run")).toBe(1);
});

test("O3 a crash while it was being sent: same key, same bytes, and exactly one event", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox } = race;
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
  const id = saveEvent(race);
  bench.sync.outbox.wake();
  await bench.runUntil(() => race.createdWith("Lantern Night Run") === 1);
  crash(bench);
  await sandbox.faults.clear();
  const again = await reopenBench(race);
  await again.bench.runUntil(() => again.entryOf(id).state === "done");
  expect(again.createdWith("Lantern Night Run")).toBe(1);
  const eventId = again.createdIds()[0] ?? "";
  expect(again.bench.stores.madeEvents.byEvent(eventId)).toMatchObject({
    localId: subject,
    delivery: "confirmed",
  });
  expect(again.kinds(subject)).toEqual(["event.saved", "event.sent", "event.confirmed"]);
  await again.bench.runUntil(() => again.bench.stores.events.get(eventId) !== null);
});
