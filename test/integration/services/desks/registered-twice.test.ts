import { expect, test } from "vitest";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { sendAgain } from "#core/sync/outbox/commands/outbox-actions.ts";
import { replaceEntry } from "#core/sync/outbox/commands/outbox-successors.ts";
import { walkUpBody } from "#core/sync/outbox/outbox-entries.ts";
import { restore, retract } from "#core/sync/outbox/commands/retraction.ts";
import { author } from "#test/support/database.ts";
import {
  append,
  followPeer,
  form,
  openDesk,
  save,
  takeAll,
} from "#test/support/desks/outbox-desk.ts";
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
  hub.db.transaction(() => sendAgain(hub.deps, "o_2", author, false));
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

/** A hub that has not sent its own walk-up yet, and holds the one that another desk saved of the same person. */
function openHeld(typed: Partial<WalkUpForm> = {}): Desk {
  const [hub, desk] = [openDesk(), openDesk()];
  save(hub, "1", typed);
  followPeer(hub);
  save(desk, "2", typed);
  takeAll(hub, desk);
  return hub;
}

const dueAt = (hub: Desk) => hub.stores.outbox.due(hub.clock.now(), 10).map(({ id }) => id);

const retractAt = (hub: Desk, subject: string) =>
  hub.db.transaction(() => retract(hub.deps, { subject, author }));

const restoreAt = (hub: Desk, subject: string) =>
  hub.db.transaction(() => restore(hub.deps, subject, author));

test("M9 W6 the undo of a retraction sends nobody whom another desk saved too", () => {
  const hub = openHeld();
  retractAt(hub, "w_2");
  expect(hub.stores.outbox.get("o_2")?.state).toBe("cancelled");
  restoreAt(hub, "w_2");
  expect(hub.stores.outbox.get("o_2")).toMatchObject({ reason: "registered-twice" });
  expect(dueAt(hub)).toEqual(["o_1"]);
});

test.each([
  { corrected: "notes", form: { notes: "Vegan" }, due: ["o_1"] },
  { corrected: "name", form: { name: "Mia" }, due: ["o_1", "new"] },
])("M9 W3 a corrected $corrected of somebody who is held sends $due", ({ form: change, due }) => {
  const hub = openHeld({ name: "Ida" });
  const changed = { ...form, name: "Ida", ...change };
  const content = { form: changed, body: walkUpBody(changed) };
  const made = hub.db.transaction(() => replaceEntry(hub.deps, "w_2", content, author));
  const newId = made.ok ? made.value.id : "";
  expect(dueAt(hub).map((id) => (id === newId ? "new" : id))).toEqual(due);
});

test("M9 W6 a walk-up of another desk that was retracted and restored there is held as the other one is", () => {
  const [hub, desk] = [openDesk(), openDesk()];
  save(hub, "1");
  followPeer(hub);
  save(desk, "2");
  takeAll(hub, desk);
  append(desk, { kind: "walk-up.taken-back", payload: { askOrganizer: false } }, "w_2");
  takeAll(hub, desk);
  const retraction = desk.stores.journal.ofSubjects(["w_2"]).at(-1);
  if (retraction === undefined) throw new Error("There is no entry");
  const payload = { undoes: entryIdOf(retraction) };
  append(desk, { kind: "walk-up.restored", payload }, "w_2");
  takeAll(hub, desk);
  expect(hub.stores.outbox.get("o_2")).toMatchObject({ reason: "registered-twice" });
});

test("M9 if a person retracts one of the two, the other one is sent, also if it was held", () => {
  const hub = openHeld();
  retractAt(hub, "w_1");
  expect(dueAt(hub)).toEqual(["o_2"]);
  restoreAt(hub, "w_1");
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ reason: "registered-twice" });
  expect(dueAt(hub)).toEqual(["o_2"]);
});

test("M9 what was held is sent too if the other one was retracted at the desk that saved it", () => {
  const [hub, one, other] = [openDesk(), openDesk(), openDesk()];
  save(one, "1");
  save(other, "2");
  for (const desk of [one, other]) takeAll(hub, desk);
  expect(dueAt(hub)).toEqual(["o_1"]);
  append(one, { kind: "walk-up.taken-back", payload: { askOrganizer: false } });
  takeAll(hub, one);
  expect(dueAt(hub)).toEqual(["o_2"]);
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
