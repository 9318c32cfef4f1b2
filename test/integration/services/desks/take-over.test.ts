import { expect, test } from "vitest";
import { openWalkUp, waitForOutbox } from "#test/support/desks/venue-acts.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";

test.each([
  { organizer: "answers at once", delayMs: 0 },
  { organizer: "answers slowly", delayMs: 250 },
])(
  "M10 a full desk takes over with a key, and sends what the lost hub had not sent; the organizer $organizer",
  async ({ delayMs }) => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    await sandbox.faults.set({ offline: true });
    const saved = await openWalkUp(hub, sandbox.mainEventId, "lake@example.org");
    await until(async () => {
      const { link } = await desk.value("desks.get", {});
      return link.behind === 0;
    });
    await until(async () => (await desk.call("outbox.get", { outboxId: saved.outboxId })).ok);
    await hub.close();
    await sandbox.faults.set({ offline: false, delayMs });
    expect((await desk.value("desks.get", {})).sender.who).toBe("other");
    const refused = await desk.call("hub.takeOver", {
      key: { baseUrl: sandbox.url, apiKey: "wrong" },
    });
    expect(refused.ok ? "taken" : refused.error.code).toBe("wrong-key");
    const taken = await desk.value("hub.takeOver", {
      key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all },
    });
    expect(taken).toMatchObject({ role: "hub", sender: { who: "this" } });
    await waitForOutbox(desk, saved.outboxId);
    expect(sandbox.readState().created).toHaveLength(1);
  },
);

test("M10 a full desk takes over without internet: a new desk joins it, and its walk-ups are sent once a person enters the key", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await sandbox.faults.set({ offline: true });
  const lost = await openWalkUp(hub, sandbox.mainEventId, "lake@example.org");
  await until(async () => (await desk.call("outbox.get", { outboxId: lost.outboxId })).ok);
  await hub.close();
  const taken = await desk.value("hub.takeOver", { key: null });
  expect(taken).toMatchObject({ role: "hub", sender: { who: "this" } });
  expect((await desk.value("desk.get", {})).currentEventId).toBe(sandbox.mainEventId);
  const own = await openWalkUp(desk, sandbox.mainEventId, "shore@example.org");
  const { code: next } = await desk.value("pairing.open", {});
  const third = await joinHub(desk, next, { name: "Laptop 3" });
  await until(async () => (await third.call("outbox.get", { outboxId: own.outboxId })).ok);

  await sandbox.faults.set({ offline: false });
  expect(sandbox.readState().created).toHaveLength(0);
  await desk.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  for (const { outboxId } of [lost, own]) await waitForOutbox(desk, outboxId);
  expect(sandbox.readState().created).toHaveLength(2);
});

test("M10 O8 the organizer's words about a refused walk-up are at the desk that made it", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await sandbox.faults.set({
    rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
  });
  const { outboxId } = await openWalkUp(desk, sandbox.mainEventId, "refused@example.org");
  const wordsAt = async (one: VenueDesk) => {
    const { entry } = await one.value("outbox.get", { outboxId });
    const { state, certainty, httpStatus, serverMessage, serverFields } = entry;
    return { state, certainty, httpStatus, serverMessage, serverFields };
  };
  await until(async () => (await wordsAt(desk)).certainty === "refused");
  expect((await wordsAt(hub)).httpStatus).toBe(422);
  expect(await wordsAt(desk)).toEqual(await wordsAt(hub));
});

/** A hub that cannot be reached, and a full desk that took over from it. */
async function openTakenOver() {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
  return { sandbox, hub, desk };
}

/** The same, and both know of each other now. */
async function openTwoHubs() {
  const venue = await openTakenOver();
  const { hub, desk } = venue;
  await hub.plug();
  for (const one of [hub, desk]) await untilSender(one, "nobody");
  return venue;
}

const untilSender = (desk: VenueDesk, who: string) =>
  until(async () => (await desk.value("desks.get", {})).sender.who === who);

/** Chooses the hub at a desk, as a person does. A full desk hears of two hubs before it can name both. */
async function settle(at: VenueDesk, chosen: "this" | "other"): Promise<void> {
  let device: string | undefined;
  await until(async () => {
    const { rivals } = (await at.value("desks.get", {})).sender;
    device = rivals.find(({ isThis }) => isThis === (chosen === "this"))?.device;
    return device !== undefined;
  });
  await at.value("hub.settle", { device: device ?? "" });
}

