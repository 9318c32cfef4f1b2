import { describe, expect, test } from "vitest";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";

test("S10 no two desks of a venue have names that people mistake, also when a computer is renamed", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  expect(hub.core.access.pair(code, "Tablet", "192.168.1.20")).toMatchObject({ ok: true });
  const laptop = await joinHub(hub, code, { name: "Laptop" });
  await until(async () => {
    const { desks } = await laptop.value("desks.get", {});
    return desks.some(({ name }) => name === "Hub");
  });

  // At the hub's own desk.
  for (const desk of ["Tablet", "tab-let", "Laptop", "1aptop"]) {
    expect(await hub.call("settings.save", { desk }), desk).toMatchObject({
      error: { code: "name-taken" },
    });
  }
  expect(await hub.call("settings.save", { desk: "Hub" })).toMatchObject({ ok: true });
  expect(await hub.call("settings.save", { desk: "Gate" })).toMatchObject({ ok: true });
  // At the full desk itself.
  expect(await laptop.call("settings.save", { desk: "hub" })).toMatchObject({
    error: { code: "name-taken" },
  });

  // A computer tries to join with the name of another one.
  const third = await openVenueDesk({ name: "Third" });
  const join = (name: string) =>
    third.call("desk.join", {
      address: hub.address(),
      fingerprint: hub.fingerprint(),
      code,
      name,
    });
  for (const name of ["Gate", "Tablet", "Lаptop"]) {
    expect(await join(name), name).toMatchObject({ error: { code: "name-taken" } });
  }
});

/** The names of a computer on the lists of every computer of the venue, and in the choice of a bib range. */
async function namesOf(hub: VenueDesk, desks: readonly VenueDesk[], kind: "hub" | "full") {
  const names = new Set<string>();
  for (const one of [hub, ...desks]) {
    const { desks: listed } = await one.value("desks.get", {});
    for (const desk of listed) if (desk.kind === kind) names.add(desk.name);
  }
  return [...names].toSorted();
}

describe("a computer of the venue is renamed", () => {
  test("M7 S10 every desk lists a full desk under the new name, also in the choice of bibs", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const laptop = await joinHub(hub, code, { name: "Laptop" });
    const other = await joinHub(hub, code, { name: "Third" });
    const renamed = await laptop.value("settings.save", { desk: "  Gate\u200b " });
    expect(renamed.desk).toBe("Gate");
    await until(
      async () => (await namesOf(hub, [laptop, other], "full")).join() === "Gate,Third",
      5_000,
    );
    const { desks } = await hub.value("bibRange.list", { eventId: sandbox.mainEventId });
    expect(desks.map(({ name }) => name)).toEqual(["Hub", "Gate", "Third"]);
    // The former name is free, and the new one is taken, at every computer.
    for (const desk of [hub, other]) {
      await until(async () => {
        const taken = await desk.call("settings.save", { desk: "gate" });
        return !taken.ok && taken.error.code === "name-taken";
      }, 5_000);
    }
    expect(await other.call("settings.save", { desk: "Laptop" })).toMatchObject({ ok: true });
  });

  test("M3 S10 the hub refuses a name that only it knows, and nothing is changed", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const laptop = await joinHub(hub, code, { name: "Laptop" });
    // A full desk does not know the browsers of the hub.
    expect(hub.core.access.pair(code, "Tablet", "192.168.1.20")).toMatchObject({ ok: true });
    expect(await laptop.call("settings.save", { desk: "tab-let", operator: "Ida" })).toMatchObject({
      error: { code: "name-taken", details: { name: "Tablet" } },
    });
    const { settings } = await laptop.value("desk.get", {});
    expect(settings).toMatchObject({ desk: "Laptop", operator: "" });
    expect(await namesOf(hub, [laptop], "full")).toEqual(["Laptop"]);
  });

  test("M3 S10 without the hub a full desk keeps its name, and everything else is saved", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const laptop = await joinHub(hub, code, { name: "Laptop" });
    await hub.unplug();
    expect(await laptop.call("settings.save", { desk: "Gate" })).toMatchObject({
      error: { code: "hub-away" },
    });
    expect(await laptop.call("settings.save", { desk: "Laptop", operator: "Ida" })).toMatchObject({
      value: { desk: "Laptop", operator: "Ida" },
    });
  });

  test("M3 a rename whose answer was lost: the full desk takes the name that the hub took", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const laptop = await joinHub(hub, code, { name: "Laptop" });
    const { desks } = await hub.value("desks.get", {});
    const deviceId = desks.find(({ kind }) => kind === "full")?.deviceId ?? "";
    expect(hub.core.access.rename(deviceId, "Gate")).toMatchObject({ ok: true });
    await until(async () => (await laptop.value("desk.get", {})).settings.desk === "Gate", 8_000);
    expect(await namesOf(hub, [laptop], "full")).toEqual(["Gate"]);
  });

  test("M7 a full desk calls its hub by the hub's new name", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const laptop = await joinHub(hub, code, { name: "Laptop" });
    await hub.value("settings.save", { desk: "Start tent" });
    await until(
      async () => (await laptop.value("desks.get", {})).hub?.name === "Start tent",
      5_000,
    );
    expect(await namesOf(hub, [laptop], "hub")).toEqual(["Start tent"]);
  });
});
