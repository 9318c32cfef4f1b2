import { expect, test } from "vitest";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import type { OrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

const listed = async (desk: OrganizerDesk) => {
  const { events, listedAtMs } = await desk.value("event.list", {});
  return { ids: events.map(({ id }) => id), listedAtMs };
};

const refresh = (desk: OrganizerDesk) => desk.value("event.refresh", { commandId: newCommandId() });

test("O9 after another organization's key the list counts as not read; then only copies of the former one's events stay", async () => {
  const desk = await openOrganizerDesk();
  const copied = await desk.eventIdOf("quay-to-quay-relay");
  await desk.download(copied);
  const before = await listed(desk);
  const save = (apiKey: string) =>
    desk.value("connection.save", { commandId: newCommandId(), baseUrl: desk.sandbox.url, apiKey });

  await save(desk.sandbox.keys.replacement);
  expect(await listed(desk)).toEqual(before);

  await save(desk.sandbox.keys.otherOrganization);
  expect((await listed(desk)).listedAtMs).toBeNull();
  await refresh(desk);
  expect((await listed(desk)).ids).toEqual([copied]);

  await save(desk.sandbox.keys.all);
  await refresh(desk);
  expect((await listed(desk)).ids).toEqual(before.ids);
});

test("O9 after another organization's key the former one's series are not listed, and every screen asks for the list again", async () => {
  const desk = await openOrganizerDesk();
  const series = async () => {
    const [{ series: filters }, { series: tab }] = await Promise.all([
      desk.value("event.list", {}),
      desk.value("series.list", {}),
    ]);
    expect(filters.map(({ id }) => id)).toEqual(tab.map(({ id }) => id));
    return tab.map(({ name }) => name);
  };
  const before = await series();
  expect(before).not.toEqual([]);
  const save = (apiKey: string) =>
    desk.value("connection.save", { commandId: newCommandId(), baseUrl: desk.sandbox.url, apiKey });

  desk.invalidations.length = 0;
  await save(desk.sandbox.keys.otherOrganization);
  expect(desk.invalidations.map(({ topic }) => topic)).toContain("events");
  await refresh(desk);
  expect((await series()).filter((name) => before.includes(name))).toEqual([]);
  await save(desk.sandbox.keys.all);
  expect(await series()).toEqual(before);
});

test("D3 an event that the organizer deleted is no longer offered, except a copy of it and what was made here", async () => {
  const desk = await openOrganizerDesk();
  const copied = await desk.eventIdOf("quay-to-quay-relay");
  const deleted = await desk.eventIdOf("nordgrat-night-ultra");
  await desk.download(copied);
  const before = await listed(desk);
  for (const eventId of [copied, deleted]) desk.sandbox.mutate({ kind: "remove-event", eventId });
  await refresh(desk);
  expect((await listed(desk)).ids).toEqual(before.ids.filter((id) => id !== deleted));
});

test("D3 a series that the organizer deleted is no longer offered, unless an event of it is listed", async () => {
  const deleted = new Set<string>();
  const desk = await openOrganizerDesk({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (new URL(String(input)).pathname !== "/series") return response;
      const body = (await response.json()) as { data: { _id: string }[] };
      return Response.json({ ...body, data: body.data.filter(({ _id }) => !deleted.has(_id)) });
    },
  });
  const series = async () => (await desk.value("series.list", {})).series;
  const before = await series();
  const isEmpty = ({ events }: { readonly events: number }) => events === 0;
  expect(before.filter(isEmpty)).not.toEqual([]);
  for (const { id } of before) deleted.add(id);
  await refresh(desk);
  expect((await series()).map(({ id }) => id)).toEqual(
    before.filter((each) => !isEmpty(each)).map(({ id }) => id),
  );
});

test("D7 a list that the organizer's system refuses is said to be refused, and what was listed stays", async () => {
  const desk = await openOrganizerDesk();
  const before = await listed(desk);
  for (const status of [400, 422]) {
    await desk.sandbox.faults.set({ rules: [{ kind: "status", status, path: "/events" }] });
    expect(await desk.call("event.refresh", { commandId: newCommandId() })).toMatchObject({
      error: { code: "request-refused" },
    });
  }
  expect(await listed(desk)).toEqual(before);
});

test("D1 a script cannot filter the list of events, so a list that counts as read is always whole", async () => {
  const desk = await openOrganizerDesk();
  const before = await listed(desk);
  const order = { commandId: newCommandId(), dateFrom: "2199-01-01" };
  expect(await desk.value("event.refresh", order)).toMatchObject({ complete: true });
  const asked = desk.asked.findLast(({ url }) => url.pathname === "/events");
  expect(asked?.url.searchParams.has("dateFrom")).toBe(false);
  expect((await listed(desk)).ids).toEqual(before.ids);
});
