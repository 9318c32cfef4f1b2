import { describe, expect, test } from "vitest";
import { download, newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const aTablet = { role: "desk", device: "Tablet" } as const;
const anAward = { eventRunId: "run-10", segments: [{ segmentId: "overall", depth: 3 }] };

describe("what leaving with an event depends on", () => {
  test("J6 a backup is current until something is saved", async () => {
    const desk = await openRace(harbourRun);
    const before = await desk.value("departure.get", { eventId });
    expect(before.backup).toMatchObject({ lastAtMs: null, isCurrent: false, mayMake: true });

    const made = await desk.value("backup.make", { commandId: newCommandId() });
    const after = await desk.value("departure.get", { eventId });
    // The reply to the command is stored after the backup (J8).
    expect(after.backup.lastAtMs).toBe(made.atMs);

    await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "ana" });
    const later = await desk.value("departure.get", { eventId });
    expect(later.backup).toMatchObject({ lastAtMs: made.atMs, isCurrent: false });
  });

  test("S1 a paired device knows of the backup and may not make one", async () => {
    const desk = await openRace(harbourRun);
    const told = await desk.value("departure.get", { eventId }, aTablet);
    expect(told.backup.mayMake).toBe(false);
    const refused = await desk.call("backup.make", { commandId: newCommandId() }, aTablet);
    expect(refused).toMatchObject({ ok: false, error: { code: "not-allowed" } });
  });

  test("J1 the free space is that of the disk", async () => {
    const desk = await openRace(harbourRun);
    const { disk } = await desk.value("departure.get", { eventId });
    expect(disk.freeBytes).toBeGreaterThan(0);
  });

  test("D6 the organizer's segments and those built here are counted, and who has no depth", async () => {
    const desk = await openRace({ ...harbourRun, awards: [anAward] });
    const { awards } = await desk.value("departure.get", { eventId });
    expect(awards).toMatchObject({ state: "read", segments: 1, runs: 1, withoutDepth: 0 });

    const segment = { segmentId: "age:40-49", label: "40 to 49", clock: "chip" as const };
    await desk.value("segment.save", {
      commandId: newCommandId(),
      eventId,
      runId: "run-5",
      segments: [{ ...segment, depth: 3 }],
    });
    const more = await desk.value("departure.get", { eventId });
    expect(more.awards).toMatchObject({ segments: 2, runs: 2, withoutDepth: 0 });
  });

  test("D6 an organizer without award segments is one without", async () => {
    const desk = await openRace(harbourRun);
    const { awards } = await desk.value("departure.get", { eventId });
    expect(awards).toMatchObject({ state: "none", segments: 0, runs: 0 });
  });

  test("W3 a retracted walk-up is counted until the organizer's list has it cancelled", async () => {
    const desk = await openRace(harbourRun);
    const count = async () => (await desk.value("departure.get", { eventId })).mustBeCancelled;
    const form = {
      eventRunId: "run-10",
      email: "zoe@example.org",
      name: "Zoë Nakamura",
      registrationType: "free",
    };
    const order = () => ({ commandId: newCommandId(), eventId });
    const walkUp = await desk.value("walkUp.save", { ...order(), form, checkIn: false });
    const { id: runnerId } = walkUp.runner;
    desk.partner.online = true;
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    const delivery = async () => {
      await desk.clock.advance(100);
      return (await desk.value("roster.get", { eventId, runnerId })).runner.delivery;
    };
    await expect.poll(delivery, { timeout: 10_000, interval: 5 }).toBe("confirmed");
    expect(await count()).toBe(0);
    await desk.value("walkUp.retract", { ...order(), runnerId });
    expect(await count()).toBe(1);
    const made = desk.partner.registrations.findIndex(({ email }) => email === form.email);
    const [row] = desk.partner.registrations.splice(made, 1);
    if (row === undefined) throw new Error("The organizer does not have it");
    desk.partner.registrations.push({ ...row, registrationStatus: "cancelled" });
    await download(desk);
    expect(await count()).toBe(0);
  });

  test("an event nobody knows is not found", async () => {
    const desk = await openRace(harbourRun);
    const reply = await desk.call("departure.get", { eventId: "event-none" });
    expect(reply).toMatchObject({ ok: false, error: { code: "not-found" } });
  });
});
