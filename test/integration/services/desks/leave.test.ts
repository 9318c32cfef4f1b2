import { expect, test } from "vitest";
import { openWalkUp } from "#test/support/desks/venue-acts.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";

test("M3 a desk leaves while the hub still has its walk-ups to send, and keeps no connection to the hub", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await sandbox.faults.set({ offline: true });
  const saved = await openWalkUp(desk, sandbox.mainEventId, "waits@example.org");
  await until(async () => (await hub.call("outbox.get", { outboxId: saved.outboxId })).ok);
  await until(async () => (await desk.value("desks.get", {})).link.unsent === 0);
  expect(await desk.value("desk.leave", {})).toMatchObject({ role: "alone" });
  expect((await desk.value("connection.get", {})).baseUrl).toBe(null);
});

test("M3 when the hub is gone, the owner leaves it only knowing that it lacks entries of this desk", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await hub.close();
  const saved = await openWalkUp(desk, sandbox.mainEventId, "stays@example.org");
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  const refused = await desk.call("desk.leave", {});
  expect(refused.ok ? "left" : refused.error.code).toBe("unsent");
  expect(await desk.value("desk.leave", { evenUnsent: true })).toMatchObject({ role: "alone" });
  expect((await desk.value("connection.get", {})).baseUrl).toBe(null);
  expect((await desk.call("outbox.get", { outboxId: saved.outboxId })).ok).toBe(true);
});
