import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import { listWaiting } from "#test/support/list-runners.ts";

/** A hub and two full desks with one event open, and the run that has the most bibs. */
async function openVenue() {
  const sandbox = await openOrganizer();
  const eventId = sandbox.mainEventId;
  const { hub, code } = await openHub(sandbox);
  const one = await joinHub(hub, code, { name: "Laptop 1" });
  const other = await joinHub(hub, code, { name: "Laptop 2" });
  const rows = (await listWaiting(hub, eventId)).slice(0, 50);
  const runId = rows.find(({ bib }) => bib !== null)?.runId;
  if (runId === undefined) throw new Error("Nobody has a bib");
  const runners = rows.filter((row) => row.runId === runId);
  const deskOf = async (name: string): Promise<string> => {
    const { desks } = await hub.value("bibRange.list", { eventId });
    const desk = desks.find((each) => each.name === name)?.desk;
    if (desk === undefined) throw new Error(`No desk ${name}`);
    return desk;
  };
  const set = async (name: string, first: string, last: string, at = hub) =>
    at.call("bibRange.set", { eventId, desk: await deskOf(name), runId, range: { first, last } });
  const next = (desk: VenueDesk) => desk.value("bib.nextFree", { eventId, runId });
  const knows = (desk: VenueDesk, ranges: number) =>
    until(async () => (await desk.value("bibRange.list", { eventId })).ranges.length === ranges);
  return { eventId, runId, runners, code, hub, one, other, deskOf, set, next, knows };
}

test("M12 two desks without a connection never propose the same bib", async () => {
  const venue = await openVenue();
  const { hub, one, other, eventId, runners, set, next, knows } = venue;
  const before = await next(one);
  expect(before).toEqual(await next(other));
  expect((await set("Laptop 1", "9001", "9003")).ok).toBe(true);
  expect((await set("Laptop 2", "9101", "9120")).ok).toBe(true);
  for (const desk of [one, other]) await knows(desk, 2);
  await hub.unplug();
  const given = new Map<VenueDesk, string[]>([
    [one, []],
    [other, []],
    [hub, []],
  ]);
  for (const [at, desk] of [one, other, hub, one, other, hub, one].entries()) {
    const { bib } = await next(desk);
    const runner = runners[at];
    if (bib === null || runner === undefined) throw new Error("There is no bib, or no runner");
    await desk.value("bib.assign", { eventId, runnerId: runner.id, bib });
    given.get(desk)?.push(bib);
  }
  expect(given.get(one)).toEqual(["9001", "9002", "9003"]);
  expect(given.get(other)).toEqual(["9101", "9102"]);
  const all = [...given.values()].flat();
  expect(new Set(all).size).toBe(all.length);
  expect(await next(one)).toEqual({
    bib: null,
    range: { first: "9001", last: "9003", left: 0 },
  });
  expect((await next(other)).range?.left).toBe(18);
  await hub.plug();
  await until(async () => {
    const { ranges } = await hub.value("bibRange.list", { eventId });
    return ranges.map(({ left }) => left).join() === "0,18";
  });
});

test("M12 a full desk without a range proposes no bib while its hub does not answer", async () => {
  const { hub, one, other, set, next, knows } = await openVenue();
  expect((await next(one)).bib).not.toBeNull();
  expect((await set("Laptop 2", "9101", "9120")).ok).toBe(true);
  await knows(other, 1);
  await hub.unplug();
  const none = { bib: null, range: null, isHubAway: true };
  await until(async () => (await next(one)).isHubAway === true);
  expect(await next(one)).toEqual(none);
  expect((await next(other)).bib).toBe("9101");
  expect((await next(hub)).bib).not.toBeNull();
  await hub.plug();
  await until(async () => (await next(one)).bib !== null);
});

