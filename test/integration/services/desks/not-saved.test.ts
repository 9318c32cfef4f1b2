import { expect, test } from "vitest";
import { replaceDatabase } from "#test/support/desks/replace-database.ts";
import { listWaiting } from "#test/support/list-runners.ts";
import { checkIn } from "#test/support/desks/venue-acts.ts";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";

test("M1 J1 a disk that refuses the hub's entry is told as such, and nothing changes", async () => {
  const desk = await openVenueDesk({ name: "Laptop 1" });
  replaceDatabase(desk);
  const refused = await desk.call("hub.open", {});
  expect(refused.ok ? "opened" : refused.error.code).toBe("not-saved");
  expect((await desk.value("desks.get", {})).role).toBe("alone");
});

test("M4 a hub whose disk takes nothing says so to its desks until it does", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await until(async () => (await desk.value("desks.get", {})).link.state === "up");
  const [runner] = await listWaiting(desk, sandbox.mainEventId);
  replaceDatabase(hub);
  await checkIn(desk, sandbox.mainEventId, runner?.id ?? "");
  const linkOf = async () => (await desk.value("desks.get", {})).link;
  await until(async () => (await linkOf()).state !== "up");
  // The state stays: a heartbeat that is answered in between does not end it.
  const heartbeats = new Set<number | null | undefined>();
  await until(async () => {
    expect((await linkOf()).state).not.toBe("up");
    const { desks } = await hub.value("desks.get", {});
    heartbeats.add(desks.find(({ kind }) => kind === "full")?.lastSeenAtMs);
    return heartbeats.size > 4;
  });
  await expect.poll(linkOf).toMatchObject({ state: "refused", why: "not-saved", unsent: 1 });
});
