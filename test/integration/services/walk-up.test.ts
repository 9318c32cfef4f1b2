import { describe, expect, test } from "vitest";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { download, newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { until } from "#test/support/clock.ts";
import { harbourRun } from "./harbour-run.ts";

const form: WalkUpForm = {
  eventRunId: "run-10",
  email: "nova@example.org",
  name: "Nova Pessoa",
  registrationType: "paid",
};

const save = (desk: TestCore, more: Partial<Parameters<typeof saved>[1]> = {}) =>
  desk.call("walkUp.save", { commandId: newCommandId(), eventId, form, checkIn: false, ...more });

/** Saves a walk-up and waits for the first try to send it. */
const saved = async (
  desk: TestCore,
  more: { form?: WalkUpForm; bib?: string; checkIn?: boolean; commandId?: string } = {},
) => {
  const order = { commandId: newCommandId(), eventId, form, checkIn: false, ...more };
  const value = await desk.value("walkUp.save", order);
  for (let turn = 0; turn < 5; turn += 1) await desk.clock.advance(0);
  return value;
};

const bodyOf = async (desk: TestCore, outboxId: string) =>
  JSON.parse((await desk.value("outbox.get", { outboxId })).body);

describe("the form", () => {
  test.each([
    ["no e-mail", { email: "" }, "email", "Must be a valid e-mail address"],
    ["an e-mail that is none", { email: "nova@" }, "email", "Must be a valid e-mail address"],
    ["no run", { eventRunId: "" }, "eventRunId", "Must not be empty"],
    ["a run of nowhere", { eventRunId: "run-x" }, "eventRunId", "The event has no such run"],
    ["another type", { registrationType: "vip" }, "registrationType", "Must be one of: free, paid"],
    [
      "another status",
      { status: "maybe" },
      "status",
      "Must be one of: confirmed, cancelled, waitlist, refunded",
    ],
    [
      "a pace group the event does not declare",
      { paceGroup: "Green" },
      "paceGroup",
      "Must be one of: Blue, Red",
    ],
  ])("W1 %s is refused offline at its field", async (_what, wrong, field, message) => {
    const desk = await openRace(harbourRun);
    const fields = { [field]: [message] };
    const typed = { ...form, ...wrong };
    expect((await desk.value("walkUp.check", { eventId, form: typed })).fields).toEqual(fields);
    const reply = await desk.call("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: typed,
      checkIn: true,
    });
    expect(reply).toMatchObject({ error: { code: "invalid", fields } });
    expect((await desk.value("outbox.list", {})).total).toBe(0);
    expect((await desk.value("roster.search", { eventId, text: "nova" })).total).toBe(0);
  });

  test("W1 what cannot be known offline warns and never blocks", async () => {
    const desk = await openRace(harbourRun);
    const warningsOf = async (change: Partial<WalkUpForm>) =>
      (await saved(desk, { form: { ...form, ...change } })).warnings;
    expect(await warningsOf({ eventRunId: "run-full" })).toEqual(["run-full", "run-closed"]);
    expect(await warningsOf({ eventRunId: "run-5" })).toEqual(["run-cancelled"]);
    expect(await warningsOf({})).toEqual([]);
    expect(await warningsOf({ email: " NOVA@example.org" })).toEqual([
      "run-full",
      "same-email-same-run",
    ]);
  });

  test("W1 pace groups nobody can read warn, those that can be read are still offered", async () => {
    const desk = await openRace({ ...harbourRun, event: { paceGroups: ["Blue", { odd: 1 }] } });
    const warningsOf = async (paceGroup: string) =>
      (await desk.value("walkUp.check", { eventId, form: { ...form, paceGroup } })).warnings;
    expect(await warningsOf("Blue")).toEqual([]);
    expect(await warningsOf("Green")).toEqual(["pace-groups-unrecognised"]);
  });

  test.each([
    ["declares that it has none", { paceGroups: [] }, ["paceGroup"], []],
    ["says nothing of pace groups", {}, [], ["pace-groups-unrecognised"]],
  ])(
    "W1 a pace group of an event that %s",
    async (_what, event, refusedFields, expectedWarnings) => {
      const desk = await openRace({ ...harbourRun, event });
      const { fields, warnings } = await desk.value("walkUp.check", {
        eventId,
        form: { ...form, paceGroup: "Blue" },
      });
      expect(Object.keys(fields)).toEqual(refusedFields);
      expect(warnings).toEqual(expectedWarnings);
    },
  );

  test("W1 an unusual e-mail address warns and never blocks", async () => {
    const desk = await openRace(harbourRun);
    const checked = async (email: string) =>
      desk.value("walkUp.check", { eventId, form: { ...form, email } });
    expect(await checked("john/doe@example.org")).toMatchObject({
      fields: {},
      warnings: ["email-unlikely"],
    });
    expect(await checked("nova@example.org")).toMatchObject({ fields: {}, warnings: [] });
  });

  test("B2 a taken bib names its holder at the form, an impossible one its reason", async () => {
    const desk = await openRace(harbourRun);
    const check = (bib: string) => desk.value("walkUp.check", { eventId, form, bib });
    expect((await check("7")).bibHolders).toMatchObject([{ id: "ana" }]);
    expect((await check("  ")).bibHolders).toEqual([]);
    expect((await check("\u{1F3C3}")).fields["bib"]).toHaveLength(1);
    expect(await save(desk, { bib: "7" })).toMatchObject({ error: { code: "bib-taken" } });
    expect((await check("berta@b.example")).fields["bib"]).toHaveLength(1);
    expect(await save(desk, { bib: "hello world" })).toMatchObject({
      error: { code: "bib-invalid", details: { why: "space" } },
    });
    expect(await save(desk, { bib: "9".repeat(300) })).toMatchObject({
      error: { code: "bib-invalid" },
    });
    expect((await desk.value("outbox.list", {})).total).toBe(0);
  });

  test("C1 only a confirmed walk-up is checked in with the save", async () => {
    const desk = await openRace(harbourRun);
    const waiting = { ...form, status: "waitlist" };
    expect(await save(desk, { form: waiting, checkIn: true })).toMatchObject({
      error: { code: "invalid", fields: { status: [expect.any(String)] } },
    });
    expect(await save(desk, { form: waiting })).toMatchObject({ ok: true });
  });
});

