import { expect, test } from "vitest";
import { replaceEntry } from "#core/sync/outbox/commands/outbox-successors.ts";
import { retract } from "#core/sync/outbox/commands/retraction.ts";
import { createOutboxReader } from "#core/sync/outbox/outbox-view.ts";
import { walkUpBody } from "#core/sync/outbox/outbox-entries.ts";
import { actor } from "#test/support/database.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";
import { append, form, openDesk, save, takeAll } from "#test/support/desks/outbox-desk.ts";
import { openWalkUp } from "#test/support/desks/venue-acts.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";

const entryAt = async (at: VenueDesk, outboxId: string) => {
  const reply = await at.call("outbox.get", { outboxId });
  return reply.ok ? reply.value.entry : null;
};

test.each(["refused", "set-aside"] as const)(
  "M10 W3 a walk-up that was %s before the take-over is retracted, and not sent because a person asked for that",
  async (why) => {
    const sandbox = await openOrganizer();
    const { hub, code } = await openHub(sandbox);
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const { mainEventId: eventId, url: baseUrl, keys } = sandbox;
    const status = {
      kind: "status",
      status: 422,
      code: "VALIDATION_ERROR",
      method: "POST",
    } as const;
    await sandbox.faults.set(
      why === "refused" ? { rules: [{ ...status, times: 1 }] } : { offline: true },
    );
    const { outboxId, runner } = await openWalkUp(hub, eventId, "lake@example.org");
    if (why === "set-aside") await hub.value("outbox.setAside", { outboxId });
    await until(async () => (await entryAt(desk, outboxId))?.reason === why);
    await hub.close();
    await sandbox.faults.set({ offline: false });
    await desk.value("hub.takeOver", { key: { baseUrl, apiKey: keys.all } });
    const retracted = await desk.call("walkUp.retract", { eventId, runnerId: runner.id });
    expect(retracted.ok ? "retracted" : retracted.error.code).toBe("retracted");
    expect((await entryAt(desk, outboxId))?.state).toBe("cancelled");
    expect(sandbox.readState().created).toHaveLength(0);
  },
);

/** Two hubs that have a walk-up of the former one, and no contact with each other from now on. */
function openTwoHubs() {
  const hubs = new Set<string>();
  const open = (): Desk => openDesk({ hubDevices: () => hubs });
  const [former, hub] = [open(), open()];
  save(former);
  for (const desk of [former, hub]) takeAll(desk, former);
  for (const { stores } of [former, hub]) hubs.add(stores.journal.device);
  return { former, hub };
}

test("M10 W3 what one of two hubs retracted while the other one sent it is at the organizer: a person is told at both", () => {
  const { former, hub } = openTwoHubs();
  const { deps } = former;
  former.db.transaction(() => retract(deps, { subject: "w_1", actor }));
  expect(former.stores.outbox.get("o_1")).toMatchObject({ state: "cancelled" });
  append(hub, { kind: "walk-up.confirmed", payload: { outboxId: "o_1", participantId: "r1" } });
  hub.db.transaction(() => hub.stores.outbox.patch("o_1", { state: "done", remoteId: "r1" }));
  takeAll(former, hub);
  takeAll(hub, former);
  for (const { stores } of [former, hub]) {
    expect(stores.outbox.get("o_1")).toMatchObject({ state: "done", remoteId: "r1" });
    expect(stores.walkUps.get("w_1")).toMatchObject({ takenBack: true, askOrganizer: true });
  }
});

test("M10 W3 two forms of one walk-up that two hubs sent are both at the organizer: a person is told about the former one", () => {
  const { former, hub } = openTwoHubs();
  const corrected = { ...form, name: "Kari Nordmann" };
  const content = { form: corrected, body: walkUpBody(corrected) };
  const replaced = former.db.transaction(() => replaceEntry(former.deps, "w_1", content, actor));
  const successorId = replaced.ok ? replaced.value.id : "";
  confirm(hub, "o_1", "r1");
  confirm(former, successorId, "r2");
  takeAll(former, hub);
  takeAll(hub, former);
  for (const desk of [former, hub]) {
    const { get } = createOutboxReader(desk.deps, () => free);
    expect(get("o_1")).toMatchObject({ state: "done", remoteId: "r1", askOrganizer: "replaced" });
    expect(get(successorId)).toMatchObject({ state: "done", remoteId: "r2", askOrganizer: null });
    expect(desk.stores.walkUps.get("w_1")?.wantedRegistrationId).toBe("r2");
  }
});

/** The organizer confirmed what this desk sent. */
function confirm(desk: Desk, outboxId: string, participantId: string): void {
  append(desk, { kind: "walk-up.confirmed", payload: { outboxId, participantId } });
  const done = { state: "done", certainty: "confirmed", remoteId: participantId } as const;
  desk.db.transaction(() => desk.stores.outbox.patch(outboxId, done));
}

const free = {
  paused: false,
  copied: false,
  keyRefused: false,
  heldEndpoints: new Set<never>(),
  gateWaitMs: 0,
  offline: false,
  quietForMs: 0,
  nowMs: 0,
};
