import { expect, test } from "vitest";
import type { FaultRule } from "#sandbox/faults/fault-schema.ts";
import type { OrganizerDesk } from "#test/support/organizer-desk.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId, temporaryFolder } from "#test/support/test-core.ts";
import { nightRun } from "../organizer/local-event-desk.ts";

const commandId = newCommandId;

/** The outbox entries, as `who state reason`. */
async function queueOf(desk: OrganizerDesk): Promise<string[]> {
  const { entries } = await desk.value("outbox.list", { show: "all", limit: 100 });
  return entries
    .filter(({ state }) => state !== "cancelled")
    .map(
      ({ kind, name, email, state, reason }) =>
        `${kind === "event" ? name : email} ${state} ${reason}`,
    )
    .toSorted();
}

const queueIs = (desk: OrganizerDesk, ...expected: string[]) =>
  desk.until(
    async () => JSON.stringify(await queueOf(desk)) === JSON.stringify(expected.toSorted()),
    `the queue to be ${expected.join(", ")}`,
  );

/** How often the organizer received each walk-up and event, by e-mail and name. */
function givenTo({ sandbox }: OrganizerDesk): Readonly<Record<string, number>> {
  const given: Record<string, number> = {};
  for (const post of sandbox.readState().created) {
    const who = "event" in post ? post.event.name : post.registration.email;
    given[who] = (given[who] ?? 0) + 1;
  }
  return given;
}

/** The people who are checked in, each once, whatever the state of their registration. */
async function hereOn(desk: OrganizerDesk): Promise<string[]> {
  const eventId = desk.sandbox.mainEventId;
  const { rows } = await desk.value("roster.search", { eventId, text: "nova" });
  const here = rows.filter(
    ({ checkedIn, checkedInElsewhere }) => checkedIn !== null || checkedInElsewhere,
  );
  return here.map(({ email }) => email).toSorted();
}

/** A desk whose outbox entries have every possible outcome, and whose laptop is then lost. */
async function loseLaptop(stick: string) {
  const desk = await openOrganizerDesk({ core: { ports: { chooseFolder: async () => stick } } });
  const { sandbox } = desk;
  const eventId = sandbox.mainEventId;
  await desk.download(eventId);
  await desk.value("journalMirror.choose", { commandId: commandId() });
  const { runs } = await desk.value("event.get", { eventId });
  const open = runs.find(
    ({ registrationStatus, isRelay }) => registrationStatus === "open" && !isRelay,
  );
  const formOf = (email: string) => ({
    eventRunId: open?.id ?? "",
    email,
    name: "Nova Pessoa",
    registrationType: "free",
  });
  const save = (email: string) => {
    const form = formOf(email);
    return desk.value("walkUp.save", { commandId: commandId(), eventId, form, checkIn: true });
  };
  const makeEvent = (name: string) =>
    desk.value("event.create", { commandId: commandId(), form: { ...nightRun, name } });
  const fail = (...rules: FaultRule[]) => sandbox.faults.set({ rules });
  const post = { method: "POST" } as const;

  await save("sent@example.org");
  await makeEvent("Sent Run");
  await queueIs(desk, "sent@example.org done null", "Sent Run done null");
  await fail({ kind: "status", status: 422, code: "VALIDATION_ERROR", ...post });
  await save("refused@example.org");
  await makeEvent("Refused Run");
  const refused = ["refused@example.org", "Refused Run"].map(
    (who) => `${who} needs-attention refused`,
  );
  await queueIs(desk, "sent@example.org done null", "Sent Run done null", ...refused);
  // The server creates the registration and answers with an error.
  await fail({ kind: "status", status: 504, committed: true, ...post });
  await save("lost@example.org");
  await makeEvent("Lost Run");
  await desk.until(
    async () => givenTo(desk)["lost@example.org"] === 1 && givenTo(desk)["Lost Run"] === 1,
    "both to arrive",
  );
  await desk.value("outbox.pause", { commandId: commandId() });
  await save("unsent@example.org");
  await makeEvent("Unsent Run");
  const typo = await save("typo@example.org");
  const right = { commandId: commandId(), outboxId: typo.outboxId };
  await desk.value("outbox.correct", { ...right, form: formOf("right@example.org") });
  const gone = await save("gone@example.org");
  await desk.value("walkUp.retract", { commandId: commandId(), eventId, runnerId: gone.runner.id });
  await desk.until(
    async () => (await desk.value("journalMirror.get", {})).behind === 0,
    "the stick",
  );
  const here = await hereOn(desk);
  await desk.core.close();
  await fail();
  return { ...desk, here };
}

test("J9 O10 a lost laptop's queue on an empty one: every walk-up and event is at the organizer exactly once, however it had ended", async () => {
  const stick = temporaryFolder();
  const lost = await loseLaptop(stick);
  const desk = await openOrganizerDesk({
    at: lost.sandbox,
    core: { clock: lost.clock, ports: { chooseFolder: async () => stick } },
  });
  const eventId = desk.sandbox.mainEventId;
  await desk.download(eventId);
  const outcome = await desk.value("journalMirror.import", { commandId: commandId() });
  expect(outcome).toMatchObject({ files: 1, known: 0, refused: 0, inDoubt: 7 });
  const arrived = ["sent@example.org", "Sent Run", "lost@example.org", "Lost Run"];
  const missing = ["unsent@example.org", "right@example.org", "Unsent Run"];
  const refused = ["refused@example.org", "Refused Run"];
  await queueIs(
    desk,
    ...arrived.map((who) => `${who} done null`),
    ...missing.map((who) => `${who} needs-attention not-found-again`),
    ...refused.map((who) => `${who} needs-attention refused`),
  );
  expect(givenTo(desk)).toEqual(Object.fromEntries(arrived.map((who) => [who, 1])));

  // A person decides about each open entry. A refused entry is corrected, and it is reconciled before it is sent.
  const { entries } = await desk.value("outbox.list", { show: "open" });
  for (const { id: outboxId, kind, form, eventForm, reason } of entries) {
    if (reason !== "refused") {
      const order = { commandId: commandId(), outboxId };
      await desk.value("outbox.decide", { ...order, decision: { kind: "send-again" } });
    } else if (kind === "walk-up" && form !== null) {
      const order = { commandId: commandId(), outboxId };
      await desk.value("outbox.correct", { ...order, form: { ...form, name: "Nova Corrected" } });
    } else if (eventForm !== null) {
      const order = { commandId: commandId(), outboxId };
      await desk.value("outbox.correctEvent", {
        ...order,
        form: { ...eventForm, name: "Corrected Run" },
      });
    }
  }
  const all = [...arrived, ...missing, "refused@example.org", "Corrected Run"];
  await queueIs(desk, ...all.map((who) => `${who} done null`));
  expect(givenTo(desk)).toEqual(Object.fromEntries(all.map((who) => [who, 1])));

  // Everybody who was checked in is here once, and the replica agrees.
  await desk.download(eventId);
  expect(await hereOn(desk)).toEqual(lost.here);
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  expect(await desk.value("journalMirror.import", { commandId: commandId() })).toMatchObject({
    taken: 0,
    inDoubt: 0,
  });
  expect(givenTo(desk)).toEqual(Object.fromEntries(all.map((who) => [who, 1])));
});