describe("saved", () => {
  test("W2 it is found, has its bib, is checked in and counted before it was ever sent", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { bib: "1631", checkIn: true });
    expect(walkUp.runner).toMatchObject({ bib: "1631", delivery: "not-sent", source: "walk-up" });
    expect(walkUp.runner.checkedIn).not.toBeNull();
    for (const text of ["1631", "pessoa nov", "nova@example.org"]) {
      const { rows } = await desk.value("roster.search", { eventId, text });
      expect(
        rows.map((row) => row.id),
        text,
      ).toEqual([walkUp.runner.id]);
    }
    const { runs } = await desk.value("roster.runCounts", { eventId });
    expect(runs[0]).toMatchObject({ arrived: 1, expected: 5 });
    const scan = await desk.value("roster.scan", { eventId, text: "#1631~chip" });
    expect(scan.rows.map((row) => row.id)).toEqual([walkUp.runner.id]);
  });

  test("W3 fact, body and key commit together; the bib is told in the notes", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, {
      form: { ...form, name: "  Nova Pessoa ", notes: "Vegan", paceGroup: "Blue" },
      bib: "1631",
    });
    const detail = await desk.value("outbox.get", { outboxId: walkUp.outboxId });
    expect(JSON.parse(detail.body)).toEqual({
      eventRunId: "run-10",
      email: "nova@example.org",
      name: "Nova Pessoa",
      registrationType: "paid",
      paceGroup: "Blue",
      notes: "Vegan\nBib 1631",
    });
    expect(detail).toMatchObject({
      method: "POST",
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      entry: { subject: walkUp.runner.id, certainty: "never-sent" },
    });
    const card = await desk.value("roster.get", { eventId, runnerId: walkUp.runner.id });
    expect(card).toMatchObject({
      notes: "Vegan",
      history: [{ kind: "walk-up-saved", bib: "1631" }],
    });
  });

  test("W3 a restart finds the walk-up with the same key and bytes", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { checkIn: true });
    const before = await desk.value("outbox.get", { outboxId: walkUp.outboxId });
    const again = await desk.reopen();
    const after = await again.value("outbox.get", { outboxId: walkUp.outboxId });
    expect([after.idempotencyKey, after.body]).toEqual([before.idempotencyKey, before.body]);
    const card = await again.value("roster.get", { eventId, runnerId: walkUp.runner.id });
    expect(card.runner).toEqual(walkUp.runner);
  });

  test("W2 once sent its alias leads to it, and the next download neither doubles nor drops it", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { bib: "1631", checkIn: true });
    desk.partner.online = true;
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    await until(() => desk.partner.posted.length === 1, "the POST");
    await download(desk);
    const { rows } = await desk.value("roster.search", { eventId, text: "nova" });
    expect(rows.map((row) => [row.id, row.delivery])).toEqual([[walkUp.runner.id, "confirmed"]]);
    const byAlias = await desk.value("roster.get", { eventId, runnerId: "created-1" });
    expect(byAlias.runner.id).toBe(walkUp.runner.id);
    expect(byAlias.runner.bib).toBe("1631");
    expect(byAlias.history.map((line) => line.kind)).toEqual([
      "walk-up-saved",
      "checked-in",
      "walk-up-confirmed",
    ]);
  });

  test("W3 never sent: an edit cancels the entry and links its successor", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { bib: "1631" });
    const edited = await desk.value("outbox.correct", {
      commandId: newCommandId(),
      outboxId: walkUp.outboxId,
      form: { ...form, name: "Nova Gente" },
    });
    const card = await desk.value("roster.get", { eventId, runnerId: walkUp.runner.id });
    expect(card.runner).toMatchObject({ name: "Nova Gente", bib: "1631" });
    const former = await desk.value("outbox.get", { outboxId: walkUp.outboxId });
    expect(former.entry).toMatchObject({ state: "cancelled", successorId: edited.id });
    expect(await bodyOf(desk, edited.id)).toMatchObject({
      name: "Nova Gente",
      notes: "Bib 1631",
    });
    const wrong = await desk.call("outbox.correct", {
      commandId: newCommandId(),
      outboxId: edited.id,
      form: { ...form, email: "none" },
    });
    expect(wrong).toMatchObject({
      error: { code: "invalid", fields: { email: [expect.anything()] } },
    });
  });

  test("W3 never sent: retracted it is not sent, and its bib is free again", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { bib: "1631" });
    const takeBack = () =>
      desk.call("walkUp.retract", {
        commandId: newCommandId(),
        eventId,
        runnerId: walkUp.runner.id,
        reason: "Changed their mind",
      });
    expect(await takeBack()).toMatchObject({
      value: { askOrganizer: false, runner: { delivery: "taken-back" } },
    });
    expect(await takeBack()).toMatchObject({ error: { code: "wrong-state" } });
    expect((await desk.value("outbox.list", {})).total).toBe(0);
    expect(await save(desk, { bib: "1631" })).toMatchObject({ ok: true });
  });

  test("W6 a retraction is undone: the walk-up waits again under its own key, once", async () => {
    const desk = await openRace(harbourRun);
    const { runner, outboxId } = await saved(desk, { bib: "1631" });
    const order = () => ({ commandId: newCommandId(), eventId, runnerId: runner.id });
    const request = async () => (await desk.value("outbox.get", { outboxId })).idempotencyKey;
    const key = await request();
    expect(await desk.call("walkUp.restore", order())).toMatchObject({
      error: { code: "wrong-state" },
    });
    await desk.value("walkUp.retract", order());
    expect(await desk.value("walkUp.restore", order())).toMatchObject({
      runner: { delivery: "not-sent", bib: "1631" },
    });
    expect((await desk.value("outbox.get", { outboxId })).entry).toMatchObject({
      state: "pending",
      finishedAtMs: null,
    });
    expect(await request()).toBe(key);
    expect(await desk.call("walkUp.restore", order())).toMatchObject({
      error: { code: "wrong-state" },
    });
    // A second retraction changes nothing.
    await desk.value("walkUp.retract", order());
    const card = await desk.value("roster.get", { eventId, runnerId: runner.id });
    expect(card.runner.delivery).toBe("taken-back");
    expect(card.history.map(({ kind }) => kind)).toEqual([
      "walk-up-saved",
      "walk-up-taken-back",
      "walk-up-restored",
      "walk-up-taken-back",
    ]);
  });

  test("W6 a retraction is not undone where somebody else has the bib by now", async () => {
    const desk = await openRace(harbourRun);
    const { runner } = await saved(desk, { bib: "1631" });
    const order = () => ({ commandId: newCommandId(), eventId, runnerId: runner.id });
    await desk.value("walkUp.retract", order());
    await save(desk, { bib: "1631" });
    expect(await desk.call("walkUp.restore", order())).toMatchObject({
      error: { code: "bib-taken" },
    });
    const card = await desk.value("roster.get", { eventId, runnerId: runner.id });
    expect(card.runner.delivery).toBe("taken-back");
  });

  test("W3 confirmed: it cannot be edited; retracted it leaves a line for the organizer", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk);
    desk.partner.online = true;
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    await until(
      () => desk.invalidations.some((invalidation) => invalidation.topic === "roster"),
      "the outcome",
    );
    const delivery = async () =>
      (await desk.value("roster.get", { eventId, runnerId: walkUp.runner.id })).runner.delivery;
    for (let turn = 0; turn < 200 && (await delivery()) !== "confirmed"; turn += 1) {
      await desk.clock.advance(10);
    }
    const target = { eventId, runnerId: walkUp.runner.id };
    expect(
      await desk.call("outbox.correct", {
        commandId: newCommandId(),
        outboxId: walkUp.outboxId,
        form,
      }),
    ).toMatchObject({ error: { code: "wrong-state" } });
    expect(
      await desk.call("walkUp.retract", { commandId: newCommandId(), ...target }),
    ).toMatchObject({ value: { askOrganizer: true } });
  });

  test("W3 refused: the server's words stand beside the form, and corrected it is sent as a new entry", async () => {
    const desk = await openRace(harbourRun);
    const walkUp = await saved(desk, { bib: "1631" });
    desk.partner.online = true;
    desk.partner.answerPost = () =>
      Response.json(
        {
          error: {
            code: "VALIDATION_ERROR",
            message: "Invalid body",
            errors: { email: ["Blocked domain"] },
          },
        },
        { status: 422 },
      );
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    const stateOf = async (outboxId: string) =>
      (await desk.value("outbox.get", { outboxId })).entry;
    for (let turn = 0; turn < 200; turn += 1) {
      if ((await stateOf(walkUp.outboxId)).state === "needs-attention") break;
      await desk.clock.advance(10);
    }
    expect(await stateOf(walkUp.outboxId)).toMatchObject({
      certainty: "refused",
      serverMessage: "Invalid body",
      serverFields: { email: ["Blocked domain"] },
    });
    desk.partner.answerPost = undefined;
    const corrected = await desk.value("outbox.correct", {
      commandId: newCommandId(),
      outboxId: walkUp.outboxId,
      form: { ...form, email: "nova@example.com" },
    });
    expect(corrected).toMatchObject({ predecessorId: walkUp.outboxId, subject: walkUp.runner.id });
    const keys = await Promise.all(
      [walkUp.outboxId, corrected.id].map((outboxId) => desk.value("outbox.get", { outboxId })),
    );
    expect(keys[0]?.idempotencyKey).not.toBe(keys[1]?.idempotencyKey);
    for (let turn = 0; turn < 200 && desk.partner.posted.length < 2; turn += 1) {
      await desk.clock.advance(10);
    }
    expect(desk.partner.posted.at(-1)?.body).toMatchObject({
      email: "nova@example.com",
      notes: "Bib 1631",
    });
    expect(
      await desk.call("outbox.correct", {
        commandId: newCommandId(),
        outboxId: walkUp.outboxId,
        form,
      }),
    ).toMatchObject({ error: { code: "wrong-state" } });
  });
});
