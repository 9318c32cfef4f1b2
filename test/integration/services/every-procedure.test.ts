import { expect, test } from "vitest";
import type { InputOf, ProcedureName } from "#shared/contract/index.ts";
import { procedures } from "#shared/contract/index.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const form = {
  eventRunId: "run-10",
  email: "nova@example.org",
  name: "Nova Pessoa",
  registrationType: "free",
};

const nightRun = { name: "Night Run", type: "race", date: "2026-12-24" };

/** One valid call of each procedure, and its error code if it cannot succeed. */
type Calls = {
  readonly [Name in ProcedureName]: { readonly input: InputOf<Name>; readonly refusal?: string };
};

test("every procedure answers what its contract says", async () => {
  const desk = await openRace(harbourRun);
  const commandId = newCommandId;
  const { runner, outboxId } = await desk.value("walkUp.save", {
    commandId: commandId(),
    eventId,
    form: { ...form, email: "earlier@example.org" },
    bib: "900",
    checkIn: true,
  });
  const made = await desk.value("event.create", { commandId: commandId(), form: nightRun });
  const key = { baseUrl: desk.partner.baseUrl, apiKey: desk.partner.apiKey };
  const { place, revision, setUp } = await prepareFinishLine(desk);
  const order = () => ({ commandId: commandId(), eventId });
  const calls: Calls = {
    "connection.get": { input: {} },
    "connection.check": { input: key, refusal: "offline" },
    "connection.save": { input: { commandId: commandId(), ...key }, refusal: "offline" },
    "connection.forget": { input: { commandId: commandId() }, refusal: "unsent" },
    "practice.start": { input: { commandId: commandId() }, refusal: "practice-unavailable" },
    "practice.leave": { input: { commandId: commandId() }, refusal: "not-practising" },
    "rehearsal.status": { input: {} },
    "rehearsal.start": { input: { commandId: commandId() }, refusal: "not-practising" },
    "rehearsal.stop": { input: { commandId: commandId() }, refusal: "not-rehearsing" },
    "event.list": { input: { text: "harbour" } },
    "event.refresh": { input: { commandId: commandId() }, refusal: "offline" },
    "event.get": { input: { eventId } },
    "dataFolder.list": { input: {} },
    "dataFolder.open": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "dataFolder.forget": {
      input: { commandId: commandId(), path: "/race" },
      refusal: "not-a-desktop",
    },
    "backup.restore": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "wipe.look": { input: {} },
    "wipe.perform": {
      input: { commandId: commandId(), entries: 0, keepsExports: true },
      refusal: "wipe-stopped",
    },
    "journalMirror.get": { input: {} },
    "journalMirror.status": { input: {} },
    "journalMirror.choose": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "journalMirror.end": { input: { commandId: commandId() } },
    "journalMirror.preview": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "journalMirror.import": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "lanAccess.get": { input: {} },
    "lanAccess.open": {
      input: { commandId: commandId(), reach: "this-computer" },
      refusal: "not-a-desktop",
    },
    "lanAccess.close": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "departure.get": { input: { eventId } },
    "event.open": { input: { commandId: commandId(), eventId } },
    "event.setTimeZone": {
      input: { commandId: commandId(), eventId, timeZone: "europe/lisbon" },
    },
    "download.status": { input: {} },
    "download.unseen": { input: { eventId } },
    "download.settleUnseen": {
      input: { commandId: commandId(), eventId, decision: "keep" },
      refusal: "wrong-state",
    },
    "digest.get": { input: { eventId } },
    "digest.acknowledge": {
      input: { commandId: commandId(), eventId, runnerId: "ana" },
      refusal: "not-found",
    },
    "time.get": { input: {} },
    "roster.search": { input: { eventId, text: "sousa" } },
    "roster.get": { input: { eventId, runnerId: runner.id } },
    "roster.scan": { input: { eventId, text: "]C0900\r" } },
    "roster.runCounts": { input: { eventId } },
    "roster.recent": { input: { eventId, limit: 3 } },
    "checkIn.perform": { input: { commandId: commandId(), eventId, runnerId: "ana" } },
    "checkIn.performAll": {
      input: { commandId: commandId(), eventId, runnerIds: ["rui", "ines"] },
    },
    "checkIn.undo": { input: { commandId: commandId(), eventId, runnerId: "ana" } },
    "bib.assign": { input: { commandId: commandId(), eventId, runnerId: "can", bib: "77" } },
    "bib.swap": {
      input: { commandId: commandId(), eventId, runnerId: "can", otherRunnerId: "luk" },
    },
    "desk.undoLast": { input: { commandId: commandId(), eventId } },
    "desk.redo": { input: { commandId: commandId(), eventId } },
    "checkIn.standing": { input: { eventId, entryIds: [] } },
    "bib.nextFree": { input: { eventId } },
    "bibRange.list": { input: { eventId } },
    "bibRange.set": {
      input: {
        commandId: commandId(),
        eventId,
        desk: "nobody",
        runId: "run-10",
        range: { first: "501", last: "600" },
      },
      refusal: "unknown-desk",
    },
    "bib.check": { input: { eventId, bib: "07", runnerId: "can" } },
    "bib.holders": { input: { eventId, bib: "7" } },
    "walkUp.duplicates": { input: { eventId, name: "Ana Sousa", email: form.email, bib: "7" } },
    "walkUp.paceGroups": { input: { eventId } },
    "walkUp.check": { input: { eventId, form } },
    "walkUp.save": { input: { commandId: commandId(), eventId, form, checkIn: false } },
    "sync.status": { input: {} },
    "sync.look": { input: {} },
    "pull.stop": { input: { commandId: commandId() } },
    "disk.get": { input: {} },
    "outbox.list": { input: { show: "all", certainty: "never-sent", eventId, from: 0 } },
    "outbox.totals": { input: { eventId } },
    "outbox.get": { input: { outboxId } },
    "outbox.ofRunner": { input: { eventId, runnerId: runner.id } },
    "outbox.pause": { input: { commandId: commandId() } },
    "outbox.resume": { input: { commandId: commandId() } },
    "outbox.confirmCopy": { input: { commandId: commandId() } },
    "outbox.tryNow": { input: { commandId: commandId(), outboxId } },
    "outbox.setAside": { input: { commandId: commandId(), outboxId, reason: "Later" } },
    "outbox.requeue": { input: { commandId: commandId(), outboxId } },
    "outbox.sendAgain": { input: { commandId: commandId(), outboxId } },
    "outbox.decide": {
      input: { commandId: commandId(), outboxId, decision: { kind: "send-again" } },
      refusal: "wrong-state",
    },
    "outbox.correct": { input: { commandId: commandId(), outboxId, form } },
    "walkUp.retract": { input: { commandId: commandId(), eventId, runnerId: runner.id } },
    "walkUp.restore": { input: { commandId: commandId(), eventId, runnerId: runner.id } },
    "download.start": { input: { commandId: commandId(), eventIds: [eventId] } },
    "download.cancel": { input: { commandId: commandId(), eventId } },
    "podium.get": { input: { eventId, runId: "run-10" } },
    "podium.find": { input: { eventId, runId: "run-10", bib: "7" } },
    "podium.announce": {
      input: { ...order(), ...place, revision, openWarnings: 1, ...setUp },
    },
    "podium.enter": {
      input: { ...order(), ...place, slots: [], follows: [revision] },
      refusal: "reason-needed",
    },
    "podium.undo": { input: { ...order(), ...place, follows: [revision], reason: "Misread" } },
    "podium.pronounce": {
      input: { commandId: commandId(), eventId, runnerId: "ana", text: "AH-na" },
    },
    "podium.history": { input: { eventId, ...place } },
    "segment.save": { input: { ...order(), runId: "run-10", segments: [segment] } },
    "segment.remove": { input: { ...order(), ...place }, refusal: "has-places" },
    "group.save": { input: { ...order(), runId: "run-10", groups: [["overall", "sex:F"]] } },
    "finish.takeOver": { input: order() },
    "finish.chooseSide": { input: { ...order(), hold: "nothing" }, refusal: "not-found" },
    "gun.set": { input: { ...order(), runId: "run-10", atMs: 500 } },
    "finish.stamp": { input: { ...order(), stamps: [{ id: "stamp-0002", atMs: 2_000 }] } },
    "finish.gap": { input: { ...order(), id: "stamp-gap-1", before: "stamp-0002" } },
    "finish.time": { input: { ...order(), id: "stamp-gap-1", atMs: 1_500 } },
    "finish.bib": { input: { ...order(), id: "line-0002", bib: "A12", before: "line-0001" } },
    "finish.change": { input: { ...order(), id: "line-0002", bib: "007" } },
    "finish.settle": { input: { ...order(), id: "line-0002", runnerId: null } },
    "finish.move": { input: { ...order(), list: "bibs", id: "line-0002", before: null } },
    "finish.remove": { input: { ...order(), list: "stamps", id: "stamp-gap-1" } },
    "finish.undo": { input: order() },
    "finish.page": { input: { eventId, limit: 10 } },
    "finish.placings": { input: { eventId, runId: "run-10" } },
    "finish.fills": { input: { eventId, runId: "run-10" } },
    "finish.unfill": {
      input: { ...order(), runId: "run-10", filled: "nobody" },
      refusal: "nothing-to-undo",
    },
    "finish.toPodium": {
      input: { ...order(), ...place, follows: [] },
      refusal: "changed-meanwhile",
    },
    "results.get": { input: { eventId, runId: "run-10" } },
    "results.version": {
      input: { eventId, runId: "run-10", version: 1 },
      refusal: "not-found",
    },
    "results.compare": {
      input: { eventId, runId: "run-10", version: 2, beforeVersion: 1 },
      refusal: "not-found",
    },
    "results.refresh": { input: { commandId: commandId(), eventId }, refusal: "offline" },
    "awards.refresh": { input: { commandId: commandId(), eventId }, refusal: "offline" },
    "event.check": { input: { form: nightRun } },
    "event.create": { input: { commandId: commandId(), form: nightRun } },
    "outbox.correctEvent": {
      input: { commandId: commandId(), outboxId: made.outboxId, form: nightRun },
    },
    "event.retract": { input: { commandId: commandId(), eventId: made.event.id } },
    "series.list": { input: {} },
    "series.find": { input: { commandId: commandId(), slug: "harbour" }, refusal: "offline" },
    "collection.list": { input: {} },
    "collection.refresh": { input: { commandId: commandId() }, refusal: "offline" },
    "collection.get": { input: { slug: "season" }, refusal: "not-found" },
    "team.list": { input: { eventId, runId: "run-relay" } },
    "image.get": { input: { of: "event", id: eventId, which: "card" } },
    "desk.get": { input: {} },
    "settings.save": { input: { commandId: commandId(), operator: "Rosa", volume: 0.2 } },
    "backup.list": { input: {} },
    "backup.make": { input: { commandId: commandId() } },
    "export.make": {
      input: { commandId: commandId(), eventId, what: "check-ins", format: "csv" },
    },
    "export.list": { input: {} },
    "export.chooseFolder": { input: { commandId: commandId() }, refusal: "not-a-desktop" },
    "paper.get": { input: {} },
    "diagnostics.get": { input: {} },
    "screen.failed": {
      input: { screen: "sync", name: "TypeError", stack: ["    at f (a.js:1:2)"], component: null },
    },
    "paper.save": {
      input: { ...order(), what: "award-sheets", runId: "run-10" },
      refusal: "not-a-desktop",
    },
    "journal.verify": { input: {} },
    "pairing.open": { input: { commandId: commandId() } },
    "device.list": { input: {} },
    "session.list": { input: {} },
    "session.endOthers": { input: { commandId: commandId() } },
    "device.setRole": {
      input: { commandId: commandId(), deviceId: "none", role: "lead" },
      refusal: "not-found",
    },
    "device.rename": {
      input: { commandId: commandId(), deviceId: "none", name: "Gate" },
      refusal: "not-found",
    },
    "device.revoke": {
      input: { commandId: commandId(), deviceId: "none" },
      refusal: "not-found",
    },
    "desks.get": { input: {} },
    "hub.open": { input: { commandId: commandId() }, refusal: "not-reachable" },
    "hub.close": { input: { commandId: commandId() }, refusal: "not-hub" },
    "hub.settle": { input: { commandId: commandId(), device: "none" }, refusal: "not-found" },
    "hub.takeOver": { input: { commandId: commandId(), key }, refusal: "not-full-desk" },
    "desk.look": { input: { commandId: commandId(), address: "hub:1" }, refusal: "no-answer" },
    "desk.join": {
      input: {
        commandId: commandId(),
        address: "hub:1",
        fingerprint: "AA",
        code: "123456",
        name: "Laptop 2",
      },
      refusal: "no-answer",
    },
    "desk.leave": { input: { commandId: commandId() }, refusal: "not-full-desk" },
    "conflict.list": { input: { eventId } },
    "conflict.settle": {
      input: { ...order(), conflictId: "bib luk", entryId: "none" },
      refusal: "settled-meanwhile",
    },
  };
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(procedures).toSorted());
  for (const [name, { input, refusal }] of Object.entries(calls)) {
    for (let turn = 0; turn < 5; turn += 1) await desk.clock.advance(0);
    const reply = await desk.core.dispatch(name, input, { role: "owner" });
    const answer = reply.ok ? "ok" : reply.error.code;
    expect(answer, `${name}: ${JSON.stringify(reply)}`).toBe(refusal ?? "ok");
  }
  const verdict = await desk.value("journal.verify", {});
  expect(verdict).toMatchObject({ brokenAt: [], differences: 0 });

  // S10: a paired device may call neither the owner's procedures nor anything about another event. It may call
  // everything else.
  const mayOnly = { desk: ["desk"], lead: ["desk", "lead"] } as const;
  const cases = (["desk", "lead"] as const).flatMap((role) =>
    Object.entries(calls).map(([name, { input }]) => ({ role, name, input })),
  );
  for (const { role, name, input } of cases) {
    const tablet = { role, device: "Tablet", deviceId: "d1" };
    const may = (mayOnly[role] as readonly string[]).includes(
      procedures[name as ProcedureName].role,
    );
    const asked = await desk.core.dispatch(name, input, tablet);
    const isRefused = !asked.ok && asked.error.code === "not-allowed";
    expect(isRefused, `${role} ${name}`).toBe(!may);
    if (!("eventId" in input)) continue;
    const elsewhere = { ...input, eventId: made.event.id };
    expect(await desk.core.dispatch(name, elsewhere, tablet), name).toMatchObject({
      error: { code: "not-allowed" },
    });
  }
});

