import { describe, expect, test } from "vitest";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const tablet = { role: "desk", device: "Tablet", deviceId: "tablet-1" } as const;

/** The kinds of the warnings of each companion on a card. */
const kindsOf = ({ companionWarnings }: RunnerCard): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(companionWarnings).map(([id, warnings]) => [
      id,
      warnings.map(({ kind }) => kind),
    ]),
  );

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.call("checkIn.perform", { commandId: newCommandId(), eventId, runnerId });

const statesOf = async (desk: TestCore, ...runnerIds: string[]) =>
  Promise.all(
    runnerIds.map(async (runnerId) => {
      const { runner } = await desk.value("roster.get", { eventId, runnerId });
      return runner.checkedIn !== null;
    }),
  );

describe("performing", () => {
  test("C1 a confirmed registration checks in at once, with who, where and when (J3)", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("settings.save", {
      commandId: newCommandId(),
      desk: "Tent",
      operator: "Maria",
    });
    const done = await desk.value("checkIn.perform", {
      commandId: newCommandId(),
      eventId,
      runnerId: "ana",
    });
    const actor = { operator: "Maria", desk: "Tent", atMs: desk.clock.now() };
    expect(done.runner.checkedIn).toEqual(actor);
    const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(card.history).toMatchObject([{ kind: "checked-in", actor, undoable: true }]);
    expect(desk.invalidations).toContainEqual({ topic: "roster", eventId });
  });

  test.each([
    ["can", "not-confirmed"],
    ["wait", "not-confirmed"],
    ["ines", "run-cancelled"],
    ["nobody", "not-found"],
  ] as const)("C1 %s is refused as %s and nothing is recorded", async (runnerId, code) => {
    const desk = await openRace(harbourRun);
    expect(await checkIn(desk, runnerId)).toMatchObject({ ok: false, error: { code } });
    const runCounts = await desk.value("roster.runCounts", { eventId });
    expect(runCounts.checkIns).toBe(0);
  });

  test("C1 an override with a reason passes, and the reason is in the history", async () => {
    const desk = await openRace(harbourRun);
    const order = { commandId: newCommandId(), eventId, runnerId: "can" };
    const unreasoned = await desk.call("checkIn.perform", { ...order, override: { reason: "  " } });
    expect(unreasoned).toMatchObject({ error: { code: "invalid-input" } });
    await desk.value("checkIn.perform", { ...order, override: { reason: "Paid in cash" } });
    const card = await desk.value("roster.get", { eventId, runnerId: "can" });
    expect(card.history).toMatchObject([{ kind: "checked-in", reason: "Paid in cash" }]);
  });

  test("C2 a second check-in is refused and says when, where and by whom", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("settings.save", { commandId: newCommandId(), operator: "Maria" });
    await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "ana" });
    const first = desk.clock.now();
    await desk.clock.advance(60_000);
    expect(await checkIn(desk, "ana")).toMatchObject({
      error: {
        code: "already-checked-in",
        details: { runner: { checkedIn: { operator: "Maria", desk: "Desk 1", atMs: first } } },
      },
    });
  });

  test("C2 a second one that is overridden is kept beside the first, which stays shown (J4)", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: "ana" });
    const first = desk.clock.now();
    await desk.clock.advance(60_000);
    await desk.value(
      "checkIn.perform",
      { commandId: newCommandId(), eventId, runnerId: "ana", override: { reason: "Lost bib" } },
      tablet,
    );
    const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(card.runner.checkedIn).toMatchObject({ desk: "Desk 1", atMs: first });
    expect(card.warnings).toContainEqual({
      kind: "several-check-ins",
      claims: [
        { operator: "", desk: "Desk 1", atMs: first },
        { operator: "", desk: "Tablet", atMs: first + 60_000 },
      ],
    });
  });

  test("C2 the server's own check-in counts as checked in elsewhere", async () => {
    const desk = await openRace(harbourRun);
    const card = await desk.value("roster.get", { eventId, runnerId: "there" });
    expect(card.runner).toMatchObject({ checkedIn: null, checkedInElsewhere: true });
    expect(await checkIn(desk, "there")).toMatchObject({ error: { code: "already-checked-in" } });
    const undone = await desk.call("checkIn.undo", {
      commandId: newCommandId(),
      eventId,
      runnerId: "there",
    });
    expect(undone).toMatchObject({ error: { code: "nothing-to-undo" } });
  });
});

