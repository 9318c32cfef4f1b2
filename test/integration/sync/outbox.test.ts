import { mostPosts } from "#core/partner/rate-gate.ts";
import { afterEach, describe, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox, reopenBench } from "../../support/sandbox-bench.ts";
import { crash } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

describe("O the outbox against the partner API", () => {
  test("O4 a 201 is done, told to the journal (J5), and everything follows the alias (W2)", async () => {
    const { bench, eventId, download, formFor, saveWalkUp, entryOf, kinds } =
      await connectToSandbox();
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).state === "done");
    const entry = entryOf(id);
    expect(entry).toMatchObject({
      certainty: "confirmed",
      reason: null,
      httpStatus: 201,
      tries: 1,
    });
    expect(kinds(entry.subject)).toEqual(["walk-up.saved", "walk-up.confirmed"]);
    const runner = bench.stores.runners.get(eventId, entry.remoteId ?? "");
    expect(runner).toMatchObject({ runnerId: entry.subject, delivery: "confirmed" });
    const before = bench.stores.registrations.countsByRun(eventId);
    await download();
    const after = bench.stores.registrations.countsByRun(eventId);
    const sum = (counts: typeof before) => counts.reduce((all, each) => all + each.all, 0);
    expect(sum(after)).toBe(sum(before) + 1);
    const known = bench.stores.runners.byEmail(eventId, "zoe@example.org", 10);
    expect(known.map(({ runnerId }) => runnerId)).toEqual([entry.subject]);
  });

  test("O5 a refused connection sends nothing: never sent, tried again, created when the connection is back (O12)", async () => {
    const { bench, sandbox, formFor, saveWalkUp, entryOf, kinds } = await connectToSandbox();
    await sandbox.faults.set({ offline: true });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => bench.sync.status().connectivity.state === "offline");
    await bench.clock.advance(120_000);
    await bench.rest();
    expect(entryOf(id)).toMatchObject({
      state: "waiting",
      certainty: "never-sent",
      reason: "offline",
      tries: 1,
    });
    expect(kinds(entryOf(id).subject)).toEqual(["walk-up.saved"]);
    expect(bench.sync.status().connectivity.state).toBe("offline");
    await sandbox.faults.set({ offline: false });
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
    expect(bench.sync.status().connectivity.state).toBe("online");
  });

  test("O3 a crash with requests in flight: outcome unknown, same key and bytes, one registration each", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp } = race;
    await sandbox.faults.set({ delayMs: 30 });
    const ids = Array.from({ length: 12 }, (_each, index) =>
      saveWalkUp(formFor(`r${index}@example.org`)),
    );
    await bench.runUntil(() => sandbox.readState().created.length >= 5);
    const marked = bench.stores.outbox.inState("sending").length;
    expect(marked).toBeGreaterThan(0);
    expect(marked).toBeLessThanOrEqual(mostPosts);
    crash(bench);
    await sandbox.faults.clear();
    const again = await reopenBench(race);
    await again.bench.runUntil(() => ids.every((id) => again.entryOf(id).state === "done"));
    expect(sandbox.readState().created).toHaveLength(12);
    const interrupted = ids.filter((id) =>
      again.bench.sync.outbox.detail(id)?.attempts.some(({ outcome }) => outcome === "interrupted"),
    );
    expect(interrupted.length).toBe(marked);
  });

  test("O1 O2 a lost reply after the commit: sent again, the original answer is replayed, no double", async () => {
    const { bench, sandbox, formFor, saveWalkUp, entryOf, kinds } = await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST", times: 2 }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
    expect(bench.sync.outbox.detail(id)?.attempts.map(({ outcome }) => outcome)).toEqual([
      "broken",
      "broken",
      "success",
    ]);
    expect(kinds(entryOf(id).subject)).toEqual([
      "walk-up.saved",
      "walk-up.sent",
      "walk-up.confirmed",
    ]);
  });

  test("O4 a 2xx without an id is reconciled, not sent again", async () => {
    const { bench, sandbox, formFor, saveWalkUp, entryOf, kinds } = await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "without-id", method: "POST", times: 1 }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
    expect(entryOf(id)).toMatchObject({ certainty: "confirmed", tries: 1 });
    expect(kinds(entryOf(id).subject)).toContain("walk-up.adopted");
  });

  test("O7 while the first request is still in flight the key is waited for", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp } = race;
    await sandbox.faults.set({ delayMs: 150 });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => bench.stores.outbox.get(id)?.state === "sending");
    await bench.rest(60);
    crash(bench);
    const again = await reopenBench(race);
    await again.bench.runUntil(() => again.entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
  });

  test("O9 another organization's key is refused while anything is unsent", async () => {
    const { bench, sandbox, formFor, saveWalkUp, entryOf, pause, resume } =
      await connectToSandbox();
    await sandbox.faults.set({ offline: true });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).tries >= 1);
    await sandbox.faults.set({ offline: false });
    pause();
    const refused = await bench.sync.connection.save(sandbox.url, sandbox.keys.otherOrganization);
    expect(refused).toMatchObject({
      error: { code: "other-organization", details: { unsent: 1 } },
    });
    expect(await bench.sync.connection.forget()).toMatchObject({ error: { code: "unsent" } });
    const taken = await bench.sync.connection.save(sandbox.url, sandbox.keys.replacement);
    expect(taken.ok).toBe(true);
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect((await bench.sync.connection.save(sandbox.url, sandbox.keys.otherOrganization)).ok).toBe(
      true,
    );
  });

  test("O9 the key of the events' own organization is taken back, whatever another organization's key left unsent", async () => {
    const { bench, sandbox, formFor, saveWalkUp, entryOf } = await connectToSandbox();
    const { connection } = bench.sync;
    await connection.save(sandbox.url, sandbox.keys.otherOrganization);
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    expect(await connection.save(sandbox.url, sandbox.keys.all)).toMatchObject({ ok: true });
    expect(connection.get().organization?.name).toBe("Harbour Hills Athletics");
    expect(await connection.save(sandbox.url, sandbox.keys.otherOrganization)).toMatchObject({
      error: { code: "other-organization" },
    });
    expect(entryOf(id).state).toBe("needs-attention");
  });
});
