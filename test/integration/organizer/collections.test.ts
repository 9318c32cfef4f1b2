import { describe, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import { answerAfterOtherKey, openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

const commandId = newCommandId;

describe("GET /collections, GET /collections/{slug}, GET /collections/{slug}/events", () => {
  test("a refresh of the events lists the collections; their members come when asked for", async () => {
    const desk = await openOrganizerDesk();
    const listed = await desk.value("collection.list", {});
    expect(listed).toMatchObject({ state: "read", fetchedAtMs: expect.any(Number) });
    expect(listed.collections.length).toBeGreaterThan(0);
    const [first] = listed.collections;
    expect(first?.events).toBeNull();
    const slug = first?.slug ?? "";
    const refreshed = await desk.value("collection.refresh", { commandId: commandId(), slug });
    expect(refreshed.events).toBeGreaterThan(1);
    const { collection, events } = await desk.value("collection.get", { slug });
    expect(collection).toMatchObject({ slug, events: refreshed.events });
    expect(events).toHaveLength(refreshed.events);
  });

  test("members stand in the organizer's displayOrder, whatever the order of the rows", async () => {
    const desk = await openWithMembers((data) => ({ members: data.toReversed().map(nested) }));
    const [first] = (await desk.value("collection.list", {})).collections;
    const slug = first?.slug ?? "";
    await desk.value("collection.refresh", { commandId: commandId(), slug });
    const { events } = await desk.value("collection.get", { slug });
    const orders = await fetch(`${desk.sandbox.url}/collections/${slug}/events`, {
      headers: { Authorization: `Bearer ${desk.sandbox.keys.all}` },
    });
    const { data } = (await orders.json()) as { data: { _id: string }[] };
    expect(events.map(({ id }) => id)).toEqual(data.map(({ _id }) => _id));
  });

  /** Another possible shape, because the API document shows none. */
  const nested = (row: object): object => {
    const { displayOrder, ...event } = row as { displayOrder: number };
    return { displayOrder, event };
  };

  test("an event of somebody else is shown in its collection, and in no list of one's own", async () => {
    const foreign = {
      _id: "event_of_others",
      name: "Guest Run",
      slug: "guest-run",
      type: "race",
      date: "2099-01-01",
      organizationId: "org_of_others",
      displayOrder: -1,
    };
    const desk = await openWithMembers((data) => [...data, foreign]);
    const [first] = (await desk.value("collection.list", {})).collections;
    const slug = first?.slug ?? "";
    await desk.value("collection.refresh", { commandId: commandId(), slug });
    const { events } = await desk.value("collection.get", { slug });
    expect(events[0]).toMatchObject({ id: "event_of_others", name: "Guest Run" });
    expect((await desk.value("event.list", { text: "Guest Run" })).events).toEqual([]);
  });

  test("O9 a key without the scope: forbidden, said so, and everything else goes on", async () => {
    const desk = await openOrganizerDesk({ key: "noCollections" });
    expect(await desk.value("collection.list", {})).toEqual({
      collections: [],
      state: "forbidden",
      fetchedAtMs: null,
    });
    expect((await desk.value("connection.get", {})).rights).toMatchObject({
      readCollections: "refused",
      readEvents: "worked",
    });
    expect((await desk.value("event.list", {})).events.length).toBeGreaterThan(5);
    expect(await desk.call("collection.refresh", { commandId: commandId() })).toMatchObject({
      error: { code: "forbidden" },
    });
    const asked = desk.asked.filter(({ url }) => url.pathname === "/collections").length;
    await desk.value("event.refresh", { commandId: commandId() });
    expect(desk.asked.filter(({ url }) => url.pathname === "/collections")).toHaveLength(asked);
    expect(await desk.download(desk.sandbox.mainEventId)).toMatchObject({ state: "complete" });
  });

  test("D2 paged by a cursor wherever it stands", async () => {
    for (const place of ["body", "meta", "link"] as const) {
      const names = Array.from({ length: 130 }, (_, index) => `c-${index}`);
      const desk = await openOrganizerDesk({ fetch: pagedCollections(names, place) });
      const { collections, state } = await desk.value("collection.list", {});
      expect(state, place).toBe("read");
      expect(
        collections.map(({ slug }) => slug),
        place,
      ).toEqual(names);
    }
  });

  test("D7 a list that fails leaves what was read; one that vanished is not there", async () => {
    const desk = await openOrganizerDesk();
    const known = async () => {
      const { state, fetchedAtMs, collections } = await desk.value("collection.list", {});
      return { state, fetchedAtMs, slugs: collections.map(({ slug }) => slug) };
    };
    const before = await known();
    await desk.sandbox.faults.set({
      rules: [{ kind: "status", status: 500, path: "/collections" }],
    });
    expect(await desk.call("collection.refresh", { commandId: commandId() })).toMatchObject({
      error: { code: "server-error" },
    });
    expect(await known()).toEqual(before);
    await desk.sandbox.faults.clear();
    const unknown = { commandId: commandId(), slug: "nobody" };
    expect(await desk.call("collection.refresh", unknown)).toMatchObject({
      error: { code: "not-found" },
    });
    expect(await desk.call("collection.get", { slug: "nobody" })).toMatchObject({
      error: { code: "not-found" },
    });
  });
});

/** A desk that reads the changed members of each collection. */
const openWithMembers = (change: (data: object[]) => object) =>
  openOrganizerDesk({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!/\/collections\/[^/]+\/events$/.test(new URL(String(input)).pathname)) return response;
      const { data } = (await response.json()) as { data: object[] };
      return Response.json({ data: change(data) });
    },
  });

