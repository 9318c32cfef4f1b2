import { expect, test } from "vitest";
import { decideEntry } from "#core/sync/outbox/commands/outbox-decision.ts";
import { createOutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { replaceEntry } from "#core/sync/outbox/commands/outbox-successors.ts";
import { retract } from "#core/sync/outbox/commands/retraction.ts";
import { createOutboxReader } from "#core/sync/outbox/outbox-view.ts";
import { walkUpBody } from "#core/sync/outbox/outbox-entries.ts";
import { author } from "#test/support/database.ts";
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
  former.db.transaction(() => retract(deps, { subject: "w_1", author }));
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
  const replaced = former.db.transaction(() => replaceEntry(former.deps, "w_1", content, author));
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

test("M10 W3 what only the organizer can put right is listed at both hubs until a person at one says that the organizer was told", () => {
  const { former, hub } = openTwoHubs();
  const corrected = { ...form, name: "Kari Nordmann" };
  const content = { form: corrected, body: walkUpBody(corrected) };
  former.db.transaction(() => replaceEntry(former.deps, "w_1", content, author));
  save(hub, "2", { email: "other@example.org" });
  for (const desk of [hub, former]) takeAll(desk, hub);
  confirm(hub, "o_1", "r1");
  confirm(hub, "o_2", "r3", "w_2");
  hub.db.transaction(() => retract(hub.deps, { subject: "w_2", author }));
  const exchange = (): void => {
    takeAll(former, hub);
    takeAll(hub, former);
  };
  exchange();
  expect([former, hub].map(asked)).toEqual([
    ["o_1", "o_2"],
    ["o_1", "o_2"],
  ]);
  expect(tell(hub, "o_1").ok).toBe(true);
  expect(tell(former, "o_2").ok).toBe(true);
  exchange();
  expect([former, hub].map(asked)).toEqual([[], []]);
  expect(tell(hub, "o_1")).toMatchObject({ ok: false, error: { code: "wrong-state" } });
  expect(tell(former, "o_1", "organizer-not-told").ok).toBe(true);
  exchange();
  expect([former, hub].map(asked)).toEqual([["o_1"], ["o_1"]]);
  expect(tell(hub, "o_1", "organizer-not-told").ok).toBe(false);
  expect(tell(hub, "o_1").ok).toBe(true);
  exchange();

  restore(hub, "w_2");
  exchange();
  expect([former, hub].map(asked)).toEqual([[], []]);
  hub.db.transaction(() => retract(hub.deps, { subject: "w_2", author }));
  exchange();
  expect([former, hub].map(asked)).toEqual([["o_2"], ["o_2"]]);
});

const asked = ({ deps }: Desk): string[] =>
  createOutboxReader(deps, () => free)
    .list({ show: "ask", limit: 9 })
    .entries.map(({ id }) => id);

const tell = (
  { db, deps }: Desk,
  outboxId: string,
  kind: "organizer-told" | "organizer-not-told" = "organizer-told",
) =>
  db.transaction(() =>
    decideEntry(deps, createOutboxTransitions(deps), {
      outboxId,
      decision: { kind },
      author,
    }),
  );

/** Undoes every retraction of the walk-up. */
function restore(desk: Desk, subject: string): void {
  const retractions = desk.stores.journal
    .ofSubjects([subject])
    .filter(({ kind }) => kind === "walk-up.taken-back");
  for (const retraction of retractions) {
    append(desk, { kind: "walk-up.restored", payload: { undoes: entryIdOf(retraction) } }, subject);
  }
}

/** The organizer confirmed what this desk sent. */
function confirm(desk: Desk, outboxId: string, participantId: string, subject = "w_1"): void {
  append(desk, { kind: "walk-up.confirmed", payload: { outboxId, participantId } }, subject);
  const done = { state: "done", certainty: "confirmed", remoteId: participantId } as const;
  desk.db.transaction(() => desk.stores.outbox.patch(outboxId, done));
}

const free = {
  paused: false,
  copied: false,
  notConnected: false,
  keyRefused: false,
  heldEndpoints: new Set<never>(),
  gateWaitMs: 0,
  offline: false,
  quietForMs: 0,
  nowMs: 0,
};
