import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox, reopenBench } from "../../support/sandbox-bench.ts";
import { crash } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

test.each([-6, 6])(
  "J7 O12 a clock set by %i hours between two runs keeps nothing waiting and loses no command",
  async (hours) => {
    const race = await connectToSandbox();
    const { bench, sandbox, eventId, formFor, saveWalkUp, entryOf } = race;
    await sandbox.faults.set({
      rules: [
        { kind: "rate-limited", retryAfter: "seconds", seconds: 20, method: "POST", times: 1 },
      ],
    });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).state === "waiting");
    const before = bench.stores.journal.ofSubjects([entryOf(id).subject]).at(-1);
    crash(bench);
    bench.clock.jump(hours * 3_600_000);

    const again = await reopenBench(race);
    const other = again.saveWalkUp(again.formFor("other@example.org"));
    const startedAt = bench.clock.monotonic();
    await again.bench.runUntil(
      () => again.entryOf(id).state === "done" && again.entryOf(other).state === "done",
    );
    expect(bench.clock.monotonic() - startedAt).toBeLessThan(120_000);
    expect(again.createdWith("zoe@example.org")).toBe(1);
    const { subject } = again.entryOf(other);
    const after = again.bench.stores.journal.ofSubjects([subject]).at(0);
    expect((after?.hlc ?? "") > (before?.hlc ?? "")).toBe(true);
    expect(again.bench.stores.runners.get(eventId, subject)).not.toBeNull();
  },
);

test("J7 O10 an entry that waits for a list is not kept waiting by a clock that was set back between two runs", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, formFor, saveWalkUp, entryOf, pause, resume } = race;
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).certainty === "maybe-sent" && entryOf(id).tries > 0);
  pause();
  await bench.clock.advance(70 * 60_000);
  await sandbox.faults.set({
    rules: [{ kind: "status", status: 503, method: "GET", path: "/registration" }],
  });
  resume();
  await bench.runUntil(() => entryOf(id).reason === "reconcile");
  crash(bench);
  // Later than the last attempt, and an hour before the next one.
  bench.clock.jump(-60 * 60_000);
  await sandbox.faults.clear();
  const again = await reopenBench(race);
  const startedAt = bench.clock.monotonic();
  await again.bench.runUntil(() => again.entryOf(id).state === "done");
  expect(bench.clock.monotonic() - startedAt).toBeLessThan(180_000);
});