/** Serves pages of the requested length, with the next cursor at one of the known places. */
function pagedCollections(slugs: readonly string[], place: "body" | "meta" | "link"): Fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    if (url.pathname !== "/collections") return fetch(input, init);
    const from = Number(url.searchParams.get("after") ?? 0);
    const to = from + Number(url.searchParams.get("limit"));
    const data = slugs.slice(from, to).map((slug) => ({ slug }));
    const next = to < slugs.length ? String(to) : null;
    if (place === "link") {
      const headers = next === null ? {} : { Link: `<${url.origin}?after=${next}>; rel="next"` };
      return Response.json({ data }, { headers });
    }
    return Response.json(place === "body" ? { data, next } : { data, meta: { nextCursor: next } });
  };
}

test.each(["complete", "failed"])(
  "O9 with another organization's key none of the former collections is listed, also if its own list is %s",
  async (how) => {
    const desk = await openOrganizerDesk();
    const listed = () => desk.value("collection.list", {});
    const slugs = async () => (await listed()).collections.map(({ slug }) => slug);
    const former = await slugs();
    expect(former).not.toEqual([]);
    if (how === "failed") {
      await desk.sandbox.faults.set({
        rules: [{ kind: "status", status: 500, path: "/collections" }],
      });
    }
    const { url: baseUrl, keys } = desk.sandbox;
    const save = (apiKey: string) =>
      desk.value("connection.save", { commandId: commandId(), baseUrl, apiKey });
    await save(keys.otherOrganization);
    expect(await listed()).toMatchObject({ collections: [], fetchedAtMs: null });
    await desk.call("collection.refresh", { commandId: commandId() });
    expect(await slugs()).toEqual([]);
    await desk.sandbox.faults.clear();
    await save(keys.all);
    await desk.value("collection.refresh", { commandId: commandId() });
    expect(await slugs()).toEqual(former);
  },
);

test("O9 a late answer to the former organization's key brings none of its collections", async () => {
  const { desk, arrive } = await answerAfterOtherKey("/collections", "collection.refresh");
  await arrive();
  expect(await desk.value("collection.list", {})).toMatchObject({
    collections: [],
    fetchedAtMs: null,
  });
});
