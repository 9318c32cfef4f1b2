import { expect, test } from "vitest";
import {
  joinHub,
  openHub,
  openOrganizer,
  openVenueDesk,
  until,
} from "#test/support/desks/venue.ts";

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