test("S10 of the queue a paired device sees and touches the walk-ups of the open event alone", async () => {
  const desk = await openRace(harbourRun);
  const made = await desk.value("event.create", { commandId: newCommandId(), form: nightRun });
  const order = { commandId: newCommandId(), eventId };
  const saved = await desk.value("walkUp.save", { ...order, form, checkIn: false });
  const tablet = { role: "desk", device: "Tablet", deviceId: "d1" } as const;
  const listed = await desk.value("outbox.list", { show: "all" }, tablet);
  expect(listed.entries.map(({ id }) => id)).toEqual([saved.outboxId]);
  const { events } = await desk.value("event.list", {}, tablet);
  expect(events.map(({ id }) => id)).toEqual([eventId]);
  for (const name of ["outbox.get", "outbox.setAside", "outbox.sendAgain"] as const) {
    const input = { commandId: newCommandId(), outboxId: made.outboxId };
    expect(await desk.call(name, input, tablet), name).toMatchObject({
      error: { code: "not-allowed" },
    });
  }
});

const segment = { segmentId: "overall", label: "Overall", depth: 3, clock: "gun" } as const;

/** Saves a sheet in a segment, and a time and a bib in the finish log, for the calls to refer to. */
async function prepareFinishLine(desk: TestCore) {
  const order = () => ({ commandId: newCommandId(), eventId });
  const place = { runId: "run-10", segmentId: "overall" };
  await desk.value("segment.save", { ...order(), runId: place.runId, segments: [segment] });
  const slots = [{ bib: "7", runnerId: null, tie: false, time: "35:00" }];
  const entered = await desk.value("podium.enter", { ...order(), ...place, slots, follows: [] });
  await desk.value("finish.stamp", { ...order(), stamps: [{ id: "stamp-0001", atMs: 1_000 }] });
  await desk.value("finish.bib", { ...order(), id: "line-0001", bib: "7", before: null });
  const { depth, clock } = entered;
  return { place, revision: entered.revision ?? "", setUp: { depth, clock } };
}

