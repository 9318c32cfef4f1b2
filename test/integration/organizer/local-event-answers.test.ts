import { describe, expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { nightRun, openEventDesk } from "./local-event-desk.ts";

const commandId = newCommandId;
const hour = 3_600_000;

describe("the organizer says no", () => {
  test("O8 422: the server's words and fields, then a corrected successor with a new key", async () => {
    const desk = await openEventDesk();
    // The series was removed, which a desk without a connection cannot know.
    const { outboxId } = await desk.create({ ...nightRun, seriesId: "series_of_nobody" });
    await desk.untilEntry(outboxId, "needs-attention");
    const refused = await desk.entry(outboxId);
    expect(refused).toMatchObject({
      certainty: "refused",
      reason: "refused",
      httpStatus: 422,
      serverFields: { seriesId: ["No such series"] },
    });
    expect(await desk.named("Lantern Night Run")).toMatchObject([{ delivery: "refused" }]);
    const wrong = { commandId: commandId(), outboxId, form: { ...nightRun, name: "" } };
    expect(await desk.call("outbox.correctEvent", wrong)).toMatchObject({
      error: { code: "invalid", fields: { name: ["Must not be empty"] } },
    });
    const corrected = await desk.value("outbox.correctEvent", {
      commandId: commandId(),
      outboxId,
      form: nightRun,
    });
    expect(corrected).toMatchObject({ predecessorId: outboxId, certainty: "never-sent" });
    expect(await desk.entry(outboxId)).toMatchObject({
      state: "cancelled",
      successorId: corrected.id,
    });
    await desk.untilEntry(corrected.id, "done");
    expect(desk.made()).toHaveLength(1);
    // Both entries are of one event.
    expect((await desk.value("outbox.totals", {})).events).toMatchObject([{ entries: 2 }]);
    const keys = await Promise.all(
      [outboxId, corrected.id].map(
        async (id) => (await desk.value("outbox.get", { outboxId: id })).idempotencyKey,
      ),
    );
    expect(new Set(keys).size).toBe(2);
    const late = { commandId: commandId(), outboxId: corrected.id, form: nightRun };
    expect(await desk.call("outbox.correctEvent", late)).toMatchObject({
      error: { code: "already-confirmed" },
    });
    await desk.sound();
  });

  test("O7 409 over a slug: a person sees the words; corrected, it is looked for and sent under a new key", async () => {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [
        {
          kind: "status",
          status: 409,
          code: "SLUG_TAKEN",
          method: "POST",
          path: "/events",
          times: 1,
        },
      ],
    });
    const { outboxId } = await desk.create({ ...nightRun, slug: "night" });
    await desk.untilEntry(outboxId, "needs-attention");
    const entry = await desk.entry(outboxId);
    expect(entry).toMatchObject({ reason: "key-conflict", httpStatus: 409 });
    expect(entry.serverMessage).not.toBeNull();
    const corrected = await desk.value("outbox.correctEvent", {
      commandId: commandId(),
      outboxId,
      form: { ...nightRun, slug: "night-two" },
    });
    expect(desk.asked.some(({ url }) => url.searchParams.get("dateFrom") === nightRun.date)).toBe(
      true,
    );
    await desk.untilEntry(corrected.id, "done");
    expect(desk.made()).toMatchObject([{ event: { slug: "night-two" } }]);
    await desk.sound();
  });

  test("O9 403 on POST /events holds events only, never walk-ups", async () => {
    const desk = await openEventDesk({ key: "noEvents" });
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const { outboxId } = await desk.create();
    await desk.until(async () => (await desk.entry(outboxId)).reason === "forbidden", "the 403");
    const second = await desk.create({ ...nightRun, name: "Second Night" });
    const walkUp = await desk.value("walkUp.save", {
      commandId: commandId(),
      eventId,
      form: {
        eventRunId: await desk.runIdOf(eventId, "10K"),
        email: "zoe@example.org",
        registrationType: "free",
      },
      checkIn: false,
    });
    await desk.untilEntry(walkUp.outboxId, "done");
    expect(await desk.entry(outboxId)).toMatchObject({
      reason: "forbidden",
      certainty: "never-sent",
    });
    expect(await desk.entry(second.outboxId)).toMatchObject({ reason: "forbidden", tries: 0 });
    expect((await desk.value("connection.get", {})).rights).toMatchObject({
      writeEvents: "refused",
      writeParticipants: "worked",
    });
    await desk.value("connection.save", {
      commandId: commandId(),
      baseUrl: desk.sandbox.url,
      apiKey: desk.sandbox.keys.replacement,
    });
    await desk.untilEntry(second.outboxId, "done");
    await desk.untilEntry(outboxId, "done");
    expect(desk.made()).toHaveLength(2);
  });
});

