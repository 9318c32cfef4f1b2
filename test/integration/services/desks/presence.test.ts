import { describe, expect, test } from "vitest";
import type { OutputOf } from "#shared/contract/index.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";

/** Pairs a browser with a computer, as the pairing screen does; then its page sends a query. */
async function pairBrowser(desk: VenueDesk, code: string, name: string): Promise<string> {
  const target = { address: desk.address(), fingerprint: desk.fingerprint() };
  const peer = createPeerPort();
  const post = (path: string, body: object, session = ""): Promise<Response> =>
    peer.fetch(target, path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${session}` },
      body: JSON.stringify(body),
    });
  const answer = await post("/pair", { code, name });
  const { value } = (await answer.json()) as {
    readonly value: { readonly deviceId: string; readonly session: string };
  };
  await post("/rpc/desk.get", {}, value.session);
  return value.deviceId;
}

const seenBy = async (desk: VenueDesk) => (await desk.value("desks.get", {})).desks;

describe("who is at which desk", () => {
  test("M7 the hub names its browsers and full desks, and a browser sees which one it is", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    await joinHub(hub, code, { name: "Laptop 2" });
    const deviceId = await pairBrowser(hub, code, "Tablet");
    expect((await seenBy(hub)).map(({ name, kind, isHere }) => ({ name, kind, isHere }))).toEqual([
      { name: "Hub", kind: "hub", isHere: true },
      { name: "Laptop 2", kind: "full", isHere: true },
      { name: "Tablet", kind: "browser", isHere: true },
    ]);
    const caller = { role: "desk", device: "Tablet", deviceId } as const;
    const reply = await hub.core.dispatch("desks.get", {}, caller);
    if (!reply.ok) throw new Error(reply.error.code);
    const { desks } = reply.value as OutputOf<"desks.get">;
    expect(desks.filter(({ isThis }) => isThis)).toMatchObject([{ name: "Tablet" }]);
  });

  test("M7 a full desk adds its own browsers, and knows neither anybody's presence nor who lacks what while the hub is away", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const { code: own } = await desk.value("pairing.open", {});
    await pairBrowser(desk, own, "Phone");
    const here = async () =>
      (await seenBy(desk)).filter(({ isHere }) => isHere).map(({ name }) => name);
    await until(async () => (await here()).length === 3);
    expect((await seenBy(desk)).map(({ name }) => name)).toEqual(["Hub", "Laptop 2", "Phone"]);
    await hub.unplug();
    await until(async () => (await desk.value("desks.get", {})).link.state === "away");
    expect(await here()).toEqual(["Laptop 2", "Phone"]);
    const lacks = (await seenBy(desk)).map(({ behind }) => behind);
    expect(lacks).toEqual([null, null, null]);
  });

  test("M7 a full desk knows when it heard of its hub for the last time", async () => {
    const { hub, code } = await openHub(await openOrganizer());
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const hubOf = async () => (await seenBy(desk)).find(({ kind }) => kind === "hub");
    await until(async () => (await hubOf())?.isHere === true);
    const beforeMs = Date.now() - 5_000;
    await hub.unplug();
    await until(async () => (await hubOf())?.isHere === false);
    const seenMs = (await hubOf())?.lastSeenAtMs ?? 0;
    expect(seenMs).toBeGreaterThan(beforeMs);
    expect(seenMs).toBeLessThanOrEqual(Date.now());
  });

  test("M8 a desk that lacks the event that the hub opened has no complete start list", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    await joinHub(hub, code, { name: "Laptop 2" });
    const hasRoster = async () =>
      (await seenBy(hub)).find(({ name }) => name === "Laptop 2")?.hasRoster;
    await until(async () => (await hasRoster()) === true);
    const { events } = await hub.value("event.list", {});
    const next = events.find(({ id }) => id !== sandbox.mainEventId);
    await hub.value("event.open", { eventId: next?.id ?? "" });
    await expect.poll(hasRoster, { timeout: 5_000 }).toBe(false);
  });

  test("M8 a full desk goes on with its event when the hub opens another one, and both sides say so", async () => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const said = async () => {
      const { hub: known } = await desk.value("desks.get", {});
      const rows = [...(await seenBy(hub)), ...(await seenBy(desk))];
      const inLists = rows.filter(({ hasOtherEvent }) => hasOtherEvent).map(({ name }) => name);
      return { onDesk: known?.hasOtherEvent, inLists };
    };
    await until(async () => (await desk.value("desk.get", {})).currentEventId !== null);
    await expect.poll(said, { timeout: 5_000 }).toEqual({ onDesk: false, inLists: [] });
    const { events } = await hub.value("event.list", {});
    const next = events.find(({ id }) => id !== sandbox.mainEventId);
    await hub.value("event.open", { eventId: next?.id ?? "" });
    await expect
      .poll(said, { timeout: 5_000 })
      .toEqual({ onDesk: true, inLists: ["Laptop 2", "Laptop 2"] });
    expect((await desk.value("desk.get", {})).currentEventId).toBe(sandbox.mainEventId);
    await desk.value("event.open", { eventId: next?.id ?? "" });
    await expect.poll(said, { timeout: 5_000 }).toEqual({ onDesk: false, inLists: [] });
  });
});
