import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rehearsalMs } from "#shared/domain/rehearsal/rehearsal.ts";
import { startPractice } from "#station/start-up/practice-race.ts";
import { newCommandId, openRace, openTestCore } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { harbourRun } from "./harbour-run.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const aTablet = { role: "desk", device: "Tablet" } as const;
const patient = { timeout: 20_000, interval: 20 };
const order = () => ({ commandId: newCommandId() });

interface Practice extends TestCore {
  readonly eventId: string;
  readonly runId: string;
}

/** Practice with its race downloaded over real HTTP, with a manual clock. */
async function openPractice(): Promise<Practice> {
  const desk = await openTestCore({ ports: { startPractice, fetch } });
  await desk.value("practice.start", order());
  const eventId = (await desk.value("desk.get", {})).currentEventId ?? "";
  await expect
    .poll(async () => {
      await desk.clock.advance(20);
      return (await desk.value("event.get", { eventId })).download.state;
    }, patient)
    .toBe("complete");
  const { runs } = await desk.value("event.get", { eventId });
  const runId = runs.find(({ registrationStatus }) => registrationStatus === "open")?.id ?? "";
  return { ...desk, eventId, runId };
}

async function checkInSome({ value, eventId }: Practice, count: number): Promise<void> {
  const waiting = await listWaiting({ value }, eventId);
  const free = waiting.filter(({ bib }) => bib !== null);
  expect(free.length).toBeGreaterThanOrEqual(count);
  for (const { id } of free.slice(0, count)) {
    await value("checkIn.perform", { ...order(), eventId, runnerId: id });
  }
}

async function saveWalkUp({ value, eventId, runId }: Practice, name: string): Promise<string> {
  const { outboxId } = await value("walkUp.save", {
    ...order(),
    eventId,
    form: {
      eventRunId: runId,
      email: `${name.toLowerCase()}@made-up.example`,
      name,
      registrationType: "free",
    },
    checkIn: false,
  });
  return outboxId;
}

/** Advances the clock until the condition is true. */
const until = (desk: Practice, is: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await desk.clock.advance(200);
      return is();
    }, patient)
    .toBe(true);

const state = async (desk: Practice, outboxId: string) =>
  (await desk.value("outbox.get", { outboxId })).entry.state;

