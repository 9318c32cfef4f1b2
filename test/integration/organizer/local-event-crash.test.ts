import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import type { FaultChanges } from "#sandbox/faults/fault-schema.ts";
import { localEventIdOf } from "#shared/domain/basics/ids.ts";
import type { CreateEventBody } from "#shared/partner-api/event.ts";
import type { SandboxBench } from "../../support/sandbox-bench.ts";
import { closeSandboxBenches, connectToSandbox, reopenBench } from "../../support/sandbox-bench.ts";
import { crash, volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

const form: CreateEventBody = { name: "Lantern Night Run", type: "race", date: "2099-12-24" };
const subject = localEventIdOf("3b241101-e2bb-4255-8caf-4136c566a962");

/** Saves the outbox entry and the journal entry in one transaction, as the desk does. */
function saveEvent({ bench }: SandboxBench): string {
  return bench.db.transaction(() => {
    const entry = bench.sync.outbox.enqueueEvent({ subject, body: form, author: volunteer });
    bench.stores.journal.append({
      kind: "event.saved",
      payload: { form: { ...form, address: undefined }, outboxId: entry.id },
      eventId: null,
      subject,
      ...volunteer,
    });
    bench.stores.localEvents.refresh(subject);
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
  expect(again.bench.stores.localEvents.get(subject)).toMatchObject({ delivery: "not-sent" });
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
  expect(again.bench.stores.localEvents.byEvent(eventId)).toMatchObject({
    localId: subject,
    delivery: "confirmed",
  });
  expect(again.kinds(subject)).toEqual(["event.saved", "event.sent", "event.confirmed"]);
  await again.bench.runUntil(() => again.bench.stores.events.get(eventId) !== null);
});

test("J5 a row that is not what the journal says is found, and worked out anew", async () => {
  const race = await connectToSandbox(3);
  const { bench } = race;
  race.pause();
  saveEvent(race);
  const { raw } = bench.db;
  expect(verifyProjections(raw)).toMatchObject({ differences: 0 });
  const before = bench.stores.localEvents.get(subject);
  raw.prepare("UPDATE made_event SET delivery = 'confirmed', event_id = 'ev_wrong'").run();
  expect(verifyProjections(raw)).toMatchObject({ differences: 1, examples: [subject] });
  raw.prepare("DELETE FROM made_event").run();
  expect(verifyProjections(raw)).toMatchObject({ differences: 1, examples: [subject] });
  bench.db.transaction(() => bench.stores.localEvents.refresh(subject));
  expect(bench.stores.localEvents.get(subject)).toEqual(before);
  expect(verifyProjections(raw)).toMatchObject({ differences: 0 });
});

type Rule = NonNullable<FaultChanges["rules"]>[number];

/** Everything that can happen to a POST, each once. */
const accidents: readonly Rule[] = [
  { kind: "lost-reply" },
  { kind: "reset" },
  { kind: "truncated" },
  { kind: "cut-off" },
  { kind: "without-id" },
  { kind: "without-envelope" },
  { kind: "empty" },
  { kind: "captive-portal", mode: "html" },
  { kind: "captive-portal", mode: "redirect" },
  { kind: "status", status: 500 },
  { kind: "status", status: 504, committed: true },
  { kind: "status", status: 409, code: "IDEMPOTENCY_KEY_IN_PROGRESS" },
  { kind: "rate-limited", retryAfter: "seconds", seconds: 1 },
];

test("O4 O5 O10 whatever happens on the way, and a crash too: exactly one event at the organizer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...accidents), { maxLength: 5 }),
      fc.nat({ max: 5 }),
      async (drawn, crashAfter) => {
        const race = await connectToSandbox(3);
        let { bench } = race;
        const rules = drawn.map((rule) => ({
          ...rule,
          method: "POST" as const,
          path: "/events",
          times: 1,
        }));
        await race.sandbox.faults.set({ rules });
        const id = saveEvent(race);
        bench.sync.outbox.wake();
        const isDone = (): boolean => bench.stores.outbox.get(id)?.state === "done";
        await bench.runUntil(() => isDone() || bench.stores.attempts.of(id).length >= crashAfter);
        crash(bench);
        bench = (await reopenBench(race)).bench;
        await bench.runUntil(isDone);
        const [eventId, ...others] = race.createdIds();
        expect(others).toEqual([]);
        expect(bench.stores.localEvents.get(subject)).toMatchObject({
          eventId,
          delivery: "confirmed",
        });
        await bench.runUntil(() => bench.stores.events.get(eventId ?? "") !== null);
        expect(verifyProjections(bench.db.raw)).toMatchObject({ differences: 0 });
        await closeSandboxBenches();
      },
    ),
    { numRuns: 12, seed: 2026 },
  );
});