test("bad input is refused by name and field, and a desk may not ask what is the owner's", async () => {
  const desk = await openRace(harbourRun);
  const dispatch = desk.core.dispatch;
  const owner = { role: "owner" } as const;
  const codeOf = async (name: string, input: unknown, caller = owner) => {
    const reply = await dispatch(name, input, caller);
    return reply.ok ? "ok" : reply.error.code;
  };
  for (const name of ["", "constructor", "__proto__", "toString", "roster.searc"]) {
    expect(await codeOf(name, {}), name).toBe("unknown-procedure");
  }
  for (const input of [null, "text", 7, [], { eventId: 7, text: "x" }, { text: "x" }]) {
    expect(await codeOf("roster.search", input)).toBe("invalid-input");
  }
  expect(
    await dispatch("walkUp.save", { eventId, form: { email: 1 }, checkIn: "yes" }, owner),
  ).toMatchObject({
    error: {
      fields: {
        commandId: expect.anything(),
        "form.email": expect.anything(),
        checkIn: expect.anything(),
      },
    },
  });
  const tablet = { role: "desk", device: "Tablet" } as const;
  for (const [name, { role }] of Object.entries(procedures)) {
    if (role !== "owner") continue;
    expect(await dispatch(name, {}, tablet), name).toMatchObject({
      error: { code: "not-allowed" },
    });
  }
});

