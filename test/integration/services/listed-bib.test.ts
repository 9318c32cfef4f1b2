import { expect, test } from "vitest";
import { download, newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

type Race = Awaited<ReturnType<typeof openRace>>;

/** The organizer gives a runner this bib; null takes it away. */
function listBib({ partner }: Race, runnerId: string, bibIdentifier: string | null): void {
  partner.online = true;
  const at = partner.registrations.findIndex((row) => row._id === runnerId);
  const row = partner.registrations[at];
  if (row === undefined) throw new Error(`${runnerId} is not in the race`);
  partner.registrations[at] = { ...row, bibIdentifier };
}

test("B3 a bib given here survives every download, and the difference is shown", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId: "ana", bib: "8" });
  for (const bibIdentifier of [null, "555"]) {
    listBib(desk, "ana", bibIdentifier);
    await download(desk);
    const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(card.runner.bib).toBe("8");
    expect(card.warnings).toContainEqual({ kind: "bib-drift", here: "8", there: bibIdentifier });
  }
});

test("B3 the bib that was handed over is found, and shown, when the organizer changes it after the check-in", async () => {
  const desk = await openRace(harbourRun);
  const find = (text: string) => desk.value("roster.search", { eventId, text, limit: 5 });
  const before = await desk.value("roster.get", { eventId, runnerId: "luk" });
  const { bib } = before.runner;
  if (bib === null) throw new Error("Luk has a bib");
  await desk.value("checkIn.perform", { eventId, commandId: newCommandId(), runnerId: "luk" });
  const listed = `R${bib}`;
  listBib(desk, "luk", listed);
  await download(desk);
  await expect(find(bib)).resolves.toMatchObject({ exactBibs: 1, rows: [{ id: "luk", bib }] });
  const { runner, warnings } = await desk.value("roster.get", { eventId, runnerId: "luk" });
  expect(runner.bib).toBe(bib);
  expect(warnings).toContainEqual({ kind: "bib-drift", here: bib, there: listed });
  await desk.value("checkIn.undo", { eventId, commandId: newCommandId(), runnerId: "luk" });
  await expect(find(bib)).resolves.toMatchObject({ exactBibs: 0 });
  await expect(find(listed)).resolves.toMatchObject({ rows: [{ id: "luk", bib: listed }] });
});

test("B3 C10 a redo hands over what was handed over before, also after the organizer changed the list", async () => {
  const desk = await openRace(harbourRun);
  const order = () => ({ commandId: newCommandId(), eventId, runnerId: "luk" });
  const bibOf = async () =>
    (await desk.value("roster.get", { eventId, runnerId: "luk" })).runner.bib;
  await desk.value("checkIn.perform", order());
  listBib(desk, "luk", "R12");
  await download(desk);
  const undone = await desk.value("checkIn.undo", order());
  expect(undone.runner.bib).toBe("R12");
  const { runners } = await desk.value("desk.redo", { commandId: newCommandId(), eventId });
  expect(runners).toMatchObject([{ id: "luk", bib: "A12" }]);
  expect(await bibOf()).toBe("A12");
});

test("B3 J4 the handed-over bib stays while any of several check-ins stands", async () => {
  const desk = await openRace(harbourRun);
  const order = () => ({ commandId: newCommandId(), eventId, runnerId: "luk" });
  const first = await desk.value("checkIn.perform", order());
  listBib(desk, "luk", "R12");
  await download(desk);
  await desk.value("checkIn.perform", { ...order(), override: { reason: "again" } });
  const { runner } = await desk.value("checkIn.undo", { ...order(), entryId: first.entryId });
  expect(runner).toMatchObject({ bib: "A12", checkedIn: {} });
});

test("B2 C10 a redo hands over no bib that somebody else has by now", async () => {
  const desk = await openRace(harbourRun);
  const order = (runnerId: string) => ({ commandId: newCommandId(), eventId, runnerId });
  await desk.value("checkIn.perform", order("luk"));
  listBib(desk, "luk", "R12");
  await download(desk);
  const { entryId } = await desk.value("checkIn.undo", order("luk"));
  await desk.value("bib.assign", { ...order("ana"), bib: "A12" });
  const { runners } = await desk.value("desk.redo", {
    commandId: newCommandId(),
    eventId,
    entryId,
  });
  expect(runners).toMatchObject([{ id: "luk", bib: "R12" }]);
});

test("B3 B2 the members of a relay team follow the organizer's list together after a check-in", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "relay-1" });
  for (const member of ["relay-1", "relay-2"]) listBib(desk, member, "401");
  await download(desk);
  for (const runnerId of ["relay-1", "relay-2"]) {
    expect((await desk.value("roster.get", { eventId, runnerId })).runner.bib).toBe("401");
  }
});
