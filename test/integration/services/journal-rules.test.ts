import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const form = { eventRunId: "run-10", email: "nova@example.org", registrationType: "free" };

test("J1 a commit that fails says so, records nothing, and the same command succeeds later", async () => {
  const desk = await openRace(harbourRun);
  const other = new Sqlite(join(desk.dataDir, "live", "chute.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  const order = { commandId: newCommandId(), eventId, runnerId: "ana" };
  const notSaved = { ok: false, error: { code: "not-saved", details: { why: "busy" } } };
  expect(await desk.call("checkIn.perform", order)).toMatchObject(notSaved);
  other.exec("ROLLBACK");
  other.close();
  const before = await desk.value("roster.get", { eventId, runnerId: "ana" });
  expect(before).toMatchObject({ runner: { checkedIn: null }, history: [] });
  expect(await desk.call("checkIn.perform", order)).toMatchObject({ ok: true });
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});

test("J1 what was acknowledged is there after the program was opened again", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "ana" });
  await desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId: "can", bib: "8" });
  await desk.value("event.open", { commandId: newCommandId(), eventId });
  await desk.value("settings.save", { commandId: newCommandId(), desk: "Tent", volume: 0.25 });
  const again = await desk.reopen();
  const ana = await again.value("roster.get", { eventId, runnerId: "ana" });
  expect(ana.runner.checkedIn).not.toBeNull();
  expect((await again.value("bib.holders", { eventId, bib: "8" })).holders[0]?.id).toBe("can");
  expect(await again.value("desk.get", {})).toMatchObject({
    currentEventId: eventId,
    settings: { desk: "Tent", volume: 0.25, operator: "" },
  });
});

test("J3 a paired device is a desk of its own: nobody works there until somebody says who", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("settings.save", { commandId: newCommandId(), operator: "Maria" });
  const opened = await desk.value("pairing.open", { commandId: newCommandId() });
  const paired = desk.core.access.pair(opened.code, "Tablet", "127.0.0.1");
  const caller = paired.ok ? desk.core.access.check(paired.value.id) : null;
  expect(caller).toMatchObject({ role: "desk", device: "Tablet" });
  const done = await desk.value(
    "checkIn.perform",
    { commandId: newCommandId(), eventId, runnerId: "ana" },
    caller ?? undefined,
  );
  expect(done.runner.checkedIn).toMatchObject({ operator: "", desk: "Tablet" });

  const device = caller ?? undefined;
  const settingsOf = async (who?: typeof device) =>
    (await desk.value("desk.get", {}, who)).settings;
  await desk.value(
    "settings.save",
    { commandId: newCommandId(), operator: "Rosa", volume: 0.25, desk: "Not mine to change" },
    device,
  );
  expect(await settingsOf(device)).toMatchObject({
    operator: "Rosa",
    volume: 0.25,
    desk: "Tablet",
  });
  expect(await settingsOf()).toMatchObject({ operator: "Maria", volume: 0.7, desk: "Desk 1" });
  const undone = await desk.value("desk.undoLast", { commandId: newCommandId(), eventId }, device);
  expect(undone.undone).toBe("check-in");
  const { history } = await desk.value("roster.get", { eventId, runnerId: "ana" });
  expect(history.at(-1)?.actor).toMatchObject({ operator: "Rosa", desk: "Tablet" });
});

test("S10 J3 a paired device that the owner renames has its new name at once, also in what it writes", async () => {
  const desk = await openRace(harbourRun);
  const opened = await desk.value("pairing.open", { commandId: newCommandId() });
  const paired = desk.core.access.pair(opened.code, "Tablet", "127.0.0.1");
  const deviceId = paired.ok ? paired.value.id : "";
  const caller = () => desk.core.access.check(deviceId) ?? undefined;
  await desk.value("settings.save", { commandId: newCommandId(), operator: "Rosa" }, caller());
  expect((await desk.value("desk.get", {}, caller())).settings.desk).toBe("Tablet");
  await desk.value("device.rename", { commandId: newCommandId(), deviceId, name: "Gate" });
  expect((await desk.value("desk.get", {}, caller())).settings).toMatchObject({
    desk: "Gate",
    operator: "Rosa",
  });
  const done = await desk.value(
    "checkIn.perform",
    { commandId: newCommandId(), eventId, runnerId: "ana" },
    caller(),
  );
  expect(done.runner.checkedIn).toMatchObject({ operator: "Rosa", desk: "Gate" });
});