describe("a rehearsal with trouble", () => {
  test("K3 it belongs to practice: live has nothing that could be switched", async () => {
    const desk = await openRace(harbourRun, { ports: { startPractice } });
    expect(await desk.call("rehearsal.start", order())).toMatchObject({
      error: { code: "not-practising" },
    });
    expect(await desk.value("rehearsal.status", {})).toMatchObject({ state: "off", mayRun: false });
    expect(readdirSync(desk.dataDir)).not.toContain("practice");
  });

  test("K3 leaving practice ends it, and live is told nothing of it", async () => {
    const desk = await openPractice();
    const bytes = () =>
      readdirSync(join(desk.dataDir, "live"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "base64")]);
    const before = bytes();
    await desk.value("rehearsal.start", order());
    await desk.clock.advance(160_000);
    await saveWalkUp(desk, "Practice");
    expect(bytes()).toEqual(before);
    await desk.value("practice.leave", order());
    await desk.clock.advance(rehearsalMs);
    expect(await desk.value("rehearsal.status", {})).toMatchObject({ state: "off", mayRun: false });
    expect(await desk.value("outbox.totals", {})).toMatchObject({ events: [] });
  });

  test("K3 who undoes the check-in of the runner who was cancelled has dealt with it", async () => {
    const desk = await openPractice();
    const { eventId } = desk;
    await desk.value("rehearsal.start", order());
    await checkInSome(desk, 2);
    await desk.clock.advance(290_000);
    const cancelled = async () =>
      (await desk.value("digest.get", { eventId })).digest?.cancelledAfterCheckIn[0]?.runnerId;
    await until(desk, async () => (await cancelled()) !== undefined);
    const runnerId = (await cancelled()) ?? "";
    await desk.value("checkIn.undo", { ...order(), eventId, runnerId });
    const { tasks } = await desk.value("rehearsal.status", {});
    expect(tasks.find(({ id }) => id === "seen")?.done).toBe(1);
  });

  test("K3 the organizer gives another bib only to a runner who has one", async () => {
    const desk = await openPractice();
    const { eventId } = desk;
    const outboxId = await saveWalkUp(desk, "Bibless");
    await until(desk, async () => (await state(desk, outboxId)) === "done");
    const runnerId = (await desk.value("outbox.get", { outboxId })).entry.subject;
    await checkInSome(desk, 1);
    await desk.value("rehearsal.start", order());
    await desk.clock.advance(290_000);
    const digest = async () => (await desk.value("digest.get", { eventId })).digest;
    await until(desk, async () => (await digest())?.cancelledAfterCheckIn.length === 1);
    await checkInSome(desk, 1);
    await desk.value("checkIn.perform", { ...order(), eventId, runnerId });
    await until(desk, async () => (await digest())?.bibDrift === 1);
    expect((await desk.value("roster.get", { eventId, runnerId })).runner.bib).toBeNull();
  });

  test("S1 a paired device sees what is asked and may not start or stop it", async () => {
    const desk = await openPractice();
    expect(await desk.call("rehearsal.start", order(), aTablet)).toMatchObject({
      error: { code: "not-allowed" },
    });
    await desk.value("rehearsal.start", order());
    expect(await desk.call("rehearsal.start", order())).toMatchObject({
      error: { code: "already-rehearsing" },
    });
    const told = await desk.value("rehearsal.status", {}, aTablet);
    expect(told).toMatchObject({ state: "running", mayRun: false, score: null });
    expect(told.tasks.map(({ done }) => done)).toEqual([0, 0, 0, 0, 0]);
  });

  test("O5 O7 W3 whatever goes wrong, each walk-up arrives once and nothing is lost", async () => {
    const desk = await openPractice();
    const { eventId } = desk;
    // A walk-up from before the rehearsal does not count.
    const earlier = await saveWalkUp(desk, "Earlier");
    await until(desk, async () => (await state(desk, earlier)) === "done");
    await checkInSome(desk, 1);
    const { startedAtMs } = await desk.value("rehearsal.start", order());
    const to = async (atMs: number): Promise<void> => {
      const missingMs = (startedAtMs ?? 0) + atMs - desk.clock.now();
      if (missingMs > 0) await desk.clock.advance(missingMs);
    };

    await to(80_000);
    const lostReply = await saveWalkUp(desk, "Lost");
    await until(desk, async () => (await state(desk, lostReply)) === "done");
    expect(
      (await desk.value("outbox.get", { outboxId: lostReply })).attempts.length,
    ).toBeGreaterThan(1);

    await to(155_000);
    await checkInSome(desk, 20);
    const offline = await saveWalkUp(desk, "Offline");
    await to(245_000);
    const refusedEntry = await until(desk, async () => {
      const { entries } = await desk.value("outbox.list", { show: "open" });
      return entries.some(({ certainty }) => certainty === "refused");
    }).then(async () => (await desk.value("outbox.list", { show: "open" })).entries[0]);
    expect(refusedEntry?.id).toBe(offline);
    const { form } = (await desk.value("outbox.get", { outboxId: offline })).entry;
    if (form === null) throw new Error("The refused walk-up has no form");
    const corrected = await desk.value("outbox.correct", {
      ...order(),
      outboxId: offline,
      form: { ...form, name: "Offline Again" },
    });

    await to(290_000);
    await until(desk, async () => {
      const { digest } = await desk.value("digest.get", { eventId });
      return (digest?.cancelledAfterCheckIn.length ?? 0) > 0;
    });
    const { digest } = await desk.value("digest.get", { eventId });
    const cancelled = digest?.cancelledAfterCheckIn[0]?.runnerId ?? "";
    await desk.value("digest.acknowledge", { ...order(), eventId, runnerId: cancelled });

    await to(335_000);
    await saveWalkUp(desk, "Third");
    await to(590_000);
    await until(desk, async () => (await state(desk, corrected.id)) === "done");
    expect(await desk.value("rehearsal.status", {})).toMatchObject({
      state: "running",
      score: null,
    });
    await to(rehearsalMs + 1);
    const { state: now, score, tasks } = await desk.value("rehearsal.status", {});
    expect(now).toBe("ended");
    expect(Object.fromEntries(tasks.map(({ id, done }) => [id, done]))).toEqual({
      "check-in": 20,
      "walk-up": 3,
      correction: 1,
      bib: 0,
      seen: 1,
    });
    expect(score?.troubles.map(({ what }) => what).toSorted()).toEqual(
      [
        "slow-network",
        "lost-reply",
        "network-lost",
        "refusal",
        "runner-cancelled",
        "bib-changed",
        "server-errors",
        "login-page",
      ].toSorted(),
    );
    // An entry that was open at the end is still sent, and the score is counted again.
    await until(desk, async () => (await desk.value("rehearsal.status", {})).score?.open === 0);
    expect((await desk.value("rehearsal.status", {})).score).toMatchObject({
      checkedIn: 20,
      undone: 0,
      walkUps: 3,
      sentOnce: 3,
      doubled: 0,
      open: 0,
      missing: 0,
    });
  }, 60_000);

  test("it can be stopped at any time, and then all is well again", async () => {
    const desk = await openPractice();
    await desk.value("rehearsal.start", order());
    await desk.clock.advance(160_000);
    const walkUp = await saveWalkUp(desk, "Quick");
    const stopped = await desk.value("rehearsal.stop", order());
    expect(stopped).toMatchObject({ state: "ended", score: { walkUps: 1, missing: 0 } });
    expect(await desk.call("rehearsal.stop", order())).toMatchObject({
      error: { code: "not-rehearsing" },
    });
    await until(desk, async () => (await state(desk, walkUp)) === "done");
    expect((await desk.value("rehearsal.status", {})).score).toMatchObject({
      sentOnce: 1,
      open: 0,
    });
  });
});
