import { expect, test } from "vitest";
import { newCommandId as commandId } from "#test/support/test-core.ts";
import type { OrganizerDesk } from "#test/support/organizer-desk.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";

const askedToWait = async (desk: OrganizerDesk): Promise<number | null> =>
  (await desk.value("sync.status", {})).pullWaitUntilMs;

/** The API answers the next request of this kind with 429 and asks for a wait of 30 seconds. */
const limitOnce = (desk: OrganizerDesk, path: string) =>
  desk.sandbox.faults.set({
    rules: [
      {
        kind: "rate-limited",
        retryAfter: "seconds",
        seconds: 30,
        path: path.replace("{eventId}", desk.sandbox.mainEventId),
        times: 1,
      },
    ],
  });

const refreshes = [
  ["official results", "results.refresh", "/events/{eventId}/results"],
  ["awards", "awards.refresh", "/events/{eventId}/awards"],
  ["a series", "series.find", "/series"],
  ["collections", "collection.refresh", "/collections"],
] as const;

const inputOf = (name: (typeof refreshes)[number][1], eventId: string) => {
  if (name === "series.find") return { commandId: commandId(), slug: "harbour" };
  return name === "collection.refresh"
    ? { commandId: commandId() }
    : { commandId: commandId(), eventId };
};

test.each(refreshes)(
  "O6 %s wait as long as the API asks, and go on by themselves",
  async (_what, name, path) => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    await limitOnce(desk, path);
    const askedAt = desk.clock.now();
    let isOver = false;
    const reply = desk.call(name, inputOf(name, eventId)).finally(() => (isOver = true));
    await desk.until(async () => (await askedToWait(desk)) !== null, "the wait");
    expect(isOver).toBe(false);
    const waitMs = Number(await askedToWait(desk)) - askedAt;
    expect(waitMs).toBeGreaterThan(25_000);
    expect(waitMs).toBeLessThanOrEqual(31_000);
    await desk.clock.advance(31_000);
    expect(await reply).toMatchObject({ ok: true });
    expect(await askedToWait(desk)).toBeNull();
  },
);

test("O6 a person need not wait: the question ends, and says why", async () => {
  const desk = await openOrganizerDesk();
  const eventId = desk.sandbox.mainEventId;
  await desk.download(eventId);
  await limitOnce(desk, "/events/{eventId}/results");
  const reply = desk.call("results.refresh", { commandId: commandId(), eventId });
  await desk.until(async () => (await askedToWait(desk)) !== null, "the wait");
  await desk.value("pull.stop", { commandId: commandId() });
  expect(await reply).toMatchObject({ ok: false, error: { code: "rate-limited" } });
  expect(await askedToWait(desk)).toBeNull();
  // A second command within that time waits for the rest of it.
  const again = desk.call("results.refresh", { commandId: commandId(), eventId });
  await desk.until(async () => (await askedToWait(desk)) !== null, "the rest of the wait");
  await desk.clock.advance(31_000);
  expect(await again).toMatchObject({ ok: true });
});