describe("a command is performed once", () => {
  test("J8 the same command twice, one after the other or at once, answers the same", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, runnerId: "ana" };
    const [one, other] = await Promise.all([
      desk.call("checkIn.perform", order),
      desk.call("checkIn.perform", order),
    ]);
    await desk.clock.advance(60_000);
    expect(other).toEqual(one);
    expect(await desk.call("checkIn.perform", order)).toEqual(one);
    expect((await desk.value("roster.get", { eventId, runnerId: "ana" })).history).toHaveLength(1);
  });

  test("J8 a repeated walk-up is one walk-up with one entry in the queue", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, form, checkIn: true };
    const one = await desk.value("walkUp.save", order);
    expect(await desk.value("walkUp.save", order)).toEqual(one);
    expect((await desk.value("outbox.list", {})).total).toBe(1);
  });

  test("J8 it is remembered across a restart", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, runnerId: "ana" };
    const one = await desk.value("checkIn.perform", order);
    const again = await desk.reopen();
    expect(await again.value("checkIn.perform", order)).toEqual(one);
  });

  test("J8 J7 also where the clock was set weeks ahead meanwhile", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, form, checkIn: true };
    const one = await desk.value("walkUp.save", order);
    desk.clock.jump(30 * 24 * 60 * 60_000);
    const again = await desk.reopen();
    expect(await again.value("walkUp.save", order)).toEqual(one);
    expect((await again.value("outbox.list", {})).total).toBe(1);
  });

  test("J8 the same id for something else is refused and performs nothing", async () => {
    const desk = await openRace(harbourRun);
    const commandId = newCommandId();
    await desk.value("checkIn.perform", { commandId, eventId, runnerId: "ana" });
    const conflict = { error: { code: "command-conflict" } };
    const other = { commandId, eventId, runnerId: "rui" };
    expect(await desk.call("checkIn.perform", other)).toMatchObject(conflict);
    expect(await desk.call("checkIn.undo", { commandId, eventId, runnerId: "ana" })).toMatchObject(
      conflict,
    );
    const runCounts = await desk.value("roster.runCounts", { eventId });
    expect(runCounts.checkIns).toBe(1);
  });

  test("J8 a command that waits for the connection is one request, however often it is given", async () => {
    const desk = await openRace(harbourRun);
    desk.partner.online = true;
    const order = { commandId: newCommandId() };
    const replies = await Promise.all([
      desk.call("event.refresh", order),
      desk.call("event.refresh", order),
    ]);
    expect(replies[1]).toEqual(replies[0]);
    expect(await desk.call("collection.refresh", order)).toMatchObject({
      error: { code: "command-conflict" },
    });
  });

  test("J8 a refused command performed nothing: sent again it may succeed", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, runnerId: "can", bib: "7" };
    expect(await desk.call("bib.assign", order)).toMatchObject({ error: { code: "bib-taken" } });
    await desk.value("bib.assign", {
      ...order,
      commandId: newCommandId(),
      runnerId: "ana",
      bib: "8",
    });
    expect(await desk.call("bib.assign", order)).toMatchObject({ ok: true });
  });
});

test("J5 after a day's work every projection equals its rebuild, and the chain holds (J6)", async () => {
  const desk = await openRace(harbourRun);
  const at = { eventId };
  await desk.value("checkIn.performAll", {
    commandId: newCommandId(),
    ...at,
    runnerIds: ["ana", "rui", "luk"],
  });
  await desk.value("checkIn.undo", { commandId: newCommandId(), ...at, runnerId: "rui" });
  await desk.value("bib.swap", {
    commandId: newCommandId(),
    ...at,
    runnerId: "ana",
    otherRunnerId: "luk",
  });
  await desk.value("desk.undoLast", { commandId: newCommandId(), ...at });
  await desk.value("walkUp.save", {
    commandId: newCommandId(),
    ...at,
    form,
    bib: "1631",
    checkIn: true,
  });
  await desk.value("event.setTimeZone", {
    commandId: newCommandId(),
    ...at,
    timeZone: "Europe/Paris",
  });
  const verdict = await desk.value("journal.verify", {});
  expect(verdict).toMatchObject({ brokenAt: [], differences: 0 });
  expect(verdict.entries).toBeGreaterThan(8);
});

test("D8 a zone that a person gave is checked and spelled as the world does; the event's own goes first", async () => {
  const desk = await openRace({ ...harbourRun, event: { timezone: null } });
  const set = (timeZone: string) =>
    desk.call("event.setTimeZone", { commandId: newCommandId(), eventId, timeZone });
  for (const wrong of ["", "Mars/Base", "+02:00", "x".repeat(100)]) {
    expect(await set(wrong), wrong).toMatchObject({ error: { code: "unknown-time-zone" } });
  }
  expect(await desk.value("event.get", { eventId })).toMatchObject({ timeZoneSource: "none" });
  expect(await set("europe/paris")).toMatchObject({ value: { timeZone: "Europe/Paris" } });
  expect(await desk.value("event.get", { eventId })).toMatchObject({
    timeZone: "Europe/Paris",
    timeZoneSource: "asked",
  });
});
