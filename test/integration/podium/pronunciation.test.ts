import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import type { PodiumDesk } from "./podium-desk.ts";
import { eventId, lines, openPodium, podiumDesk, tablet } from "./podium-desk.ts";

const pronounce = (desk: PodiumDesk, runnerId: string, text: string) =>
  desk.value("podium.pronounce", { commandId: newCommandId(), eventId, runnerId, text }, tablet);

const said = async (desk: PodiumDesk) => {
  const { slots, announced } = await desk.segment();
  const of = (list: typeof slots) => list.map(({ pronunciation }) => pronunciation);
  return { sheet: of(slots), announced: announced === null ? null : of(announced.slots) };
};

test("P7 how a name is said stays with the runner, on the sheet and in the announcement", async () => {
  const desk = await openPodium();
  await desk.enter(lines("7", "A12"));
  expect(await pronounce(desk, "ana", "  AH-na SOH-za ")).toEqual({
    pronunciation: "AH-na SOH-za",
  });
  await desk.announce();
  expect(await said(desk)).toEqual({
    sheet: ["AH-na SOH-za", null],
    announced: ["AH-na SOH-za", null],
  });
  // A changed pronunciation is changed everywhere, and the announcement itself stays the same.
  await pronounce(desk, "ana", "AH-nuh");
  expect((await said(desk)).announced).toEqual(["AH-nuh", null]);
  expect(await desk.segment()).toMatchObject({ state: "announced" });
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  const before = await said(desk);
  expect(await said(podiumDesk(await desk.reopen(), desk.partner))).toEqual(before);
});

test("P7 an empty text takes it away; too long a text and a runner nobody knows are refused", async () => {
  const desk = await openPodium();
  await desk.enter(lines("7"));
  await pronounce(desk, "ana", "AH-na");
  expect(await pronounce(desk, "ana", "  ")).toEqual({ pronunciation: null });
  expect((await said(desk)).sheet).toEqual([null]);
  const order = { commandId: newCommandId(), eventId, runnerId: "ana", text: "a".repeat(101) };
  expect(await desk.call("podium.pronounce", order)).toMatchObject({
    error: { code: "invalid-input" },
  });
  expect(
    await desk.call("podium.pronounce", { ...order, text: "a", runnerId: "nobody" }),
  ).toMatchObject({ error: { code: "not-found" } });
});

test("P7 W2 a walk-up keeps it once it has its registration", async () => {
  const desk = await openPodium();
  const { runner } = await desk.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      eventRunId: "run-10",
      email: "nova@example.org",
      name: "Nova Pessoa",
      registrationType: "free",
    },
    bib: "900",
    checkIn: true,
  });
  await desk.enter(lines("900"));
  await pronounce(desk, runner.id, "NOH-va");
  expect((await said(desk)).sheet).toEqual(["NOH-va"]);
  expect(await desk.value("journal.verify", {})).toMatchObject({ differences: 0 });
});
