import { expect, test } from "vitest";
import { sendAgain } from "#core/sync/outbox/commands/outbox-actions.ts";
import { actor } from "#test/support/database.ts";
import { append, followPeer, openDesk, save, takeAll } from "#test/support/desks/outbox-desk.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";
import { openWalkUp, waitForOutbox } from "#test/support/desks/venue-acts.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";

test("M9 W1 a person whom two desks saved apart from each other is sent once, until a person decides", () => {
  const [hub, one, other] = [openDesk(), openDesk({ maySend: () => false }), openDesk()];
  save(hub, "1");
  followPeer(hub);
  save(one, "2");
  save(other, "3");
  for (const desk of [one, other]) takeAll(hub, desk);
  const due = () => hub.stores.outbox.due(hub.clock.now(), 10).map(({ id }) => id);
  expect(due()).toEqual(["o_1"]);
  const held = { state: "needs-attention", reason: "registered-twice", certainty: "never-sent" };
  expect(hub.stores.outbox.get("o_2")).toMatchObject(held);
  expect(hub.stores.outbox.get("o_3")).toMatchObject(held);
  hub.db.transaction(() => sendAgain(hub.deps, "o_2", actor, false));
  expect(due()).toEqual(["o_1", "o_2"]);
  // A desk that does not send asks nobody: it is decided at the hub.
  followPeer(one);
  takeAll(one, hub);
  expect(one.stores.outbox.get("o_1")).toMatchObject({ state: "pending", reason: null });
});

test.each<[why: string, before: (hub: Desk) => void]>([
  ["is of another run", (hub) => save(hub, "1", { eventRunId: "run-2" })],
  ["has another name", (hub) => save(hub, "1", { name: "Mia" })],
  [
    "was retracted",
    (hub) => {
      save(hub, "1");
      append(hub, { kind: "walk-up.taken-back", payload: { askOrganizer: false } });
    },
  ],
])("M9 W1 a walk-up is sent at once if the one of the other desk %s", (_, before) => {
  const [hub, desk] = [openDesk(), openDesk()];
  before(hub);
  followPeer(hub);
  save(desk, "2", { name: "Ida" });
  takeAll(hub, desk);
  expect(hub.stores.outbox.get("o_2")).toMatchObject({ state: "pending", reason: null });
});

test("M9 M10 who takes over registers nobody twice whom two desks saved, until a person sends the other one too", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  await sandbox.faults.set({ offline: true });
  await desk.unplug();
  const [email, eventId] = ["both@example.org", sandbox.mainEventId];
  const first = await openWalkUp(hub, eventId, email);
  const second = await openWalkUp(desk, eventId, email);
  const entryAt = async (at: typeof hub, outboxId: string) => {
    const reply = await at.call("outbox.get", { outboxId });
    return reply.ok ? reply.value.entry : null;
  };
  await until(async () => (await entryAt(hub, second.outboxId))?.reason === "registered-twice");
  await until(async () => (await entryAt(desk, first.outboxId)) !== null);
  await hub.close();
  await sandbox.faults.set({ offline: false });
  await desk.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
  const both = [first.outboxId, second.outboxId];
  const states = async () =>
    (await Promise.all(both.map((id) => entryAt(desk, id)))).map((entry) => entry?.state);
  await until(async () => (await states()).every((state) => /done|needs/.test(state ?? "")));
  expect(sandbox.readState().created).toHaveLength(1);
  expect(new Set(await states())).toEqual(new Set(["done", "needs-attention"]));
  const held = (await states())[0] === "done" ? second.outboxId : first.outboxId;
  expect(await entryAt(desk, held)).toMatchObject({ reason: "registered-twice" });
  const again = await desk.value("outbox.sendAgain", { outboxId: held });
  await waitForOutbox(desk, again.id);
  expect(sandbox.readState().created).toHaveLength(2);
});
