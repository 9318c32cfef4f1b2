import { describe, expect, test } from "vitest";
import type { DeskConflict } from "#shared/contract/conflicts.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import { listWaiting } from "#test/support/list-runners.ts";

type Side = DeskConflict["sides"][number];

/** A hub and two full desks that cannot reach each other, and runners who are not here yet. */
async function partitionedVenue() {
  const sandbox = await openOrganizer();
  const eventId = sandbox.mainEventId;
  const { hub, code } = await openHub(sandbox);
  // The clock of this desk is two minutes slow, which must not decide anything (J10).
  const desk = await joinHub(hub, code, { name: "Laptop 2", clockOffsetMs: -120_000 });
  const third = await joinHub(hub, code, { name: "Laptop 3" });
  const ids = (await listWaiting(hub, eventId)).map(({ id }) => id);
  await hub.unplug();
  const part = (one: VenueDesk) =>
    until(async () => (await one.value("desks.get", {})).link.state === "away");
  await Promise.all([part(desk), part(third)]);
  return { sandbox, eventId, hub, desk, third, all: [hub, desk, third], ids };
}

const listAt = async (desk: VenueDesk, eventId: string): Promise<DeskConflict[]> =>
  (await desk.value("conflict.list", { eventId })).conflicts;

/** Waits until every desk lists the same conflicts, of these kinds. */
async function agreeOn(desks: readonly VenueDesk[], eventId: string, ...kinds: string[]) {
  for (const desk of desks) {
    await until(async () => {
      const listed = await listAt(desk, eventId);
      return (
        listed
          .map(({ kind }) => kind)
          .toSorted()
          .join() === kinds.toSorted().join()
      );
    });
    expect((await desk.value("desks.get", {})).conflicts).toBe(kinds.length);
  }
  const [first, ...others] = await Promise.all(desks.map((desk) => listAt(desk, eventId)));
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

const one = (conflicts: readonly DeskConflict[], kind: string): DeskConflict => {
  const found = conflicts.find((conflict) => conflict.kind === kind);
  if (found === undefined) throw new Error(`No conflict of kind ${kind}`);
  return found;
};

/** Settles a conflict for the side for which `isIt` is true. */
const settle = (
  at: VenueDesk,
  eventId: string,
  { id: conflictId, sides }: DeskConflict,
  isIt: (side: Side) => boolean,
) => at.call("conflict.settle", { eventId, conflictId, entryId: sides.find(isIt)?.entryId ?? "" });

describe("desks that did not reach each other", () => {
  test("M11 check in one runner, give one bib to two and two bibs to one: all is listed everywhere, and every desk ends with what a person chose", async () => {
    const { eventId, hub, desk, third, all, ids } = await partitionedVenue();
    const [arrived = "", twice = "", first = "", second = ""] = ids;
    await hub.value("checkIn.perform", { eventId, runnerId: arrived });
    await desk.value("checkIn.perform", { eventId, runnerId: arrived });
    await hub.value("bib.assign", { eventId, runnerId: twice, bib: "9001" });
    await desk.value("bib.assign", { eventId, runnerId: twice, bib: "9002" });
    await hub.value("bib.assign", { eventId, runnerId: first, bib: "9003" });
    await desk.value("bib.assign", { eventId, runnerId: second, bib: "9003" });
    await hub.plug();
    const listed = await agreeOn(all, eventId, "bib", "bib-twice", "check-in");

    const checkIn = one(listed, "check-in");
    expect(checkIn).toMatchObject({ about: { runner: { id: arrived } }, isSettledHere: true });
    expect(new Set(checkIn.sides.map((side) => side.desk))).toEqual(new Set(["Hub", "Laptop 2"]));
    expect(checkIn.sides.map(({ isInForce }) => isInForce)).toEqual([true, false]);
    expect(one(listed, "bib-twice").about.bib).toBe("9003");
    await settle(desk, eventId, checkIn, (side) => side.desk === "Hub");
    const bib = one(listed, "bib");
    const isSecond = ({ value }: Side): boolean => value.kind === "bib" && value.bib === "9002";
    expect(await settle(hub, eventId, bib, isSecond)).toMatchObject({ ok: true });
    // A later settlement is refused with the outcome, and writes nothing.
    expect(await settle(hub, eventId, bib, (side) => !isSecond(side))).toMatchObject({
      error: { code: "settled-meanwhile" },
    });
    const isOfSecond = ({ value }: Side): boolean =>
      value.kind === "bib-twice" && value.runner.id === second;
    await settle(third, eventId, one(listed, "bib-twice"), isOfSecond);

    await agreeOn(all, eventId);
    for (const each of all) {
      const runners = await Promise.all(
        ids.slice(0, 4).map((runnerId) => each.value("roster.get", { eventId, runnerId })),
      );
      expect(runners[0]?.runner.checkedIn?.desk).toBe("Hub");
      expect(runners.slice(1).map(({ runner }) => runner.bib)).toEqual(["9002", null, "9003"]);
      expect(await each.value("journal.verify", {})).toMatchObject({
        brokenAt: [],
        differences: 0,
      });
    }
  });

  test("M11 check in two runners with one bib: whoever loses it is listed as here without a bib, everywhere, until one is given", async () => {
    const { eventId, hub, desk, third, all, ids } = await partitionedVenue();
    const [first = "", second = ""] = ids;
    await hub.value("checkIn.perform", { eventId, runnerId: first });
    await hub.value("bib.assign", { eventId, runnerId: first, bib: "9003" });
    await desk.value("checkIn.perform", { eventId, runnerId: second });
    await desk.value("bib.assign", { eventId, runnerId: second, bib: "9003" });
    await hub.plug();
    const listed = await agreeOn(all, eventId, "bib-twice");
    const withoutBib = async (at: VenueDesk) =>
      (await at.value("conflict.list", { eventId })).withoutBib.map(({ id }) => id);
    expect(await withoutBib(hub)).toEqual([]);
    await settle(
      third,
      eventId,
      one(listed, "bib-twice"),
      ({ value }) => value.kind === "bib-twice" && value.runner.id === second,
    );
    for (const at of all) await until(async () => (await withoutBib(at)).join() === first);
    // Whoever is not here gets a bib at the check-in.
    await hub.value("checkIn.undo", { eventId, runnerId: first });
    for (const at of all) await until(async () => (await withoutBib(at)).length === 0);
    await third.value("checkIn.perform", { eventId, runnerId: first });
    for (const at of all) await until(async () => (await withoutBib(at)).join() === first);
    await third.value("bib.assign", { eventId, runnerId: first, bib: "9006" });
    for (const at of all) await until(async () => (await withoutBib(at)).length === 0);
  });

  test("M11 declare one segment, one start and one sheet differently", async () => {
    const { eventId, hub, desk, all } = await partitionedVenue();
    const { runs } = await hub.value("event.get", { eventId });
    const runId = runs[0]?.id ?? "";
    const place = { eventId, runId, segmentId: "special:Costume" };
    for (const [at, label] of [
      [hub, "Best costume"],
      [desk, "Costume"],
    ] as const) {
      const segment = { segmentId: place.segmentId, label, depth: 3, clock: "gun" } as const;
      await at.value("segment.save", { eventId, runId, segments: [segment] });
      await at.value("gun.set", { eventId, runId, atMs: label.length });
      const slots = [{ bib: `${label.length}`, runnerId: null, tie: false, time: null }];
      await at.value("podium.enter", { ...place, slots, follows: [] });
    }
    await hub.plug();
    let listed = await agreeOn(all, eventId, "gun", "segment", "sheet");
    expect(one(listed, "segment").about).toMatchObject({ runLabel: runs[0]?.label });
    for (const kind of ["gun", "segment", "sheet"]) {
      const { id: conflictId, sides } = one(listed, kind);
      const { conflicts } = await desk.value("conflict.settle", {
        eventId,
        conflictId,
        entryId: sides[1]?.entryId ?? "",
      });
      listed = conflicts;
    }
    expect(listed).toEqual([]);
    await agreeOn(all, eventId);
  });

  test("M10 M11 two desks that took over are listed, and settled on Desks alone", async () => {
    const { sandbox, eventId, hub, desk, third } = await partitionedVenue();
    for (const each of [desk, third]) {
      await each.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
    }
    await hub.plug();
    const listed = await agreeOn([hub], eventId, "hub");
    const conflict = one(listed, "hub");
    expect(conflict).toMatchObject({ isSettledHere: false });
    expect(new Set(conflict.sides.map(({ desk: name }) => name))).toEqual(
      new Set(["Laptop 2", "Laptop 3"]),
    );
    expect(await settle(hub, eventId, conflict, () => true)).toMatchObject({
      error: { code: "settle-elsewhere" },
    });
  });
});
