import { afterEach, describe, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

const hours = (count: number): number => count * 3_600_000;

describe("O10 what may have arrived is looked for before it is sent again", () => {
  /** A walk-up whose replies are all lost; whether the server took it is up to `commits`. */
  async function inDoubt(commits: boolean, email = "zoe@example.org") {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp, entryOf } = race;
    const kind = commits ? "lost-reply" : "reset";
    await sandbox.faults.set({ rules: [{ kind, method: "POST" }] });
    const id = saveWalkUp(formFor(email));
    await bench.runUntil(() => entryOf(id).certainty === "maybe-sent" && entryOf(id).tries > 0);
    return { ...race, id };
  }

  test("O10 within one hour it is simply sent again", async () => {
    const { bench, sandbox, entryOf, kinds, pause, resume, id } = await inDoubt(true);
    pause();
    await bench.clock.advance(hours(0.9));
    await sandbox.faults.clear();
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(entryOf(id).remoteId).not.toBeNull();
    expect(kinds(entryOf(id).subject)).not.toContain("walk-up.adopted");
  });

  async function pastRetention(commits: boolean) {
    const race = await inDoubt(commits);
    race.pause();
    await race.sandbox.faults.clear();
    await race.bench.clock.advance(hours(1.1));
    return race;
  }

  test("O10 later one unclaimed match is adopted, and nothing is sent", async () => {
    const { bench, sandbox, entryOf, kinds, resume, id } = await pastRetention(true);
    const postsBefore = sandbox.readState().requests.byRoute["POST /registration"];
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().requests.byRoute["POST /registration"]).toEqual(postsBefore);
    expect(sandbox.readState().created).toHaveLength(1);
    expect(kinds(entryOf(id).subject)).toContain("walk-up.adopted");
  });

  test("O10 none: a person decides; sent again only then, with the same key", async () => {
    const { bench, sandbox, entryOf, kinds, resume, id } = await pastRetention(false);
    resume();
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    expect(entryOf(id)).toMatchObject({
      reason: "not-found-again",
      certainty: "maybe-sent",
    });
    await bench.clock.advance(hours(3));
    expect(sandbox.readState().created).toHaveLength(0);
    bench.db.transaction(() => bench.sync.outbox.decide(id, { kind: "send-again" }, volunteer));
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
    expect(kinds(entryOf(id).subject)).toContain("outbox.decided");
  });

  test("O10 several matches go to a person, who adopts one", async () => {
    const race = await pastRetention(true);
    const { bench, sandbox, entryOf, resume, id } = race;
    sandbox.mutate({
      kind: "add-registration",
      eventRunId: race.formFor("").eventRunId,
      email: "ZOE@example.org",
      name: "zoë  nakamura",
    });
    resume();
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    const entry = entryOf(id);
    expect(entry.reason).toBe("several-matches");
    expect(entry.candidates).toHaveLength(2);
    const [first] = entry.candidates;
    const decision = { kind: "adopt", registrationId: first?.id ?? "" } as const;
    const foreign = { kind: "adopt", registrationId: "reg_of_nobody" } as const;
    expect(bench.db.transaction(() => bench.sync.outbox.decide(id, foreign, volunteer)).ok).toBe(
      false,
    );
    expect(bench.db.transaction(() => bench.sync.outbox.decide(id, decision, volunteer)).ok).toBe(
      true,
    );
    expect(entryOf(id)).toMatchObject({ state: "done", remoteId: first?.id });
  });

  test("O10 under a replaced key an unknown outcome counts as later", async () => {
    const { bench, sandbox, entryOf, kinds, pause, resume, id } = await inDoubt(true);
    pause();
    await sandbox.faults.clear();
    expect((await bench.sync.connection.save(sandbox.url, sandbox.keys.replacement)).ok).toBe(true);
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(kinds(entryOf(id).subject)).toContain("walk-up.adopted");
    expect(sandbox.readState().created).toHaveLength(1);
  });

  test("O10 a match that is another walk-up's already is not adopted", async () => {
    const { bench, formFor, saveWalkUp, entryOf, resume, id } = await pastRetention(false);
    resume();
    const twin = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(
      () => entryOf(twin).state === "done" && entryOf(id).state === "needs-attention",
    );
    await bench.sync.outbox.reconcile(id);
    expect(entryOf(id).reason).toBe("not-found-again");
  });

  test("O10 a list that cannot be read decides nothing and is asked again", async () => {
    const { bench, sandbox, entryOf, resume, id } = await pastRetention(true);
    await sandbox.faults.set({
      rules: [{ kind: "status", status: 503, method: "GET", path: "/registration", times: 2 }],
    });
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
  });

  const closedGate = { kind: "rate-limited", retryAfter: "seconds", seconds: 300 } as const;

  test.each([
    ["the line is down", { offline: true }],
    ["the gate is closed", { rules: [closedGate] }],
  ])("O12 while %s, its next try is never one that is past", async (_, faults) => {
    const { bench, sandbox, resume, id } = await pastRetention(true);
    const shown = () => bench.sync.outbox.get(id);
    await sandbox.faults.set({
      rules: [{ kind: "status", status: 503, method: "GET", path: "/registration" }],
    });
    resume();
    await bench.runUntil(() => shown()?.reason === "reconcile");
    await sandbox.faults.clear();
    await sandbox.faults.set(faults);
    const isHeld = (): boolean => {
      const { activity, line } = bench.sync.status();
      return activity === "held-rate-limit" || line.state === "offline";
    };
    await bench.runUntil(isHeld);
    for (let second = 0; second < 240; second += 1) {
      await bench.clock.advance(1_000);
      await bench.rest(8);
      const { reason, nextTryAtMs } = shown() ?? {};
      expect(reason).toBe("reconcile");
      expect(nextTryAtMs).toBeGreaterThanOrEqual(bench.clock.now());
    }
    await sandbox.faults.clear();
    bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer));
    bench.sync.outbox.wake();
    await bench.runUntil(() => shown()?.state === "done");
  });

  test("O10 a created event is looked for by name, date and type", async () => {
    const { bench, sandbox, entryOf, createdIds } = await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "without-id", method: "POST" }] });
    const body = { name: "Night Run", type: "race" as const, date: "2026-12-24" };
    const { id } = bench.db.transaction(() =>
      bench.sync.outbox.enqueueEvent({ subject: "e_1", body, actor: volunteer }),
    );
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(entryOf(id).remoteId).toBe(createdIds()[0]);
  });
});
