import { expect, test } from "vitest";
import { replaceDatabase } from "#test/support/desks/replace-database.ts";
import { openWalkUp, waitForOutbox } from "#test/support/desks/venue-acts.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";
import { memorySecrets } from "#core/workspace.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

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

test("M9 O10 a desk that leaves its hub and joins again puts none of the hub's walk-ups in doubt", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await sandbox.faults.set({ offline: true });
  const { outboxId } = await openWalkUp(hub, sandbox.mainEventId, "waits@example.org");
  const certaintyAt = async (at: VenueDesk) => {
    const found = await at.call("outbox.get", { outboxId });
    return found.ok ? found.value.entry.certainty : null;
  };
  await until(async () => (await certaintyAt(desk)) === "never-sent");
  await until(async () => (await desk.value("desks.get", {})).link.unsent === 0);
  await desk.value("desk.leave", {});
  expect(await certaintyAt(desk)).toBe("maybe-sent");
  // Without address and key nothing is tried, so no time of a next try is told.
  const { entry } = await desk.value("outbox.get", { outboxId });
  expect(entry).toMatchObject({ reason: "reconcile", nextTryAtMs: null });
  const { fingerprint } = await desk.value("desk.look", { address: hub.address() });
  await desk.value("desk.join", { address: hub.address(), fingerprint, code, name: "Laptop 3" });
  const saved = await openWalkUp(desk, sandbox.mainEventId, "later@example.org");
  await until(async () => (await hub.call("outbox.get", { outboxId: saved.outboxId })).ok);
  expect(await certaintyAt(hub)).toBe("never-sent");
});

test("M3 M4 a full desk that was started without its hub leaves only if the owner says so, because nobody knows what the hub has", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const [secrets, dataDir] = [memorySecrets(), temporaryFolder()];
  const desk = await joinHub(hub, code, { name: "Laptop 2", dataDir, secrets });
  await until(async () => (await desk.value("desks.get", {})).link.unsent === 0);
  await desk.close();
  await hub.close();
  const again = await openVenueDesk({ dataDir, secrets });
  await until(async () => (await again.value("desks.get", {})).link.state === "away");
  expect((await again.value("desks.get", {})).link.unsent).toBeNull();
  const refused = await again.call("desk.leave", {});
  expect(refused.ok ? "left" : refused.error.code).toBe("unsent");
  expect(await again.value("desk.leave", { evenUnsent: true })).toMatchObject({ role: "alone" });
});

test("M1 M3 a computer that left its hub sends its walk-ups itself once it has a key", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await desk.value("desk.leave", {});
  await desk.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  const saved = await openWalkUp(desk, sandbox.mainEventId, "next-weekend@example.org");
  await waitForOutbox(desk, saved.outboxId);
  expect(sandbox.readState().created).toHaveLength(1);
});

test("M3 M9 M10 a computer that was a hub before joins without a choice between two hubs, and sends for itself after it left", async () => {
  const sandbox = await openOrganizer();
  const desk = await openVenueDesk({ name: "Laptop 2" });
  await desk.value("hub.open", {});
  await desk.value("hub.close", {});
  const { hub, code } = await openHub(sandbox);
  const { fingerprint } = await desk.value("desk.look", { address: hub.address() });
  await desk.value("desk.join", { address: hub.address(), fingerprint, code, name: "Laptop 2" });
  await until(async () => {
    const { downloads } = await desk.value("download.status", {});
    return downloads.some(({ state }) => state === "complete");
  });
  const venue = await openWalkUp(desk, sandbox.mainEventId, "venue@example.org");
  await waitForOutbox(desk, venue.outboxId);
  expect((await hub.value("desks.get", {})).sender).toMatchObject({ who: "this", rivals: [] });
  expect((await desk.value("desks.get", {})).sender).toMatchObject({ who: "other", name: "Hub" });
  await desk.value("desk.leave", { evenUnsent: true });
  await desk.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  const saved = await openWalkUp(desk, sandbox.mainEventId, "next-weekend@example.org");
  await waitForOutbox(desk, saved.outboxId);
  expect(sandbox.readState().created).toHaveLength(2);
});

test("M1 M16 a computer that is alone goes on sending after it has read the stick of a hub", async () => {
  const sandbox = await openOrganizer();
  const stick = temporaryFolder();
  const { hub } = await openHub(sandbox, { stick });
  await hub.value("journalMirror.choose", {});
  await until(async () => (await hub.value("journalMirror.status", {})).behind === 0);
  const alone = await openVenueDesk({ name: "Laptop 2", stick });
  await alone.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
  await alone.value("event.refresh", {});
  await alone.value("download.start", { eventIds: [sandbox.mainEventId] });
  await until(async () => {
    const { downloads } = await alone.value("download.status", {});
    return downloads.some(({ state }) => state === "complete");
  });
  await alone.value("journalMirror.preview", {});
  expect((await alone.value("journalMirror.import", { asSeen: true })).taken).toBeGreaterThan(0);
  const { sender } = await alone.value("desks.get", {});
  expect(sender).toEqual({ who: "this", name: null, rivals: [] });
  const saved = await openWalkUp(alone, sandbox.mainEventId, "alone@example.org");
  await waitForOutbox(alone, saved.outboxId);
});

test("M3 J1 if the disk refuses, this is still a full desk, and its link says what the hub lacks", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await hub.close();
  await openWalkUp(desk, sandbox.mainEventId, "stays@example.org");
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  replaceDatabase(desk);
  const refused = await desk.call("desk.leave", { evenUnsent: true });
  expect(refused.ok ? "left" : refused.error.code).toBe("not-saved");
  const { role, link } = await desk.value("desks.get", {});
  expect(role).toBe("full");
  expect(link.state).not.toBe("none");
  const again = await desk.call("desk.leave", {});
  expect(again.ok ? "left" : again.error.code).toBe("unsent");
});
