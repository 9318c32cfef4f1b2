import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";

const page = (desk: VenueDesk, eventId: string) => desk.value("finish.page", { eventId });

/** Presses at these times. Returns the error code if a press is refused. */
async function press(desk: VenueDesk, eventId: string, ...timesMs: number[]) {
  const stamps = timesMs.map((atMs) => ({ id: randomUUID(), atMs }));
  const reply = await desk.call("finish.stamp", { eventId, stamps });
  return reply.ok ? "saved" : reply.error.code;
}

/** The times of the log in order. */
const timesOf = async (desk: VenueDesk, eventId: string) =>
  (await page(desk, eventId)).rows.map(({ stamp }) => stamp?.atMs);

async function openVenue() {
  const sandbox = await openOrganizer();
  const eventId = sandbox.mainEventId;
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  const showTimes = (at: VenueDesk, ...timesMs: number[]) =>
    until(async () => (await timesOf(at, eventId)).join() === timesMs.join());
  const showHolder = (at: VenueDesk, name: string) =>
    until(async () => (await page(at, eventId)).holder?.name === name);
  const isSound = async () => {
    for (const one of [hub, desk]) {
      expect(await one.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
    }
  };
  /** The router fails, so nobody reaches the hub. */
  const apart = async () => {
    await hub.unplug();
    await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  };
  return { eventId, hub, desk, showTimes, showHolder, isSound, apart };
}

describe("the holder of a finish log", () => {
  test("M13 a computer that is alone writes without a holder", async () => {
    const sandbox = await openOrganizer();
    const { hub } = await openHub(sandbox);
    const eventId = sandbox.mainEventId;
    await hub.value("hub.close", {});
    expect(await press(hub, eventId, 1_000)).toBe("saved");
    expect(await page(hub, eventId)).toMatchObject({ holder: null, sides: [], stamps: 1 });
  });

  test("M13 the first desk that writes holds the log; another one is refused, and can take over", async () => {
    const { eventId, hub, desk, showTimes, showHolder, isSound } = await openVenue();
    expect((await page(desk, eventId)).holder).toBeNull();
    expect(await press(hub, eventId, 1_000)).toBe("saved");
    await showTimes(desk, 1_000);
    expect((await page(desk, eventId)).holder).toMatchObject({ name: "Hub", isThis: false });
    const id = randomUUID();
    const refused = await desk.call("finish.bib", { eventId, id, bib: "7", before: null });
    expect(refused).toMatchObject({
      error: { code: "held-elsewhere", details: { holder: { name: "Hub" } } },
    });
    const taken = await desk.value("finish.takeOver", { eventId });
    expect(taken.holder).toMatchObject({ name: "Laptop 2", isThis: true });
    expect(await press(desk, eventId, 2_000)).toBe("saved");
    await showTimes(hub, 1_000, 2_000);
    await showHolder(hub, "Laptop 2");
    expect(await press(hub, eventId, 3_000)).toBe("held-elsewhere");
    expect((await hub.call("finish.undo", { eventId })).ok).toBe(false);
    expect((await page(hub, eventId)).sides).toEqual([]);
    await isSound();
  });

  test("M13 the log may be taken over several times, and every time of it counts", async () => {
    const { eventId, hub, desk, showHolder, showTimes, isSound } = await openVenue();
    await press(hub, eventId, 1_000);
    await showHolder(desk, "Hub");
    for (const [at, one] of [desk, hub, desk].entries()) {
      const other = one === hub ? desk : hub;
      await one.value("finish.takeOver", { eventId });
      await press(one, eventId, 2_000 + at);
      await showTimes(other, 1_000, ...[2_000, 2_001, 2_002].slice(0, at + 1));
    }
    expect((await page(hub, eventId)).sides).toEqual([]);
    await isSound();
  });

  test("M3 M13 a computer that was renamed holds the log under its new name, at every computer", async () => {
    const { eventId, hub, desk, showTimes, showHolder } = await openVenue();
    await press(hub, eventId, 1_000);
    await showTimes(desk, 1_000);
    const toldAt = (at: VenueDesk) => {
      let isTold = false;
      at.core.subscribe(({ topic }) => {
        isTold ||= topic === "finish";
      });
      return () => until(async () => isTold);
    };
    const toldAtDesk = toldAt(desk);
    await hub.value("settings.save", { desk: "Headquarters" });
    await toldAtDesk();
    await showHolder(hub, "Headquarters");
    await showHolder(desk, "Headquarters");
    expect(
      await desk.call("finish.stamp", { eventId, stamps: [{ id: randomUUID(), atMs: 2 }] }),
    ).toMatchObject({ error: { details: { holder: { name: "Headquarters" } } } });
    await desk.value("finish.takeOver", { eventId });
    await showHolder(hub, "Laptop 2");
    const toldAtHub = toldAt(hub);
    await desk.value("settings.save", { desk: "Finish tent" });
    await toldAtHub();
    await showHolder(desk, "Finish tent");
    await showHolder(hub, "Finish tent");
  });
});

describe("two logs without a connection", () => {
  /** Both write while they are not connected; the hub began first. */
  async function openRivals() {
    const venue = await openVenue();
    const { eventId, hub, desk, showTimes, apart } = venue;
    await press(hub, eventId, 1_000);
    await showTimes(desk, 1_000);
    await apart();
    await desk.value("finish.takeOver", { eventId });
    await press(desk, eventId, 2_010, 3_010);
    await press(hub, eventId, 2_000, 3_000, 4_000);
    await hub.plug();
    for (const one of [hub, desk]) {
      await until(async () => (await page(one, eventId)).sides.length === 2);
    }
    return venue;
  }

  test("M13 what the former holder wrote without knowing of the take-over never mixes with the log", async () => {
    const { eventId, hub, desk, isSound } = await openRivals();
    for (const one of [hub, desk]) {
      expect(await timesOf(one, eventId)).toEqual([1_000, 2_010, 3_010]);
      expect((await page(one, eventId)).sides).toMatchObject([
        { name: "Laptop 2", isInForce: true, isThis: one === desk, stamps: 3 },
        { name: "Hub", isInForce: false, isThis: one === hub, stamps: 3 },
      ]);
    }
    // A later take-over does not choose a side.
    await hub.value("finish.takeOver", { eventId });
    expect((await page(hub, eventId)).sides).toHaveLength(2);
    expect(await timesOf(hub, eventId)).toEqual([1_000, 2_010, 3_010]);
    await isSound();
  });

  test("M13 the side that is set aside says what the log lacks: its times, and its bibs in their order", async () => {
    const { eventId, hub, desk, showTimes, apart } = await openVenue();
    await press(hub, eventId, 1_000);
    await showTimes(desk, 1_000);
    await apart();
    await desk.value("finish.takeOver", { eventId });
    await press(desk, eventId, 2_010);
    await press(hub, eventId, 2_000, 3_000);
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    const type = (id: string, bib: string | null, before: string | null = null) =>
      hub.value("finish.bib", { eventId, id, bib, before });
    await type(ids[0], "7");
    await type(ids[1], null, ids[0]);
    await type(ids[2], "8");
    await hub.value("finish.change", { eventId, id: ids[0], bib: "77" });
    await hub.value("finish.remove", { eventId, list: "bibs", id: ids[2] });
    await hub.plug();
    await until(async () => (await page(desk, eventId)).sides.length === 2);
    const { sides } = await page(desk, eventId);
    expect(sides).toMatchObject([
      { isInForce: true, lacking: { times: [], bibs: [] } },
      { name: "Hub", stamps: 2, bibs: 2, lacking: { times: [2_000, 3_000], bibs: [null, "77"] } },
    ]);
  });

  test("M13 a person chooses the other log: its times count everywhere, and its computer holds it", async () => {
    const { eventId, hub, desk, showTimes, showHolder, isSound } = await openRivals();
    const side = (await page(desk, eventId)).sides.find(({ isInForce }) => !isInForce);
    await desk.value("finish.chooseSide", { eventId, hold: side?.hold ?? "" });
    for (const one of [hub, desk]) {
      await showTimes(one, 1_000, 2_000, 3_000, 4_000);
      await showHolder(one, "Hub");
      expect((await page(one, eventId)).sides).toEqual([]);
    }
    expect(await press(hub, eventId, 5_000)).toBe("saved");
    await showTimes(desk, 1_000, 2_000, 3_000, 4_000, 5_000);
    await isSound();
  });

  test("M11 M13 the list of conflicts names both logs, and settles them too", async () => {
    const { eventId, hub, desk, showTimes } = await openRivals();
    const { conflicts } = await desk.value("conflict.list", { eventId });
    expect(conflicts).toMatchObject([
      {
        kind: "finish-log",
        isSettledHere: true,
        sides: [
          { isInForce: true, value: { name: "Laptop 2", stamps: 3, bibs: 0 } },
          { isInForce: false, value: { name: "Hub", stamps: 3, bibs: 0 } },
        ],
      },
    ]);
    expect((await hub.value("desks.get", {})).conflicts).toBe(1);
    const [conflict] = conflicts;
    const entryId = conflict?.sides[1]?.entryId ?? "";
    await desk.value("conflict.settle", { eventId, conflictId: conflict?.id ?? "", entryId });
    for (const one of [hub, desk]) {
      await showTimes(one, 1_000, 2_000, 3_000, 4_000);
      expect((await one.value("conflict.list", { eventId })).conflicts).toEqual([]);
    }
  });

  test("M3 M11 a computer that was renamed has its new name in the list of conflicts", async () => {
    const { eventId, hub, desk } = await openRivals();
    await hub.value("settings.save", { desk: "Headquarters" });
    const namesAt = async (at: VenueDesk) =>
      (await at.value("conflict.list", { eventId })).conflicts[0]?.sides.map(
        ({ desk: name, value }) => [name, value.kind === "finish-log" ? value.name : null].join(),
      );
    for (const one of [hub, desk]) {
      await until(async () => (await page(one, eventId)).sides[1]?.name === "Headquarters");
      expect(await namesAt(one)).toEqual(["Laptop 2,Laptop 2", "Headquarters,Headquarters"]);
    }
  });

  test("M13 a person keeps the log in force, and it goes on while the choice is on its way", async () => {
    const { eventId, hub, desk, showTimes, isSound, apart } = await openRivals();
    const side = (await page(hub, eventId)).sides.find(({ isInForce }) => isInForce);
    await apart();
    await hub.value("finish.chooseSide", { eventId, hold: side?.hold ?? "" });
    await press(desk, eventId, 5_010);
    await hub.plug();
    for (const one of [hub, desk]) {
      await showTimes(one, 1_000, 2_010, 3_010, 5_010);
      await until(async () => (await page(one, eventId)).sides.length === 0);
      expect((await page(one, eventId)).holder?.name).toBe("Laptop 2");
    }
    await isSound();
  });

  test("M13 J10 two people who choose different logs while apart are asked again, and the next choice counts", async () => {
    const { eventId, hub, desk, showTimes, isSound, apart } = await openRivals();
    const [inForce, setAside] = (await page(hub, eventId)).sides;
    await apart();
    await hub.value("finish.chooseSide", { eventId, hold: setAside?.hold ?? "" });
    await desk.value("finish.chooseSide", { eventId, hold: inForce?.hold ?? "" });
    expect((await page(hub, eventId)).sides).toEqual([]);
    expect((await page(desk, eventId)).sides).toEqual([]);
    await hub.plug();
    for (const one of [hub, desk]) {
      await until(async () => (await page(one, eventId)).sides.length === 2);
      expect((await one.value("conflict.list", { eventId })).conflicts).toHaveLength(1);
    }
    const side = (await page(hub, eventId)).sides.find(({ name }) => name === "Hub");
    await hub.value("finish.chooseSide", { eventId, hold: side?.hold ?? "" });
    for (const one of [hub, desk]) {
      await showTimes(one, 1_000, 2_000, 3_000, 4_000);
      await until(async () => (await page(one, eventId)).sides.length === 0);
    }
    await isSound();
  });

  test("J3 M13 after a choice the log names who writes it, not who chose it", async () => {
    const { eventId, hub, desk, showTimes } = await openRivals();
    await desk.value("settings.save", { operator: "Ben" });
    const side = (await page(desk, eventId)).sides.find(({ name }) => name === "Hub");
    await desk.value("finish.chooseSide", { eventId, hold: side?.hold ?? "" });
    await showTimes(hub, 1_000, 2_000, 3_000, 4_000);
    const { operator, atMs } = side ?? {};
    expect(operator).not.toBe("Ben");
    expect((await page(desk, eventId)).holder).toMatchObject({ name: "Hub", operator, atMs });
  });

  test("M13 two desks that both began a log: one is in force, the other is set aside", async () => {
    const { eventId, hub, desk, apart, isSound } = await openVenue();
    await apart();
    await press(hub, eventId, 1_000);
    await press(desk, eventId, 1_010);
    await hub.plug();
    for (const one of [hub, desk]) {
      await until(async () => (await page(one, eventId)).sides.length === 2);
      expect(await timesOf(one, eventId)).toHaveLength(1);
    }
    expect(await timesOf(hub, eventId)).toEqual(await timesOf(desk, eventId));
    await isSound();
  });
});

test("M13 nobody can take over the log of an event that is not here", async () => {
  const desk = await openVenueDesk();
  const reply = await desk.call("finish.takeOver", { eventId: "no-such-event" });
  expect(reply.ok ? "taken" : reply.error.code).toBe("not-found");
});
