import { afterEach, describe, expect, test } from "vitest";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import { listedRegistration } from "../../support/database.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

const zoe = { email: "zoe@example.org", name: "Zoë Nakamura" } as const;
const sum = (counts: Readonly<Record<string, number>> = {}): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
const hours = (count: number): number => count * 3_600_000;

describe("O10 what may have arrived is looked for before it is sent again", () => {
  /** A walk-up whose replies are all lost; `commits` says whether the server created it. */
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

  test("O13 O10 an entry that a person sets aside while it is looked for stays so, and is looked for when it is put back", async () => {
    const { bench, sandbox, entryOf, resume, id } = await pastRetention(false);
    const listed = () => sum(sandbox.readState().requests.byRoute["GET /registration"]);
    const before = listed();
    resume();
    await bench.runUntil(() => listed() > before);
    expect(entryOf(id)).toMatchObject({ state: "waiting" });
    bench.db.transaction(() => bench.sync.outbox.setAside(id, volunteer));
    await bench.rest();
    await bench.clock.advance(60_000);
    await bench.rest();
    expect(entryOf(id)).toMatchObject({ reason: "set-aside" });
    bench.db.transaction(() => bench.sync.outbox.requeue(id, volunteer));
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(id).reason === "not-found-again");
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
    ["the connection is down", { offline: true }],
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
      const { activity, connectivity } = bench.sync.status();
      return activity === "held-rate-limit" || connectivity.state === "offline";
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

  test("O10 the look is a download of the roster, one for all that are in doubt", async () => {
    const race = await pastRetention(true);
    const { bench, sandbox, eventId, entryOf, resume, id } = race;
    const twin = race.saveWalkUp(race.formFor("yves@example.org", "Yves"));
    await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
    resume();
    await bench.runUntil(() => entryOf(twin).certainty === "maybe-sent");
    race.pause();
    await sandbox.faults.clear();
    await bench.clock.advance(hours(1.1));
    sandbox.mutate({
      kind: "add-registration",
      eventRunId: race.formFor("").eventRunId,
      email: "late@example.org",
      name: "Late Comer",
    });
    const lists = () => sum(sandbox.readState().requests.byRoute["GET /registration"]);
    const before = { lists: lists(), copied: bench.sync.downloads.statusOf(eventId) };
    resume();
    await bench.runUntil(() => entryOf(id).state === "done" && entryOf(twin).state === "done");
    const { state, completedAtMs, pages } = bench.sync.downloads.statusOf(eventId);
    expect(state).toBe("complete");
    expect(completedAtMs).toBeGreaterThan(before.copied.completedAtMs ?? 0);
    expect(lists() - before.lists).toBe(pages);
    const found = bench.stores.runners.byEmail(eventId, "late@example.org", 5);
    expect(found).toHaveLength(1);
  });

  test("O10 a registration that the organizer no longer lists is not adopted", async () => {
    const race = await pastRetention(false);
    const { bench, eventId, entryOf, resume, id } = race;
    const { eventRunId: runId } = race.formFor("");
    // Enough rows that none is swept before a person has seen the names (D3).
    const kept = Array.from({ length: 20 }, (_, index) =>
      listedRegistration(`reg_kept_${index}`, {
        eventId,
        runId,
        ...(index === 0 ? zoe : {}),
      }),
    );
    const { pass = 0 } = bench.stores.downloads.get(eventId, registrationList) ?? {};
    bench.db.transaction(() =>
      bench.stores.registrations.upsertPage(eventId, kept, pass, bench.clock.now()),
    );
    resume();
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    expect(entryOf(id)).toMatchObject({ reason: "not-found-again", candidates: [] });
    expect(bench.stores.registrations.matching(eventId, { ...zoe, runId })).toHaveLength(1);
  });

  test("O10 a paused download stays paused: the list is read beside it", async () => {
    const { bench, sandbox, eventId, entryOf, resume, id } = await pastRetention(true);
    await sandbox.faults.set({
      rules: [{ kind: "status", status: 403, method: "GET", path: `/events/${eventId}` }],
    });
    bench.sync.downloads.start([eventId]);
    await bench.runUntil(() => bench.sync.downloads.statusOf(eventId).state === "paused");
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(bench.sync.downloads.statusOf(eventId).state).toBe("paused");
  });

  test("O10 a created event is looked for by name, date and type", async () => {
    const { bench, sandbox, entryOf, createdIds } = await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "without-id", method: "POST" }] });
    const body = { name: "Night Run", type: "race" as const, date: "2026-12-24" };
    const { id } = bench.db.transaction(() =>
      bench.sync.outbox.enqueueEvent({ subject: "e_1", body, author: volunteer }),
    );
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(entryOf(id).remoteId).toBe(createdIds()[0]);
  });
});