/** Two hubs of which each gave up for the other one while they could not reach each other; both ask again. */
async function openCrosswise() {
  const venue = await openTwoHubs();
  const { hub, desk } = venue;
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await settle(hub, "other");
  await settle(desk, "other");
  await hub.plug();
  for (const one of [hub, desk]) await untilSender(one, "nobody");
  return venue;
}

test("M10 M1 when the former hub is back, neither sends until a person chooses", async () => {
  const { sandbox, hub, desk } = await openTwoHubs();
  for (const one of [hub, desk]) {
    expect((await one.value("desks.get", {})).sender.rivals).toHaveLength(2);
  }
  const saved = await openWalkUp(desk, sandbox.mainEventId, "two-hubs@example.org");
  expect((await desk.value("sync.status", {})).activity).toBe("held-other-hub");
  expect(sandbox.readState().created).toHaveLength(0);
  await settle(desk, "this");
  await waitForOutbox(desk, saved.outboxId);
  await untilSender(hub, "other");
  expect(sandbox.readState().created).toHaveLength(1);
});

/** A computer that was a hub before joins this one. */
async function joinAsFormerHub(hub: VenueDesk, name: string): Promise<void> {
  const late = await openVenueDesk();
  await late.value("hub.open", {});
  await late.value("hub.close", {});
  const { code } = await hub.value("pairing.open", {});
  const target = { address: hub.address(), fingerprint: hub.fingerprint() };
  await late.value("desk.join", { ...target, code, name });
  await until(async () => (await late.value("desks.get", {})).link.unsent === 0);
}

test("M10 a third computer that joins the new hub, and was a hub itself once, chooses nothing: neither of the two sends, and after a choice nobody is asked again", async () => {
  const { hub, desk } = await openTakenOver();
  await joinAsFormerHub(desk, "Laptop 3");
  await hub.plug();
  for (const one of [hub, desk]) await untilSender(one, "nobody");
  await joinAsFormerHub(desk, "Laptop 4");
  expect((await desk.value("desks.get", {})).sender.who).toBe("nobody");
  await settle(desk, "this");
  await untilSender(hub, "other");
  await joinAsFormerHub(desk, "Laptop 5");
  await until(async () => (await desk.value("desks.get", {})).link.behind === 0);
  expect((await hub.value("desks.get", {})).sender.who).toBe("other");
  expect((await desk.value("desks.get", {})).sender.who).toBe("this");
});

test("M10 a full desk of one of two hubs says that nothing is sent, until a person chooses", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  const third = await joinHub(hub, code, { name: "Laptop 3" });
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
  await hub.plug();
  for (const one of [hub, desk, third]) await untilSender(one, "nobody");
  expect((await third.value("desks.get", {})).sender.rivals).toEqual([]);
  await settle(hub, "this");
  await untilSender(third, "other");
});

test("M10 M2 a hub that was not chosen shows no code, lets nobody pair, and is not called the hub", async () => {
  const { hub, desk } = await openTwoHubs();
  const { code } = await desk.value("pairing.open", {});
  await settle(hub, "this");
  await untilSender(desk, "other");
  const { pairing, desks } = await desk.value("desks.get", {});
  expect(pairing).toBeNull();
  expect(desks.find(({ isThis }) => isThis)?.kind).toBe("full");
  expect((await desk.value("device.list", {})).pairing).toBeNull();
  const paired = desk.core.access.pair(code, "Tablet", "127.0.0.1");
  expect(paired.ok ? "paired" : paired.error.code).toBe("wrong-code");
  const opened = await desk.call("pairing.open", {});
  expect(opened.ok ? "opened" : opened.error.code).toBe("not-a-station");
  expect((await desk.value("desks.get", {})).pairing).toBeNull();
});

