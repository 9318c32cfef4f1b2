import { expect, test } from "vitest";
import { listWaiting } from "#test/support/list-runners.ts";
import { checkIn } from "#test/support/desks/venue-acts.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

test("M16 without any network a stick carries the journal, and the same conflict is on the same list", async () => {
  const sandbox = await openOrganizer();
  const eventId = sandbox.mainEventId;
  const stick = temporaryFolder();
  const { hub, code } = await openHub(sandbox, { stick });
  const desk = await joinHub(hub, code, { name: "Laptop 2", stick });
  const [one, other] = await listWaiting(hub, eventId);
  if (one === undefined || other === undefined) throw new Error("No runners");
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("journalMirror.choose", {});
  await checkIn(hub, eventId, one.id);
  await checkIn(desk, eventId, one.id);
  await checkIn(desk, eventId, other.id);
  await until(async () => (await desk.value("journalMirror.status", {})).behind === 0);

  const { writers } = await hub.value("journalMirror.preview", {});
  expect(writers).toHaveLength(1);
  const imported = await hub.value("journalMirror.import", { asSeen: true });
  expect(imported).toMatchObject({ taken: 2, refused: 0 });
  const { conflicts } = await hub.value("conflict.list", { eventId });
  expect(conflicts).toHaveLength(1);

  await hub.plug();
  await until(async () => {
    const list = await desk.value("conflict.list", { eventId });
    return (
      JSON.stringify(list.conflicts.map(({ id }) => id)) ===
      JSON.stringify(conflicts.map(({ id }) => id))
    );
  });
});

test("M4 M6 entries of another desk's stick, which the hub does not take, are counted, and the desk may leave all the same", async () => {
  const sandbox = await openOrganizer();
  const eventId = sandbox.mainEventId;
  const stick = temporaryFolder();
  const { hub, code } = await openHub(sandbox);
  const lost = await joinHub(hub, code, { name: "Laptop 2", stick });
  const desk = await joinHub(hub, code, { name: "Laptop 3", stick });
  const [one, other] = await listWaiting(hub, eventId);
  if (one === undefined || other === undefined) throw new Error("No runners");
  await lost.value("journalMirror.choose", {});
  await hub.unplug();
  await until(async () => (await lost.value("desks.get", {})).link.state === "away");
  await checkIn(lost, eventId, one.id);
  await checkIn(lost, eventId, other.id);
  await until(async () => (await lost.value("journalMirror.status", {})).behind === 0);
  await lost.close();
  await hub.plug();
  await desk.value("journalMirror.preview", {});
  await desk.value("journalMirror.import", { asSeen: true });
  const linkOf = async () => (await desk.value("desks.get", {})).link;
  await until(async () => (await linkOf()).state === "up" && (await linkOf()).refused > 0);
  expect(await linkOf()).toMatchObject({ unsent: 2, refused: 2 });
  expect(await desk.value("desk.leave", { evenUnsent: true })).toMatchObject({ role: "alone" });
});
