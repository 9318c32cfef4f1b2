import { expect, test } from "vitest";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";

test("M10 O9 a take-over with the key of another organization is refused, also if nothing is unsent", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await until(async () => (await desk.value("desk.get", {})).currentEventId !== null);
  await hub.close();
  const refused = await desk.call("hub.takeOver", {
    key: { baseUrl: sandbox.url, apiKey: sandbox.keys.otherOrganization },
  });
  expect(refused.ok ? "taken" : refused.error.code).toBe("other-organization");
  expect((await desk.value("desks.get", {})).role).toBe("full");
  const taken = await desk.value("hub.takeOver", {
    key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all },
  });
  expect(taken.role).toBe("hub");
});
