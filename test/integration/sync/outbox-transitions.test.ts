import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";

const nightRun = { name: "Night Run", type: "race", date: "2026-12-24" };

type Desk = Awaited<ReturnType<typeof openRace>>;

async function saveWalkUps(desk: Desk, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { outboxId } = await desk.value("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: {
        eventRunId: "run-10",
        email: `walk-up-${number}@example.org`,
        name: `Walk Up ${number}`,
        registrationType: "free",
      },
      checkIn: false,
    });
    ids.push(outboxId);
  }
  return ids;
}

describe("the certainty of an entry: never sent, maybe sent, confirmed, refused", () => {
  test("O1 every entry there ever was is in one of four counts", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    await saveWalkUps(desk, 3);
    await desk.value("event.create", { commandId: newCommandId(), form: nightRun });
    const whole = await desk.value("outbox.totals", {});
    expect(whole.counts).toEqual({
      "never-sent": 4,
      "maybe-sent": 0,
      confirmed: 0,
      refused: 0,
    });
    // Newest first. A local event is listed by its own creation.
    expect(whole.events).toEqual([
      { id: expect.any(String), name: nightRun.name, entries: 1 },
      { id: eventId, name: "Harbour Run", entries: 3 },
    ]);
    const madeId = whole.events[0]?.id ?? "";
    expect((await desk.value("outbox.totals", { eventId: madeId })).counts["never-sent"]).toBe(1);
    const ofMade = await desk.value("outbox.list", { show: "all", eventId: madeId });
    expect(ofMade).toMatchObject({ total: 1, entries: [{ kind: "event" }] });

    const ofEvent = await desk.value("outbox.totals", { eventId });
    expect(ofEvent.counts["never-sent"]).toBe(3);
    const ofOther = await desk.value("outbox.totals", { eventId: "event-none" });
    expect(ofOther.counts["never-sent"]).toBe(0);
    expect(ofOther.events).toHaveLength(2);
  });

  test("W3 an entry that was replaced before it was ever sent is counted once, with the one that replaces it", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const [outboxId = ""] = await saveWalkUps(desk, 1);
    const { form } = (await desk.value("outbox.get", { outboxId })).entry;
    if (form === null) throw new Error("A walk-up without a form");
    const changed = { ...form, name: "Somebody Else" };
    const input = { commandId: newCommandId(), outboxId, form: changed };
    const { id } = await desk.value("outbox.correct", input);
    const { counts, events } = await desk.value("outbox.totals", {});
    expect(counts["never-sent"]).toBe(1);
    expect(events).toMatchObject([{ entries: 1 }]);
    const listed = await desk.value("outbox.list", { show: "all", certainty: "never-sent" });
    expect(listed).toMatchObject({ total: 1, entries: [{ id }] });
  });

  test("W3 a refused walk-up and a confirmed one are found by what is known of them", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const [refused, confirmed] = await saveWalkUps(desk, 2);
    desk.partner.answerPost = (body) =>
      body["email"] === "walk-up-0@example.org"
        ? Response.json({ error: { code: "INVALID", message: "No" } }, { status: 422 })
        : undefined;
    desk.partner.online = true;
    await desk.value("outbox.resume", { commandId: newCommandId() });
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    await expect
      .poll(async () => {
        await desk.clock.advance(100);
        return (await desk.value("outbox.totals", {})).counts;
      })
      .toEqual({ "never-sent": 0, "maybe-sent": 0, confirmed: 1, refused: 1 });

    const find = async (certainty: "refused" | "confirmed") => {
      const { entries, total } = await desk.value("outbox.list", { show: "all", certainty });
      expect(total).toBe(entries.length);
      return entries.map(({ id }) => id);
    };
    expect(await find("refused")).toEqual([refused]);
    expect(await find("confirmed")).toEqual([confirmed]);
  });

  test("O1 a queue of a thousand is read page by page, each entry once", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const ids = await saveWalkUps(desk, 1_050);
    const read: string[] = [];
    for (let from = 0; from <= 1_050; from += 100) {
      const page = await desk.value("outbox.list", {
        show: "all",
        certainty: "never-sent",
        eventId,
        from,
        limit: 100,
      });
      expect(page.total).toBe(1_050);
      read.push(...page.entries.map(({ id }) => id));
    }
    expect(read).toEqual(ids);
  });
});

test("S10 a paired device counts only what it lists: the walk-ups of the open event", async () => {
  const desk = await openRace(harbourRun);
  const tablet = { role: "desk", device: "Tablet", deviceId: "d1" } as const;
  await desk.value("outbox.pause", { commandId: newCommandId() });
  const [outboxId = ""] = await saveWalkUps(desk, 3);
  await desk.value("outbox.setAside", { commandId: newCommandId(), outboxId });
  await desk.value("event.create", { commandId: newCommandId(), form: nightRun });
  expect(await desk.value("sync.status", {})).toMatchObject({ waiting: 3, setAside: 1 });
  expect(await desk.value("sync.status", {}, tablet)).toMatchObject({ waiting: 2, setAside: 1 });
  await desk.value("event.open", { commandId: newCommandId(), eventId: null });
  const none = { waiting: 0, setAside: 0, needsAttention: 0, sentToday: 0 };
  expect(await desk.value("sync.status", {}, tablet)).toMatchObject(none);
  expect(await desk.value("sync.look", {}, tablet)).toMatchObject(none);
  expect(await desk.value("sync.status", {})).toMatchObject({ waiting: 3, setAside: 1 });
});