describe("undoing", () => {
  test("C3 undo takes the check-in back as an entry of its own (J2) and it can be done anew", async () => {
    const desk = await openRace(harbourRun);
    const target = { eventId, runnerId: "ana" };
    const { entryId } = await desk.value("checkIn.perform", {
      commandId: newCommandId(),
      ...target,
    });
    const undone = await desk.value("checkIn.undo", {
      commandId: newCommandId(),
      ...target,
      entryId,
    });
    expect(undone.runner.checkedIn).toBeNull();
    const again = await desk.call("checkIn.undo", {
      commandId: newCommandId(),
      ...target,
      entryId,
    });
    expect(again).toMatchObject({ error: { code: "nothing-to-undo" } });
    await desk.value("checkIn.perform", { commandId: newCommandId(), ...target });
    const card = await desk.value("roster.get", target);
    expect(card.history).toMatchObject([
      { kind: "checked-in", undoable: false },
      { kind: "check-in-undone", undoable: false },
      { kind: "checked-in", undoable: true },
    ]);
  });

  test("C3 without an id the last one made is taken back", async () => {
    const desk = await openRace(harbourRun);
    const target = { eventId, runnerId: "ana" };
    await desk.value("checkIn.perform", { commandId: newCommandId(), ...target });
    await desk.clock.advance(10);
    const override = { reason: "Again" };
    await desk.value("checkIn.perform", { commandId: newCommandId(), ...target, override });
    const { runner } = await desk.value("checkIn.undo", { commandId: newCommandId(), ...target });
    expect(runner.checkedIn?.atMs).toBe(desk.clock.now() - 10);
  });

  test("C3 Ctrl+Z takes back this desk's last action, never another desk's", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    await desk.call(
      "checkIn.perform",
      { commandId: newCommandId(), eventId, runnerId: "luk" },
      tablet,
    );
    const undone = await desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(undone).toMatchObject({ undone: "check-in", runners: [{ id: "ana" }] });
    expect(await statesOf(desk, "ana", "luk")).toEqual([false, true]);
    const empty = await desk.call("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(empty).toMatchObject({ error: { code: "nothing-to-undo" } });
  });

  test("C3 pressed again it takes back the one before; what was undone by hand is passed over", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    await checkIn(desk, "rui");
    await checkIn(desk, "luk");
    await desk.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId: "rui" });
    const undo = () => desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect((await undo()).runners.map((runner) => runner.id)).toEqual(["luk"]);
    expect((await undo()).runners.map((runner) => runner.id)).toEqual(["ana"]);
  });

  test("C3 a recent list offers this desk's last check-ins that still stand, newest first", async () => {
    const desk = await openRace(harbourRun);
    for (const runnerId of ["ana", "rui", "luk"]) {
      await checkIn(desk, runnerId);
      await desk.clock.advance(1_000);
    }
    await desk.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId: "rui" });
    const { checkIns } = await desk.value("roster.recent", { eventId });
    expect(checkIns.map((line) => line.runner.id)).toEqual(["luk", "ana"]);
    const onTablet = await desk.value("roster.recent", { eventId }, tablet);
    expect(onTablet.checkIns).toEqual([]);
  });

  test("C3 the recent list keeps its check-ins when the desk gets another name", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    await desk.value("settings.save", { commandId: newCommandId(), desk: "Start tent" });
    await checkIn(desk, "rui");
    const { checkIns } = await desk.value("roster.recent", { eventId });
    expect(checkIns.map((line) => line.runner.id)).toEqual(["rui", "ana"]);
  });
});