test("M12 a desk without a range stays out of the ranges of others, also those of another run", async () => {
  const { hub, one, set, next, knows, eventId, runId } = await openVenue();
  const { bib } = await next(hub);
  const first = Number(bib);
  const isInRange = (text: string | null) => Number(text) >= first && Number(text) <= first + 9;
  expect(isInRange(bib)).toBe(true);
  expect((await set("Laptop 2", String(first), String(first + 9))).ok).toBe(true);
  await knows(one, 1);
  for (const desk of [hub, one]) {
    expect(isInRange((await next(desk)).bib)).toBe(false);
  }
  const { runs } = await hub.value("event.get", { eventId });
  for (const run of runs.filter(({ id }) => id !== runId)) {
    const ofRun = await hub.value("bib.nextFree", { eventId, runId: run.id });
    expect(isInRange(ofRun.bib)).toBe(false);
  }
});

test("M12 a browser uses its own range, or else the range of its computer", async () => {
  const { hub, code, set, next, eventId, runId } = await openVenue();
  const paired = hub.core.access.pair(code, "Tablet", "192.0.2.7");
  if (!paired.ok) throw new Error(paired.error.code);
  const tablet = { role: "desk", device: "Tablet", deviceId: paired.value.id } as const;
  const nextAtTablet = async () => {
    const reply = await hub.core.dispatch("bib.nextFree", { eventId, runId }, tablet);
    return reply.ok ? reply.value : reply.error.code;
  };
  expect((await set("Hub", "9001", "9100")).ok).toBe(true);
  expect(await nextAtTablet()).toMatchObject({ bib: "9001" });
  expect((await set("Tablet", "9101", "9200")).ok).toBe(true);
  expect(await nextAtTablet()).toMatchObject({ bib: "9101" });
  expect(await next(hub)).toMatchObject({ bib: "9001" });
  const refused = await hub.core.dispatch(
    "bibRange.set",
    { commandId: randomUUID(), eventId, runId, desk: paired.value.id, range: null },
    tablet,
  );
  expect(refused).toMatchObject({ error: { code: "not-allowed" } });
});

test("M12 ranges that overlap, unknown desks and full desks are refused; a range can end", async () => {
  const { hub, one, set, deskOf, knows, eventId, runId } = await openVenue();
  const codeOf = (reply: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
    reply.ok ? "set" : reply.error?.code;
  expect(codeOf(await set("Laptop 1", "9001", "9100"))).toBe("set");
  const overlapping = await set("Laptop 2", "9100", "9200");
  expect(overlapping).toMatchObject({
    error: {
      code: "range-overlaps",
      details: { range: { name: "Laptop 1", first: "9001", last: "9100" } },
    },
  });
  expect(codeOf(await set("Laptop 2", "9200", "9101"))).toBe("range-invalid");
  expect(codeOf(await set("Laptop 2", "20000", "40000"))).toBe("range-too-long");
  expect(codeOf(await set("Laptop 1", "9050", "9150"))).toBe("set");
  await knows(one, 1);
  expect(codeOf(await set("Laptop 1", "9001", "9002", one))).toBe("is-full-desk");
  const order = { eventId, runId, range: { first: "1", last: "2" } };
  expect(codeOf(await hub.call("bibRange.set", { ...order, desk: "nobody" }))).toBe("unknown-desk");
  const desk = await deskOf("Laptop 1");
  const ended = await hub.value("bibRange.set", { ...order, desk, range: null });
  expect(ended.ranges).toEqual([]);
});

test("M12 a range without a free bib is set only after a person has read that it has none", async () => {
  const { hub, runners, deskOf, eventId, runId } = await openVenue();
  const bib = runners.find((runner) => runner.bib !== null)?.bib ?? "";
  const range = { first: bib, last: bib };
  const order = { eventId, runId, desk: await deskOf("Laptop 1"), range };
  expect(await hub.call("bibRange.set", order)).toMatchObject({ error: { code: "range-used-up" } });
  expect((await hub.value("bibRange.list", { eventId })).ranges).toEqual([]);
  const { ranges } = await hub.value("bibRange.set", { ...order, evenUsedUp: true });
  expect(ranges).toMatchObject([{ ...range, left: 0, size: 1 }]);
});