describe("O10 an event that may have arrived is looked for by name, date and type", () => {
  async function inDoubt(arrives: boolean) {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [{ kind: arrives ? "lost-reply" : "reset", method: "POST", path: "/events" }],
    });
    const { outboxId } = await desk.create();
    await desk.until(async () => (await desk.entry(outboxId)).tries > 0, "a try");
    await desk.value("outbox.pause", { commandId: commandId() });
    await desk.sandbox.faults.clear();
    await desk.clock.advance(13 * hour);
    const resume = () => desk.value("outbox.resume", { commandId: commandId() });
    return { desk, outboxId, resume };
  }

  test("O10 one match is adopted, and nothing is sent", async () => {
    const { desk, outboxId, resume } = await inDoubt(true);
    await resume();
    await desk.untilEntry(outboxId, "done");
    expect(desk.made()).toHaveLength(1);
    expect(desk.made()[0]).toMatchObject({ event: { _id: (await desk.entry(outboxId)).remoteId } });
    await desk.sound();
  });

  test("O10 none: a person decides, and only then it is sent", async () => {
    const { desk, outboxId, resume } = await inDoubt(false);
    await resume();
    await desk.untilEntry(outboxId, "needs-attention");
    expect(await desk.entry(outboxId)).toMatchObject({ reason: "not-found-again" });
    expect(desk.made()).toHaveLength(0);
    await desk.value("outbox.decide", {
      commandId: commandId(),
      outboxId,
      decision: { kind: "send-again" },
    });
    await desk.untilEntry(outboxId, "done");
    expect(desk.made()).toHaveLength(1);
    await desk.sound();
  });

  test("O10 several: a person chooses which it is, and nothing is sent", async () => {
    const { desk, outboxId, resume } = await inDoubt(false);
    const { name, type, date } = nightRun;
    for (const key of ["one", "two"]) {
      await fetch(`${desk.sandbox.url}/events`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${desk.sandbox.keys.all}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify({ name: ` ${name.toUpperCase()}`, type, date }),
      });
    }
    await resume();
    await desk.untilEntry(outboxId, "needs-attention");
    const { reason, candidates } = await desk.entry(outboxId);
    expect(reason).toBe("several-matches");
    expect(candidates.map(({ name: found }) => found)).toHaveLength(2);
    const decide = (registrationId: string) =>
      desk.call("outbox.decide", {
        commandId: commandId(),
        outboxId,
        decision: { kind: "adopt", registrationId },
      });
    expect(await decide("event_of_nobody")).toMatchObject({ error: { code: "wrong-state" } });
    const chosen = candidates[1]?.id ?? "";
    expect(await decide(chosen)).toMatchObject({ value: { state: "done", remoteId: chosen } });
    expect(desk.made()).toHaveLength(2);
    await desk.until(
      async () =>
        (await desk.value("event.list", {})).events.some(
          (row) => row.id === chosen && row.delivery === "confirmed",
        ),
      "the event to be read back",
    );
    await desk.sound();
  });

  test("O10 what another entry became already is not adopted again", async () => {
    const { desk, outboxId, resume } = await inDoubt(true);
    await resume();
    await desk.untilEntry(outboxId, "done");
    await desk.sandbox.faults.set({
      rules: [{ kind: "without-id", method: "POST", path: "/events" }],
    });
    const second = await desk.create();
    await desk.untilEntry(second.outboxId, "done");
    await desk.sandbox.faults.clear();
    const ids = [await desk.entry(outboxId), await desk.entry(second.outboxId)].map(
      ({ remoteId }) => remoteId,
    );
    expect(new Set(ids).size).toBe(2);
    expect(desk.made()).toHaveLength(2);
    await desk.sound();
  });
});
