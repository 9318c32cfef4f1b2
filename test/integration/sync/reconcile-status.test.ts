import { afterEach, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

/** A walk-up that may have arrived, an hour later. */
async function pastRetention(kind: "lost-reply" | "reset", runners = 30, fetcher?: Fetch) {
  const race = await connectToSandbox(runners, fetcher);
  const { bench, sandbox, formFor, saveWalkUp, entryOf } = race;
  await sandbox.faults.set({ rules: [{ kind, method: "POST" }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).certainty === "maybe-sent" && entryOf(id).tries > 0);
  race.pause();
  await sandbox.faults.clear();
  await bench.clock.advance(1.1 * 3_600_000);
  const add = (status: "waitlist" | "cancelled" | "refunded") =>
    sandbox.mutate({
      kind: "add-registration",
      eventRunId: formFor("").eventRunId,
      email: "zoe@example.org",
      name: "Zoë Nakamura",
      status,
    });
  return { ...race, id, add };
}

test.each(["waitlist", "cancelled", "refunded"] as const)(
  "O10 W2 the same person's old registration is not the walk-up: %s goes to a person",
  async (status) => {
    const race = await pastRetention("reset");
    const { bench, id, entryOf, resume, kinds } = race;
    race.add(status);
    await race.download();
    const { subject } = entryOf(id);
    expect(kinds(subject)).not.toContain("walk-up.paired");
    resume();
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    expect(entryOf(id)).toMatchObject({ reason: "not-found-again", certainty: "maybe-sent" });
    expect(entryOf(id).candidates).toHaveLength(1);
    expect(bench.stores.runners.get(race.eventId, subject)?.standing).toBe("confirmed");
  },
);

test("O13 O10 a refused walk-up of somebody with a refunded registration is corrected under a new key", async () => {
  const { bench, add, id, entryOf, resume, formFor, createdWith } = await pastRetention("reset");
  const needs = { state: "needs-attention", reason: "refused", certainty: "refused" } as const;
  bench.db.transaction(() => bench.stores.outbox.patch(id, needs));
  add("refunded");
  resume();
  const { subject: runnerId } = entryOf(id);
  const form = { ...formFor("zoe@example.org"), notes: "pays in cash" };
  const correct = () =>
    bench.db.transaction(() =>
      bench.sync.outbox.replaceWalkUp({ runnerId, form, bib: null, author: volunteer }),
    );
  expect(correct()).toMatchObject({ error: { code: "must-reconcile" } });
  await bench.sync.outbox.reconcile(id);
  expect(entryOf(id)).toMatchObject({ reason: "not-found-again", certainty: "refused" });
  const corrected = correct();
  if (!corrected.ok) throw new Error(corrected.error.code);
  bench.sync.outbox.wake();
  await bench.runUntil(() => entryOf(corrected.value.id).state === "done");
  const keyOf = (outboxId: string) => bench.sync.outbox.detail(outboxId)?.idempotencyKey;
  expect(keyOf(corrected.value.id)).not.toBe(keyOf(id));
  expect(createdWith("pays in cash")).toBe(1);
});

test("O7 O10 after a 409 a walk-up of somebody with a refunded registration is sent under a new key", async () => {
  const { bench, add, id, entryOf, resume, createdWith } = await pastRetention("reset");
  const needs = { state: "needs-attention", reason: "key-conflict" } as const;
  bench.db.transaction(() => {
    bench.stores.outbox.patch(id, needs);
    const end = { number: 2, atMs: 1, tookMs: 1, httpStatus: 409, answer: null };
    bench.stores.attempts.append({ outboxId: id, outcome: "key-conflict", ...end });
  });
  add("refunded");
  resume();
  const sendAgain = () => {
    const again = { kind: "send-again" } as const;
    const decided = bench.db.transaction(() => bench.sync.outbox.decide(id, again, volunteer));
    bench.sync.outbox.wake();
    return decided.ok ? decided.value.id : "";
  };
  expect(sendAgain()).toBe(id);
  await bench.runUntil(() => entryOf(id).state === "needs-attention");
  expect(entryOf(id).candidates).toHaveLength(1);
  const successor = sendAgain();
  expect(successor).not.toBe(id);
  await bench.runUntil(() => entryOf(successor).state === "done");
  expect(createdWith("zoe@example.org")).toBe(1);
});

test("O10 beside an old registration, the one that was created is adopted", async () => {
  const { bench, add, id, entryOf, resume, kinds, createdIds } = await pastRetention("lost-reply");
  add("refunded");
  resume();
  await bench.runUntil(() => entryOf(id).state === "done");
  expect(kinds(entryOf(id).subject)).toContain("walk-up.adopted");
  expect(createdIds()).toEqual([entryOf(id).remoteId]);
});

test("O10 a list that is longer than the rate limit allows at once is read to its end, and once", async () => {
  let isSlow = false;
  let asked = 0;
  const limited: Fetch = async (address, init) => {
    const url = new URL(String(address));
    const isList = url.pathname === "/registration" && (init?.method ?? "GET") === "GET";
    if (!isSlow || !isList) return fetch(address, init);
    asked += 1;
    return asked % 3 === 0
      ? Response.json(
          { error: { code: "RATE_LIMITED", message: "" } },
          { status: 429, headers: { "retry-after": "1" } },
        )
      : fetch(address, init);
  };
  const { bench, id, entryOf, resume } = await pastRetention("lost-reply", 500, limited);
  isSlow = true;
  resume();
  await bench.runUntil(() => entryOf(id).state === "done");
  expect(asked).toBeLessThan(12);
});

test.each(["the roster is downloaded", "the list is read beside a paused download"])(
  "O10 O6 whoever waits at a screen for the look learns at once that the rate limit stops it: %s",
  async (way) => {
    let isLimited = false;
    const limited: Fetch = async (address, init) => {
      const isLater = new URL(String(address)).searchParams.has("after");
      return isLimited && isLater
        ? Response.json(
            { error: { code: "RATE_LIMITED", message: "" } },
            { status: 429, headers: { "retry-after": "600" } },
          )
        : fetch(address, init);
    };
    const race = await pastRetention("lost-reply", 500, limited);
    const { bench, sandbox, eventId, entryOf, resume, id } = race;
    if (way.includes("paused")) {
      await sandbox.faults.set({
        rules: [{ kind: "status", status: 403, method: "GET", path: `/events/${eventId}` }],
      });
      bench.sync.downloads.start([eventId]);
      await bench.runUntil(() => bench.sync.downloads.statusOf(eventId).state === "paused");
    }
    isLimited = true;
    let code: string | null = null;
    void bench.sync.outbox.reconcile(id).then((looked) => {
      code = looked.ok ? "ok" : looked.error.code;
    });
    const startedAtMs = bench.clock.now();
    await expect.poll(() => code).toBe("rate-limited");
    expect(bench.clock.now()).toBe(startedAtMs);
    isLimited = false;
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
  },
);