test("an empty or endless search text finds nobody or answers at once, never an error", async () => {
  const desk = await openRace(harbourRun);
  const search = (text: string) => desk.value("roster.search", { eventId, text });
  expect((await search("")).rows).toEqual([]);
  expect((await search("   ")).rows).toEqual([]);
  expect((await search("sousa ".repeat(1_667))).rows).toHaveLength(3);
  expect((await search("x".repeat(10_000))).rows).toEqual([]);
  expect((await search("\u0000\uD800'\"*()-:^%_")).rows).toEqual([]);
});

test("a garbage scan says what was read; one of another event on this computer says which", async () => {
  const desk = await openRace(harbourRun);
  const scan = (text: string) => desk.value("roster.scan", { eventId, text });
  expect(await scan("%%%<script>")).toMatchObject({ reading: { kind: "unknown" }, rows: [] });
  expect(await scan("")).toMatchObject({
    reading: { kind: "unknown" },
    rows: [],
    otherEvent: null,
  });
  expect((await scan("https://example.org/r/ana")).rows.map((row) => row.id)).toEqual(["ana"]);
  expect((await scan("SOUSA@example.org")).rows).toHaveLength(3);
  expect((await scan("07")).rows.map((row) => row.id).toSorted()).toEqual(["ana", "rui"]);
});
