import { expect, test } from "vitest";
import type { TestCore } from "#test/support/test-core.ts";
import { download, newCommandId, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { openWithStick, order, queueIs, written } from "./stick-desk.ts";

const warningsOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).warnings.map(({ kind }) => kind);

/** A second desk that downloaded after Ana and Rui were cancelled and before Luk was. */
async function secondDesk(first: Awaited<ReturnType<typeof openWithStick>>, stick: string) {
  const { partner } = first;
  partner.online = true;
  for (const [at, row] of partner.registrations.entries()) {
    const isOne = row._id === "ana" || row._id === "rui";
    if (isOne) partner.registrations[at] = { ...row, registrationStatus: "cancelled" };
  }
  const desk = await openTestCore({
    clock: first.clock,
    ports: { fetch: partner.fetch, chooseFolder: async () => stick },
  });
  const key = { baseUrl: partner.baseUrl, apiKey: partner.apiKey };
  await desk.value("connection.save", { commandId: newCommandId(), ...key });
  await desk.value("event.refresh", { commandId: newCommandId() });
  await download(desk);
  return desk;
}

test("D5 whoever was cancelled before a merge brings their check-in is told as one who is cancelled afterwards", async () => {
  const stick = temporaryFolder();
  const first = await openWithStick(stick);
  for (const runnerId of ["ana", "luk"]) {
    await first.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(first);
  const second = await secondDesk(first, stick);
  expect(await warningsOf(second, "ana")).not.toContain("cancelled-after-check-in");
  await second.value("journalMirror.import", { commandId: newCommandId() });

  expect(await warningsOf(second, "ana")).toContain("cancelled-after-check-in");
  expect(await warningsOf(second, "luk")).toEqual([]);
  const { digest } = await second.value("digest.get", { eventId });
  expect(digest?.cancelledAfterCheckIn).toMatchObject([{ runnerId: "ana", status: "cancelled" }]);

  // After an import of the same entries, what a person acknowledged is not reported again.
  await second.value("digest.acknowledge", { ...order(), runnerId: "ana" });
  await second.value("journalMirror.import", { commandId: newCommandId() });
  expect(await warningsOf(second, "ana")).not.toContain("cancelled-after-check-in");
});

test("D5 an older check-in that a merge brings acknowledges no notice that is open", async () => {
  const stick = temporaryFolder();
  const first = await openWithStick(stick);
  await first.value("checkIn.perform", { ...order(), runnerId: "luk" });
  await written(first);
  const second = await secondDesk(first, stick);
  await second.value("checkIn.perform", { ...order(), runnerId: "luk" });
  const tell = async (registrationStatus: string) => {
    const { registrations } = first.partner;
    for (const [at, row] of registrations.entries()) {
      if (row._id === "luk") registrations[at] = { ...row, registrationStatus };
    }
    await download(second);
  };
  await tell("cancelled");
  await second.value("digest.acknowledge", { ...order(), runnerId: "luk" });
  await tell("confirmed");
  await tell("cancelled");
  expect(await warningsOf(second, "luk")).toContain("cancelled-after-check-in");

  await second.value("journalMirror.import", { commandId: newCommandId() });
  expect(await warningsOf(second, "luk")).toContain("cancelled-after-check-in");
});

test("D5 a check-in with a reason was made by somebody who knew", async () => {
  const stick = temporaryFolder();
  const first = await openWithStick(stick);
  const knowing = { ...order(), runnerId: "can", override: { reason: "Paid at the desk" } };
  await first.value("checkIn.perform", knowing);
  await written(first);
  const second = await secondDesk(first, stick);
  await second.value("journalMirror.import", { commandId: newCommandId() });
  const can = await second.value("roster.get", { eventId, runnerId: "can" });
  expect(can.history).toMatchObject([{ kind: "checked-in", reason: "Paid at the desk" }]);
  expect(can.warnings.map(({ kind }) => kind)).not.toContain("cancelled-after-check-in");
});

const moreThanOneBatch = 80;

/**
 * Two desks. The second one merges a walk-up whose confirmation is in a later batch, and which the organizer cancelled.
 */
async function mergeLateLink(
  atDesk: (desk: TestCore, runnerId: string) => Promise<void>,
  entriesBetween = moreThanOneBatch,
) {
  const stick = temporaryFolder();
  const first = await openWithStick(stick);
  const form = { eventRunId: "run-10", email: "nova@example.org", registrationType: "free" };
  const { runner } = await first.value("walkUp.save", { ...order(), form, checkIn: true });
  await atDesk(first, runner.id);
  for (let number = 100; number < 100 + entriesBetween; number += 1) {
    await first.value("bib.assign", { ...order(), runnerId: "luk", bib: String(number) });
  }
  const { partner } = first;
  partner.online = true;
  await queueIs(first, "nova@example.org done null");
  await written(first);
  const at = partner.registrations.findIndex(({ email }) => email === form.email);
  const made = partner.registrations[at];
  if (made === undefined) throw new Error("The walk-up did not arrive");
  partner.registrations[at] = { ...made, registrationStatus: "cancelled" };
  const second = await secondDesk(first, stick);
  await second.value("journalMirror.import", { commandId: newCommandId() });
  return warningsOf(second, runner.id);
}

test("D5 a walk-up whose confirmation comes in a later batch than its check-in, and whom the organizer cancelled, is told", async () => {
  expect(await mergeLateLink(async () => undefined)).toContain("cancelled-after-check-in");
});

test.each([
  { batches: "several batches", entriesBetween: moreThanOneBatch },
  { batches: "one batch", entriesBetween: 1 },
])(
  "D5 only the check-in that stands counts: made once more with a reason, it was made by somebody who knew; merged in $batches",
  async ({ entriesBetween }) => {
    const warnings = await mergeLateLink(async (desk, runnerId) => {
      await desk.value("checkIn.undo", { ...order(), runnerId });
      const override = { reason: "Paid at the desk" };
      await desk.value("checkIn.perform", { ...order(), runnerId, override });
    }, entriesBetween);
    expect(warnings).not.toContain("cancelled-after-check-in");
  },
);