test.each(["hub", "desk"] as const)(
  "M10 the new hub is chosen at the %s: both learn of it, and later walk-ups of the former hub arrive",
  async (at) => {
    const { sandbox, hub, desk } = await openTwoHubs();
    const before = await openWalkUp(hub, sandbox.mainEventId, "before@example.org");
    await settle(at === "hub" ? hub : desk, at === "hub" ? "other" : "this");
    await untilSender(desk, "this");
    await untilSender(hub, "other");
    await waitForOutbox(hub, before.outboxId);
    const later = await openWalkUp(hub, sandbox.mainEventId, "later@example.org");
    await waitForOutbox(hub, later.outboxId);
    expect(sandbox.readState().created).toHaveLength(2);
  },
);

test.each(["hub", "desk"] as const)(
  "M10 M8 the former hub is chosen at the %s: it sends, and the other one connects to it without the key if it was chosen there",
  async (at) => {
    const { sandbox, hub, desk } = await openTwoHubs();
    const saved = await openWalkUp(desk, sandbox.mainEventId, "one@example.org");
    await settle(at === "hub" ? hub : desk, at === "hub" ? "this" : "other");
    await untilSender(hub, "this");
    await untilSender(desk, "other");
    await waitForOutbox(desk, saved.outboxId);
    expect(sandbox.readState().created).toHaveLength(1);
    if (at === "hub") return;
    expect((await desk.value("desks.get", {})).role).toBe("full");
    expect((await desk.value("connection.get", {})).baseUrl).toBe(`${hub.address()}/peer/api`);
  },
);

test("M10 M8 whoever gives up the outbox while the other hub cannot be reached has no key, and follows that hub when it is back", async () => {
  const { sandbox, hub, desk } = await openTwoHubs();
  await hub.unplug();
  await settle(desk, "other");
  const address = async () => (await desk.value("connection.get", {})).baseUrl;
  expect(await address()).not.toBe(sandbox.url);
  await hub.plug();
  await until(async () => (await address()) === `${hub.address()}/peer/api`);
});

test("M10 M3 a former hub joins the hub in force, and its own desks are told that it is the hub no more", async () => {
  const { hub, desk } = await openTwoHubs();
  const { code } = await hub.value("pairing.open", {});
  await settle(hub, "other");
  await untilSender(desk, "this");
  const { pairing } = await desk.value("desks.get", {});
  const target = { address: desk.address(), fingerprint: desk.fingerprint() };
  const own = { address: hub.address(), fingerprint: hub.fingerprint() };
  const late = await openVenueDesk();
  const refused = await late.call("desk.join", {
    ...own,
    code,
    name: "Laptop 3",
  });
  expect(refused.ok ? "joined" : refused.error.code).toBe("not-a-hub");
  const joined = await hub.value("desk.join", {
    ...target,
    code: pairing?.code ?? "",
    name: "Former hub",
  });
  expect(joined).toMatchObject({ role: "full", sender: { who: "other" } });
});

test("M9 M10 whoever is chosen, or opens the hub after another one, looks first for what the other one may have sent", async () => {
  const { sandbox, hub, desk } = await openTwoHubs();
  const saved = await openWalkUp(hub, sandbox.mainEventId, "doubt@example.org");
  await sandbox.faults.set({ offline: true });
  await settle(hub, "this");
  const certainty = async (one: VenueDesk) =>
    (await one.value("outbox.get", { outboxId: saved.outboxId })).entry.certainty;
  expect(await certainty(hub)).toBe("maybe-sent");
  await untilSender(desk, "other");
  const more = await openWalkUp(desk, sandbox.mainEventId, "again@example.org");
  await desk.value("hub.open", {});
  const { entry } = await desk.value("outbox.get", { outboxId: more.outboxId });
  expect(entry.certainty).toBe("maybe-sent");
});

test("M10 O10 a former hub that is chosen at the other computer looks first for what that one may have sent", async () => {
  const { sandbox, hub, desk } = await openTwoHubs();
  const saved = await openWalkUp(hub, sandbox.mainEventId, "elsewhere@example.org");
  await sandbox.faults.set({ offline: true });
  await settle(desk, "other");
  await untilSender(hub, "this");
  const { entry } = await hub.value("outbox.get", { outboxId: saved.outboxId });
  expect(entry.certainty).toBe("maybe-sent");
});