describe("families", () => {
  test("C4 who shares an e-mail is offered, whatever its case and run", async () => {
    const desk = await openRace(harbourRun);
    const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(card.family.map((runner) => runner.id).toSorted()).toEqual(["ines", "rui"]);
  });

  test("C3 C4 the warnings of relatives are named: a bib that looks like another one, a cancelled run", async () => {
    const desk = await openRace(harbourRun);
    const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(kindsOf(card)).toEqual({ ines: ["run-cancelled"], rui: ["bib-look-alike"] });
    await desk.value("bib.assign", {
      commandId: newCommandId(),
      eventId,
      runnerId: "rui",
      bib: "31",
    });
    const after = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(kindsOf(after)).toEqual({ ines: ["run-cancelled"], rui: ["bib-drift"] });
  });

  test("C4 a family checks in together; one failure does not stop the others and says which", async () => {
    const desk = await openRace(harbourRun);
    const { outcomes } = await desk.value("checkIn.performAll", {
      commandId: newCommandId(),
      eventId,
      runnerIds: ["ana", "ines", "nobody", "rui", "ana"],
    });
    expect(outcomes.map(({ runnerId, failure }) => [runnerId, failure])).toEqual([
      ["ana", null],
      ["ines", "run-cancelled"],
      ["nobody", "not-found"],
      ["rui", null],
    ]);
    expect(outcomes.map((outcome) => outcome.runner?.bib ?? null)).toEqual([
      "7",
      "12",
      null,
      "007",
    ]);
    expect(await statesOf(desk, "ana", "ines", "rui")).toEqual([true, false, true]);
  });

  test("C3 Ctrl+Z takes a family back together", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("checkIn.performAll", {
      commandId: newCommandId(),
      eventId,
      runnerIds: ["ana", "rui"],
    });
    const undone = await desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(undone.undone).toBe("family");
    expect(await statesOf(desk, "ana", "rui")).toEqual([false, false]);
  });
});

test("C5 nobody is ticked anonymously: a runner who is not on the list is not found", async () => {
  const desk = await openRace(harbourRun);
  expect(await checkIn(desk, "w_unknown")).toMatchObject({ error: { code: "not-found" } });
});

test("the run counts hold arrivals exactly, here and elsewhere, and forget what was undone", async () => {
  const desk = await openRace(harbourRun);
  await checkIn(desk, "ana");
  await checkIn(desk, "luk");
  await desk.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId: "luk" });
  const { runs, arrivals, checkIns } = await desk.value("roster.runCounts", { eventId });
  expect(runs.map(({ label, arrived, expected }) => [label, arrived, expected])).toEqual([
    ["10 km", 1, 4],
    ["5 km", 0, 1],
    ["Relay", 0, 3],
    ["Mile", 1, 2],
  ]);
  expect(checkIns).toBe(1);
  expect(arrivals).toHaveLength(60);
  expect(arrivals.at(-1)).toBe(1);
});

test("J5 who is let in by an override is one more of the run, so that no run has more arrivals than runners", async () => {
  const desk = await openRace(harbourRun);
  const countAll = async () => {
    const { runs } = await desk.value("roster.runCounts", { eventId });
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    return [sum(runs.map((run) => run.arrived)), sum(runs.map((run) => run.expected))];
  };
  const [arrived = 0, expected = 0] = await countAll();
  const target = { eventId, runnerId: "can" };
  const override = { reason: "Paid in cash" };
  await desk.value("checkIn.perform", { commandId: newCommandId(), ...target, override });
  expect(await countAll()).toEqual([arrived + 1, expected + 1]);
  await desk.value("checkIn.undo", { commandId: newCommandId(), ...target });
  expect(await countAll()).toEqual([arrived, expected]);
});

test("D8 a run starts by the venue's clocks, wherever this computer's clock is set", async () => {
  const desk = await openOrganizerDesk({ sandbox: { timezone: "Pacific/Noumea" } });
  const eventId = desk.sandbox.mainEventId;
  await desk.download(eventId);
  const { runs } = await desk.value("roster.runCounts", { eventId });
  const [first] = runs;
  expect(first?.startTime).toBe("09:00");
  // The clocks of Nouméa are eleven hours ahead of UTC all year.
  expect(first?.startsAtMs).toBe(Date.parse(`${first?.date}T09:00:00+11:00`));
});

test("the last of the arrivals are those of the last 60 seconds", async () => {
  const desk = await openRace(harbourRun);
  const lastMinute = async () => {
    const { arrivals } = await desk.value("roster.runCounts", { eventId });
    return arrivals.slice(-2);
  };
  await checkIn(desk, "ana");
  await desk.clock.advance(59_000);
  await checkIn(desk, "luk");
  expect(await lastMinute()).toEqual([0, 2]);
  await desk.clock.advance(1_000);
  expect(await lastMinute()).toEqual([1, 1]);
  await desk.clock.advance(59_000);
  expect(await lastMinute()).toEqual([2, 0]);
});
