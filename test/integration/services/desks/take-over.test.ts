import { expect, test } from "vitest";
import { openWalkUp, waitForOutbox } from "#test/support/desks/venue-acts.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";

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
    const refused = await desk.call("hub.takeOver", { baseUrl: sandbox.url, apiKey: "wrong" });
    expect(refused.ok ? "taken" : refused.error.code).toBe("wrong-key");
    const taken = await desk.value("hub.takeOver", {
      baseUrl: sandbox.url,
      apiKey: sandbox.keys.all,
    });
    expect(taken).toMatchObject({ role: "hub", sender: { who: "this" } });
    await waitForOutbox(desk, saved.outboxId);
    expect(sandbox.readState().created).toHaveLength(1);
  },
);

test("M10 M1 when the former hub is back, neither sends until a person chooses", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("hub.takeOver", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  await hub.plug();
  for (const one of [hub, desk]) {
    await until(async () => (await one.value("desks.get", {})).sender.who === "nobody");
    expect((await one.value("desks.get", {})).sender.rivals).toHaveLength(2);
  }
  const saved = await openWalkUp(desk, sandbox.mainEventId, "two-hubs@example.org");
  expect((await desk.value("sync.status", {})).activity).toBe("held-other-hub");
  expect(sandbox.readState().created).toHaveLength(0);
  const { rivals } = (await desk.value("desks.get", {})).sender;
  const own = rivals.find(({ isThis }) => isThis);
  await desk.value("hub.settle", { device: own?.device ?? "" });
  await waitForOutbox(desk, saved.outboxId);
  await until(async () => (await hub.value("desks.get", {})).sender.who === "other");
  expect(sandbox.readState().created).toHaveLength(1);
});