test("M10 a hub that people chose while it became a full desk of the other one asks for a choice again", async () => {
  const { sandbox, hub, desk } = await openCrosswise();
  await settle(hub, "other");
  await untilSender(hub, "other");
  const later = await openWalkUp(hub, sandbox.mainEventId, "later@example.org");
  // What the hub wrote after the choice is there.
  await until(async () => (await desk.call("outbox.get", { outboxId: later.outboxId })).ok);
  expect((await desk.value("desks.get", {})).sender.who).toBe("nobody");
  await settle(desk, "other");
  await untilSender(hub, "this");
  await untilSender(desk, "other");
  const saved = await openWalkUp(desk, sandbox.mainEventId, "crosswise@example.org");
  for (const { outboxId } of [later, saved]) await waitForOutbox(desk, outboxId);
  expect(sandbox.readState().created).toHaveLength(2);
});

test("M10 O9 a full desk that is chosen has no address until the key is entered; another organization's key is refused", async () => {
  const { sandbox, desk } = await openCrosswise();
  const saved = await openWalkUp(desk, sandbox.mainEventId, "chosen@example.org");
  await settle(desk, "this");
  await untilSender(desk, "this");
  expect((await desk.value("connection.get", {})).baseUrl).toBeNull();
  const { otherOrganization, all } = sandbox.keys;
  const save = (apiKey: string) => desk.call("connection.save", { baseUrl: sandbox.url, apiKey });
  expect(await save(otherOrganization)).toMatchObject({ error: { code: "other-organization" } });
  expect((await save(all)).ok).toBe(true);
  await waitForOutbox(desk, saved.outboxId);
  expect(sandbox.readState().created).toHaveLength(1);
});

test("M10 M7 K4 who took over is listed as a hub at the former one, which can be wiped after it was not chosen", async () => {
  const { hub } = await openTwoHubs();
  const kindOfOther = async () =>
    (await hub.value("desks.get", {})).desks.find(({ isThis }) => !isThis)?.kind;
  const stops = async () => (await hub.value("wipe.look", {})).stops.map(({ code }) => code);
  expect(await kindOfOther()).toBe("hub");
  expect(await stops()).toContain("has-full-desks");
  await settle(hub, "other");
  expect(await kindOfOther()).toBe("hub");
  expect(await stops()).not.toContain("has-full-desks");
});

test("M10 the former hub's side says since when it is the hub", async () => {
  const { hub, desk } = await openTwoHubs();
  const sidesOf = async (one: VenueDesk) => {
    const { rivals } = (await one.value("desks.get", {})).sender;
    return new Map(rivals.map(({ device, atMs }) => [device, atMs]));
  };
  const [there, here] = [await sidesOf(hub), await sidesOf(desk)];
  expect(here).toEqual(there);
  expect(new Set(here.values()).size).toBe(2);
});

test("M9 a full desk never sends, also if it was a hub before and knows of no other one yet", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await openVenueDesk({ name: "Laptop 2" });
  await desk.value("hub.open", {});
  await desk.value("hub.close", {});
  const { fingerprint } = await desk.value("desk.look", { address: hub.address() });
  const told = await desk.value("desk.join", {
    address: hub.address(),
    fingerprint,
    code,
    name: "Laptop 2",
  });
  expect(told.sender.who).not.toBe("this");
});

test("M10 M15 a former hub refuses its other full desks, so that they look for the hub in force", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  const third = await joinHub(hub, code, { name: "Laptop 3" });
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
  await hub.plug();
  await untilSender(hub, "nobody");
  await settle(hub, "other");
  await untilSender(desk, "this");
  await until(async () => (await third.value("desks.get", {})).link.why === "other-hub");
  const own = await openWalkUp(third, sandbox.mainEventId, "third@example.org");
  const { outboxId } = own;
  const asked = await third.call("outbox.setAside", { outboxId });
  expect(asked.ok ? "performed" : asked.error.code).toBe("hub-away");
  expect((await hub.value("hub.close", {})).role).toBe("alone");
  const later = await openWalkUp(hub, sandbox.mainEventId, "closed@example.org");
  await waitForOutbox(hub, later.outboxId);
});

test("M10 while two hubs wait for a choice, none of them stops being the hub, because it would send", async () => {
  const { hub, desk } = await openTwoHubs();
  for (const one of [hub, desk]) {
    const refused = await one.call("hub.close", {});
    expect(refused.ok ? "closed" : refused.error.code).toBe("two-hubs");
    expect((await one.value("desks.get", {})).sender.who).toBe("nobody");
  }
});
