import { startPractice } from "#station/start-up/practice-race.ts";
import { describe, expect, test } from "vitest";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";
import { openWalkUp, waitForOutbox } from "#test/support/desks/venue-acts.ts";
import { pairBrowser } from "#test/support/desks/paired-peer.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const isHere = async (desk: VenueDesk, eventId: string, runnerId: string): Promise<boolean> => {
  const { runner } = await desk.value("roster.get", { eventId, runnerId });
  return runner.checkedIn !== null;
};

describe("a full desk", () => {
  test("M3 M8 joins with a code, gets the roster from the hub and never asks the partner API", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const [own, theirs] = await Promise.all(
      [desk, hub].map((one) => listWaiting(one, sandbox.mainEventId)),
    );
    expect(own).toEqual(theirs);
    expect(own?.length).toBeGreaterThan(10);
    // Pictures have public addresses and come without the key (D9).
    expect(desk.asked.filter((address) => !address.includes("/images/"))).toEqual([]);
    expect((await desk.value("desks.get", {})).role).toBe("full");
    await until(async () => {
      const { desks } = await hub.value("departure.get", { eventId: sandbox.mainEventId });
      return desks?.full === 1 && desks.complete === 1;
    });
  });

  test("M8 a start list that the hub has in part is not taken for the whole one", async () => {
    const sandbox = await openOrganizer();
    const { mainEventId: eventId } = sandbox;
    const hub = await openVenueDesk({ name: "Hub" });
    await hub.value("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all });
    await hub.value("event.refresh", {});
    const downloadOf = async (one: VenueDesk) =>
      (await one.value("download.status", { eventId })).downloads[0];
    const list = { method: "GET", path: "/registration" } as const;
    await sandbox.faults.set({ rules: [{ kind: "status", status: 403, ...list }] });
    await hub.value("download.start", { eventIds: [eventId] });
    await until(async () => (await downloadOf(hub))?.state !== "downloading");
    await hub.value("event.open", { eventId });
    const { pairing } = await hub.value("hub.open", {});
    const desk = await openVenueDesk();
    const { fingerprint } = await desk.value("desk.look", { address: hub.address() });
    const joining = { address: hub.address(), fingerprint, code: pairing?.code ?? "" };
    await desk.value("desk.join", { ...joining, name: "Laptop 2" });
    await desk.value("event.refresh", {});
    await desk.value("download.start", { eventIds: [eventId] });
    await until(async () => (await downloadOf(desk))?.state !== "downloading");
    expect(await downloadOf(desk)).toMatchObject({ completedAtMs: null, rows: 0 });
    await sandbox.faults.set({ rules: [] });
    await hub.value("download.start", { eventIds: [eventId] });
    await until(async () => (await downloadOf(desk))?.state === "complete");
    expect((await downloadOf(desk))?.rows).toBeGreaterThan(10);
  });

  test("M8 the copy of a full desk is as old as the hub's list, whenever the desk reads it", async () => {
    const sandbox = await openOrganizer();
    const { mainEventId: eventId } = sandbox;
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const downloadOf = async (one: VenueDesk) =>
      (await one.value("download.status", { eventId })).downloads[0];
    const { completedAtMs } = (await downloadOf(hub)) ?? {};
    expect(completedAtMs).toBeGreaterThan(0);
    expect(await downloadOf(desk)).toMatchObject({ state: "complete", completedAtMs });
    const digestOf = async () => (await desk.value("digest.get", { eventId })).digest?.atMs ?? 0;
    const before = await digestOf();
    await desk.value("download.start", { eventIds: [eventId] });
    await until(async () => (await digestOf()) > before);
    expect(await downloadOf(desk)).toMatchObject({ state: "complete", completedAtMs });
  });

  test("M8 the list of events of a full desk is as old as the hub's, whenever the desk reads it", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const { listedAtMs } = await hub.value("event.list", {});
    expect(listedAtMs).toBeGreaterThan(0);
    await desk.value("event.refresh", {});
    expect(await desk.value("event.list", {})).toMatchObject({ listedAtMs });
  });

  test("M8 the copy of a full desk is never newer than its own reading, also if the hub's clock is ahead", async () => {
    const sandbox = await openOrganizer();
    const { mainEventId: eventId } = sandbox;
    const { hub, code } = await openHub(sandbox, { clockOffsetMs: 3_600_000 });
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const { downloads } = await desk.value("download.status", { eventId });
    expect(downloads[0]?.completedAtMs).toBeLessThanOrEqual(Date.now());
  });

  test("M4 sees within two seconds what the hub did, and the hub what it did", async () => {
    const sandbox = await openOrganizer();
    const eventId = sandbox.mainEventId;
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const [one, other] = await listWaiting(hub, eventId);
    if (one === undefined || other === undefined) throw new Error("No runners");
    await hub.value("checkIn.perform", { eventId, runnerId: one.id });
    await desk.value("checkIn.perform", { eventId, runnerId: other.id });
    await until(() => isHere(desk, eventId, one.id), 2_000);
    await until(() => isHere(hub, eventId, other.id), 2_000);
    expect(await hub.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  });

  test("M4 M7 goes on without the network, and both journals are one when it is back", async () => {
    const sandbox = await openOrganizer();
    const eventId = sandbox.mainEventId;
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const [one, other] = await listWaiting(hub, eventId);
    if (one === undefined || other === undefined) throw new Error("No runners");
    await hub.unplug();
    await until(async () => (await desk.value("desks.get", {})).link.state === "away");
    await hub.value("checkIn.perform", { eventId, runnerId: one.id });
    await desk.value("checkIn.perform", { eventId, runnerId: other.id });
    expect(await isHere(desk, eventId, one.id)).toBe(false);
    expect((await desk.value("desks.get", {})).link.unsent).toBeGreaterThan(0);
    await hub.plug();
    await until(() => isHere(desk, eventId, one.id));
    await until(() => isHere(hub, eventId, other.id));
    expect((await desk.value("desks.get", {})).link).toMatchObject({ state: "up", unsent: 0 });
  });

  test("M7 a browser desk of the hub is on the full desk's list, and the link goes on", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const tablet = await pairBrowser(hub, code, "Tablet");
    await tablet.ask("/rpc/desk.get", {});
    const received = async () =>
      (await desk.value("desks.get", {})).desks.some(
        ({ name, isHere }) => name === "Tablet" && isHere,
      );
    await until(received);
    expect((await desk.value("desks.get", {})).link.state).toBe("up");
  });

  test("M9 only the hub sends: a walk-up of a full desk arrives once, and the desk is told", async () => {
    const sandbox = await openOrganizer();
    const eventId = sandbox.mainEventId;
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const saved = await openWalkUp(desk, eventId, "new@example.org");
    await waitForOutbox(desk, saved.outboxId);
    expect(sandbox.readState().created).toHaveLength(1);
  });

  test("M9 J3 what a full desk leaves to the hub is done in the name of the person at the desk", async () => {
    const sandbox = await openOrganizer();
    const eventId = sandbox.mainEventId;
    const { hub, code } = await openHub(sandbox);
    await hub.value("settings.save", { operator: "Hugo" });
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    await desk.value("settings.save", { operator: "Ida" });
    await hub.value("outbox.pause", {});
    const { outboxId } = await openWalkUp(desk, eventId, "new@example.org");
    await until(async () => (await hub.call("outbox.get", { outboxId })).ok);
    const { entry } = await hub.value("outbox.get", { outboxId });
    if (entry.form === null) throw new Error("The walk-up has no form");
    const edited = await desk.value("outbox.correct", {
      outboxId,
      form: { ...entry.form, name: "Another Name" },
    });
    const successor = await hub.value("outbox.get", { outboxId: edited.id });
    expect(successor.entry).toMatchObject({ savedBy: "Ida", form: { name: "Another Name" } });
  });

  test("M9 M15 leaves to the hub what it asks also while the hub has another event open", async () => {
    const sandbox = await openOrganizer();
    const eventId = sandbox.mainEventId;
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    await hub.value("outbox.pause", {});
    const { outboxId } = await openWalkUp(desk, eventId, "new@example.org");
    await until(async () => (await hub.call("outbox.get", { outboxId })).ok);
    await hub.value("event.open", { eventId: null });
    const aside = await desk.call("outbox.setAside", { outboxId });
    expect(aside.ok ? aside.value.reason : aside.error.code).toBe("set-aside");
    // The desk shows what the hub did (O13).
    await until(
      async () => (await desk.value("outbox.get", { outboxId })).entry.reason === "set-aside",
    );
    // A browser of the hub may still ask about the open event alone (S10).
    const tablet = { role: "lead", device: "Tablet", deviceId: "d1" } as const;
    const asked = await hub.core.dispatch(
      "outbox.requeue",
      { commandId: "command-1", outboxId },
      tablet,
    );
    expect(asked.ok ? "put back" : asked.error.code).toBe("not-allowed");
  });

  test("M3 a wrong code, a wrong certificate and a computer that is no hub are refused", async () => {
    const sandbox = await openOrganizer();
    const { hub } = await openHub(sandbox);
    const desk = await openVenueDesk();
    const join = async (change: object) => {
      const reply = await desk.call("desk.join", {
        address: hub.address(),
        fingerprint: hub.fingerprint(),
        code: "000000",
        name: "Laptop 2",
        ...change,
      });
      return reply.ok ? "joined" : reply.error.code;
    };
    expect(await join({})).toBe("wrong-code");
    expect(await join({ fingerprint: "AA".repeat(32) })).toBe("other-certificate");
    expect(await join({ address: "nowhere at all" })).toBe("invalid-address");
    expect(await join({ address: "https://127.0.0.1:1" })).toBe("no-answer");
    expect(await join({ address: desk.address(), fingerprint: desk.fingerprint() })).toBe(
      "not-a-hub",
    );
    expect((await desk.value("desks.get", {})).role).toBe("alone");
  });

  test("M3 a computer with the data of another organization is refused, also after it forgot that key", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await openVenueDesk();
    const { url: baseUrl, keys } = sandbox;
    await desk.value("connection.save", { baseUrl, apiKey: keys.otherOrganization });
    const join = () =>
      desk.call("desk.join", {
        address: hub.address(),
        fingerprint: hub.fingerprint(),
        code,
        name: "Laptop 2",
      });
    expect(await join()).toMatchObject({ error: { code: "other-organization" } });
    await desk.value("connection.forget", {});
    expect(await join()).toMatchObject({ error: { code: "other-organization" } });
    expect((await hub.value("desks.get", {})).desks).toHaveLength(1);
  });
});

test("M1 K3 a hub with full desks does not practise: they would be told that their access was taken away", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox, { startPractice });
  await joinHub(hub, code, { name: "Laptop 2" });
  const refused = await hub.call("practice.start", {});
  expect(refused.ok ? "started" : refused.error.code).toBe("has-full-desks");
  await hub.value("hub.close", {});
  expect(await hub.value("practice.start", {})).toMatchObject({ mode: "practice" });
});

test("K4 neither a hub with full desks nor a full desk is wiped: the other would bring everything back", async () => {
  const { hub, code } = await openHub(await openOrganizer());
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  const stopsOf = async (of: VenueDesk): Promise<string[]> =>
    (await of.value("wipe.look", {})).stops.map((stop) => stop.code);
  expect(await stopsOf(hub)).toContain("has-full-desks");
  expect(await stopsOf(desk)).toContain("is-full-desk");
});
