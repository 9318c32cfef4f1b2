import { expect, test } from "vitest";
import type { Caller } from "#core/handlers.ts";
import { settle } from "#test/support/clock.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

/** A race of three thousand runners, completely downloaded and open. */
async function openBigRace() {
  const desk = await openOrganizerDesk({ sandbox: { runners: 3_000 } });
  const eventId = desk.sandbox.mainEventId;
  await desk.download(eventId);
  await desk.value("event.open", { commandId: newCommandId(), eventId });
  return { ...desk, eventId };
}

const tablet: Caller = { role: "desk", device: "Tablet", deviceId: "tablet" };

test("S10 a device that reads a whole roster is slowed down to the pace of a desk, and the owner is told", async () => {
  const desk = await openBigRace();
  const { eventId } = desk;
  const read = new Set<string>();
  const ask = async (text: string): Promise<void> => {
    const { rows } = await desk.value("roster.search", { eventId, text, limit: 50 }, tablet);
    for (const { id } of rows) read.add(id);
  };
  const asked = Array.from({ length: 300 }, (_, at) => ask(`${at}`));
  await settle();
  const atOnce = read.size;
  expect(atOnce).toBeLessThanOrEqual(1_550);
  await desk.clock.advance(10_000);
  await settle();
  expect(read.size).toBeLessThan(atOnce + 400);
  expect(await desk.value("device.list", {})).toMatchObject({ slowed: [{ deviceId: "tablet" }] });
  expect(desk.logged.map(({ event }) => event)).toContain("device.reads-much");
  // No other caller is delayed: neither another device nor the owner.
  const other = { ...tablet, deviceId: "other" };
  expect(
    (await desk.value("roster.search", { eventId, text: "1", limit: 50 }, other)).rows.length,
  ).toBeGreaterThan(10);
  await desk.clock.advance(120_000);
  await Promise.all(asked);
});

test("S10 a busy desk never waits: two hundred arrivals an hour, each typed letter by letter", async () => {
  const desk = await openBigRace();
  const { eventId } = desk;
  for (let arrival = 0; arrival < 200; arrival += 1) {
    const bib = String(arrival * 13);
    for (let typed = 1; typed <= bib.length; typed += 1) {
      const text = bib.slice(0, typed);
      await desk.value("roster.search", { eventId, text, limit: 12 }, tablet);
    }
    await desk.clock.advance(18_000);
  }
  expect((await desk.value("device.list", {})).slowed).toEqual([]);
});
