import { expect, test } from "vitest";
import { settle } from "#test/support/clock.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { eventId, lines, openPodium, readOut, runId, warned } from "./podium-desk.ts";

test("P1 the typed order is the claim: who ties shares a place, the next place counts them", async () => {
  const desk = await openPodium();
  await desk.save("overall", { depth: 5 });
  const segment = await desk.enter(lines("7", "007", "=A12", "12"));
  expect(readOut(segment)).toEqual(["1. 7", "2. 007", "2. A12", "4. 12"]);
  expect(segment.slots.map(({ name }) => name)).toEqual([
    "Ana Sousa",
    "Rui Sousa",
    "Łukasz Nowak",
    "Inês Sousa",
  ]);
  expect(segment).toMatchObject({ state: "draft", toFill: 1 });
  expect(await desk.segment()).toEqual(segment);
});

test("P1 everybody who ties at the depth cut is kept; whoever is behind has no award", async () => {
  const desk = await openPodium();
  await desk.save("overall", { depth: 2 });
  const segment = await desk.enter(lines("7", "007", "=A12", "=12", "50"));
  expect(segment.slots.map(({ place, beyondDepth }) => [place, beyondDepth])).toEqual([
    [1, false],
    [2, false],
    [2, false],
    [2, false],
    [5, true],
  ]);
  expect(segment.toFill).toBe(0);
});

test("P1 a time that contradicts the order, or differs within a tie, warns and changes no place", async () => {
  const desk = await openPodium();
  await desk.checkIn("ana", "rui", "luk");
  const segment = await desk.enter(lines("7@35:00", "007@34:59.99", "A12@36:00", "=99@36:01"));
  expect(readOut(segment)).toEqual(["1. 7", "2. 007", "3. A12", "3. 99"]);
  expect(warned(segment)).toEqual([
    [],
    ["time-contradicts"],
    ["time-contradicts"],
    ["ambiguous-bib", "time-contradicts"],
  ]);
});

test("P1 a place that nobody took cannot be said: the order is the claim, a blank line between others is refused", async () => {
  const desk = await openPodium();
  expect(await desk.call("podium.enter", await desk.order(lines("7", " ", "A12")))).toMatchObject({
    error: { code: "invalid-input", fields: { slots: [expect.stringContaining("blank")] } },
  });
  expect(await desk.segment()).toMatchObject({ state: "empty", revision: null });
  expect(readOut(await desk.enter(lines("7", "A12", "", "  ")))).toEqual(["1. 7", "2. A12"]);
});

test("P2 P2a digits alone are a clock's; every time is kept with its colons, in hundredths", async () => {
  const desk = await openPodium();
  const { slots } = await desk.enter(
    lines("7@1:02:03.4", "007@10203,41", "A12@3500", "12@30:00:00"),
  );
  expect(slots.map(({ time, hundredths }) => [time, hundredths])).toEqual([
    ["1:02:03.4", 372_340],
    ["1:02:03.41", 372_341],
    ["35:00", 210_000],
    ["30:00:00", 10_800_000],
  ]);
});

test("P2 each segment declares its clock; what nobody declared gets the usual one", async () => {
  const desk = await openPodium({
    awards: [
      {
        eventRunId: runId,
        segments: ["overall", "sex:F~age:40-49"].map((segmentId) => ({ segmentId })),
      },
    ],
  });
  const clocks = async () =>
    (await desk.value("podium.get", { eventId, runId })).segments.map(({ clock }) => clock);
  expect(await clocks()).toEqual(["gun", "chip"]);
  await desk.save("overall", { clock: "chip" });
  expect(await clocks()).toEqual(["chip", "chip"]);
});

test.each(["", "  ", "none", "-1:00", "12:60", "1:2:3", "1000:00:00", "3575", "3601000"])(
  "P2 the time %j is refused by its line, or is none, and nothing is written",
  async (time) => {
    const desk = await openPodium();
    const reply = await desk.call("podium.enter", await desk.order(lines("7", `A12@${time}`)));
    if (time.trim() === "") {
      expect(reply).toMatchObject({ value: { slots: [{}, { time: null, hundredths: null }] } });
      return;
    }
    expect(reply).toMatchObject({
      error: { code: "invalid-time", fields: { "slots.1.time": expect.anything() } },
    });
    expect((await desk.segment()).revision).toBeNull();
  },
);

test("W2 a walk-up is placed before it was ever sent, and its line follows it when it is confirmed", async () => {
  const desk = await openPodium();
  const form = {
    eventRunId: runId,
    email: "nova@example.org",
    name: "Nova Pessoa",
    registrationType: "free",
  };
  const { runner } = await desk.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form,
    bib: "900",
    checkIn: true,
  });
  const found = await desk.value("podium.find", { eventId, runId, bib: "900" });
  expect(found.holders.map(({ id }) => id)).toEqual([runner.id]);
  const before = await desk.enter(lines("900"));
  expect(before.slots).toMatchObject([{ runnerId: runner.id, name: "Nova Pessoa", warnings: [] }]);

  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  const delivery = async () =>
    (await desk.value("roster.get", { eventId, runnerId: runner.id })).runner.delivery;
  for (let turn = 0; turn < 500 && (await delivery()) !== "confirmed"; turn += 1) {
    await desk.clock.advance(100);
    await settle();
  }
  expect(await delivery()).toBe("confirmed");
  expect((await desk.segment()).slots).toEqual(before.slots);
  const again = await desk.enter([{ bib: "900", runnerId: "created-1", tie: false, time: null }]);
  expect(again.slots).toEqual(before.slots);
  expect(again.revision).toBe(before.revision);
});
