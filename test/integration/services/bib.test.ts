import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const assign = (desk: TestCore, runnerId: string, bib: string) =>
  desk.call("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib });

const bibOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.bib;

describe("text", () => {
  test("B1 007, 7 and A12 are three bibs, and each look-alike is pointed out", async () => {
    const desk = await openRace(harbourRun);
    const holders = async (bib: string) =>
      (await desk.value("bib.holders", { eventId, bib })).holders.map((runner) => runner.id);
    expect(await holders("7")).toEqual(["ana"]);
    expect(await holders("007")).toEqual(["rui"]);
    expect(await holders("A12")).toEqual(["luk"]);
    expect(await holders("07")).toEqual([]);
    const { warnings } = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(warnings).toEqual([
      {
        kind: "bib-look-alike",
        bib: "7",
        otherBib: "007",
        otherName: "Rui Sousa",
        otherRunLabel: "10 km",
      },
    ]);
  });

  test("B1 a bib is kept as typed, trimmed and composed", async () => {
    const desk = await openRace(harbourRun);
    const done = await assign(desk, "can", "  0E\u0301-7 ");
    expect(done).toMatchObject({ value: { runner: { bib: "0\u00C9-7" } } });
  });

  test.each([
    ["nothing", "", "blank"],
    ["blanks", " \t ", "blank"],
    ["300 characters", "9".repeat(300), "too-long"],
    ["21 characters", "9".repeat(21), "too-long"],
    ["an emoji", "\u{1F3C3}", "unprintable"],
    ["a number in a key cap", "7\uFE0F\u20E3", "unprintable"],
    ["a control character", "7\u00007", "unprintable"],
    ["a line break", "7\n8", "unprintable"],
    ["an invisible mark", "7\u200B", "unprintable"],
    ["a dash alone", "-", "unprintable"],
    ["an e-mail address", "berta@b.example", "address"],
    ["two words", "hello world", "space"],
  ])("B1 %s is no bib, and the reason is told", async (_what, bib, why) => {
    const desk = await openRace(harbourRun);
    const reply = await assign(desk, "can", bib);
    expect(reply).toMatchObject({ error: { code: "bib-invalid", details: { why } } });
    expect(await bibOf(desk, "can")).toBeNull();
  });
});

test("B1 a bib that the organizer's list has may have any form", async () => {
  const { registrations } = harbourRun;
  const desk = await openRace({
    ...harbourRun,
    registrations: registrations?.map((row) =>
      row._id === "ana" ? { ...row, bibIdentifier: "ELITE @ 7" } : row,
    ),
  });
  const taken = { code: "bib-taken", details: { holder: { id: "ana" } } };
  expect(await assign(desk, "can", "ELITE @ 7")).toMatchObject({ error: taken });
  await assign(desk, "ana", "8");
  expect(await assign(desk, "can", "ELITE @ 8")).toMatchObject({ error: { code: "bib-invalid" } });
  expect(await assign(desk, "ana", "ELITE @ 7")).toMatchObject({ ok: true });
});

describe("holders", () => {
  test("B2 a taken bib names its holder and is not given", async () => {
    const desk = await openRace(harbourRun);
    expect(await assign(desk, "can", "7")).toMatchObject({
      error: { code: "bib-taken", details: { holder: { id: "ana", name: "Ana Sousa" } } },
    });
    expect(await assign(desk, "can", "a12")).toMatchObject({ error: { code: "bib-taken" } });
    expect(await assign(desk, "ana", "7")).toMatchObject({ error: { code: "bib-unchanged" } });
    expect(await bibOf(desk, "can")).toBeNull();
  });

  test("B2 a bib that is typed in full width or in Arabic digits is taken, and its holder is found", async () => {
    const desk = await openRace(harbourRun);
    for (const bib of ["１２", "١٢"]) {
      expect(await assign(desk, "can", bib)).toMatchObject({
        error: { code: "bib-taken", details: { holder: { id: "ines" } } },
      });
      expect((await desk.value("bib.check", { eventId, bib })).takenBy).toMatchObject([
        { id: "ines" },
      ]);
    }
    await assign(desk, "can", "９１");
    expect(await bibOf(desk, "can")).toBe("91");
  });

  test("B2 a bib given up is free again", async () => {
    const desk = await openRace(harbourRun);
    await assign(desk, "ana", "8");
    expect(await assign(desk, "can", "7")).toMatchObject({ ok: true });
  });

  test("B2 a swap exchanges both sides in one fact", async () => {
    const desk = await openRace(harbourRun);
    const swapped = await desk.value("bib.swap", {
      commandId: newCommandId(),
      eventId,
      runnerId: "ana",
      otherRunnerId: "luk",
    });
    expect([swapped.runner.bib, swapped.other.bib]).toEqual(["A12", "7"]);
    const histories = await Promise.all(
      ["ana", "luk"].map((runnerId) => desk.value("roster.get", { eventId, runnerId })),
    );
    expect(histories.map((card) => card.history)).toMatchObject([
      [{ kind: "bib-swapped", bib: "A12", previousBib: "7", entryId: swapped.entryId }],
      [{ kind: "bib-swapped", bib: "7", previousBib: "A12", entryId: swapped.entryId }],
    ]);
  });

  test("B2 a swap with somebody who has none hands the bib over", async () => {
    const desk = await openRace(harbourRun);
    const swapped = await desk.value("bib.swap", {
      commandId: newCommandId(),
      eventId,
      runnerId: "can",
      otherRunnerId: "luk",
    });
    expect([swapped.runner.bib, swapped.other.bib]).toEqual(["A12", null]);
  });

  test("B2 a swap that would make a double, or change nothing, is refused", async () => {
    const desk = await openRace(harbourRun);
    const swap = (runnerId: string, otherRunnerId: string) =>
      desk.call("bib.swap", { commandId: newCommandId(), eventId, runnerId, otherRunnerId });
    expect(await swap("ana", "double-1")).toMatchObject({
      error: { code: "bib-taken", details: { holder: { id: "double-2" } } },
    });
    expect(await swap("double-1", "double-2")).toMatchObject({ error: { code: "bib-unchanged" } });
    expect(await swap("ana", "ana")).toMatchObject({ error: { code: "bib-unchanged" } });
    expect(await swap("ana", "nobody")).toMatchObject({ error: { code: "not-found" } });
    expect(await bibOf(desk, "ana")).toBe("7");
  });

  test("B2 a swap that two desks saw, and both ask for, is done once: the second one is refused and names who has another bib", async () => {
    const desk = await openRace(harbourRun);
    const saw = { bib: "7", otherBib: "A12" };
    const swap = () =>
      desk.call("bib.swap", {
        commandId: newCommandId(),
        eventId,
        runnerId: "ana",
        otherRunnerId: "luk",
        saw,
      });
    expect(await swap()).toMatchObject({ ok: true });
    expect(await swap()).toMatchObject({
      error: { code: "overtaken", details: { runner: { id: "ana", bib: "A12" } } },
    });
    expect([await bibOf(desk, "ana"), await bibOf(desk, "luk")]).toEqual(["A12", "7"]);
  });

  test("B2 doubles from the API are kept, shown on both cards, and a look-up shows them all", async () => {
    const desk = await openRace(harbourRun);
    const { holders } = await desk.value("bib.holders", { eventId, bib: "99" });
    expect(holders.map((runner) => runner.id).toSorted()).toEqual(["double-1", "double-2"]);
    const card = await desk.value("roster.get", { eventId, runnerId: "double-1" });
    expect(card.warnings).toEqual([
      {
        kind: "bib-double",
        bib: "99",
        holders: [{ id: "double-2", name: "Dora Dois", runLabel: "10 km" }],
      },
    ]);
    const scan = await desk.value("roster.scan", { eventId, text: "99" });
    expect(scan.rows).toHaveLength(2);
  });

  test("B2 in a relay run the team shares its bib: it is no double and is changed together", async () => {
    const desk = await openRace(harbourRun);
    const card = await desk.value("roster.get", { eventId, runnerId: "relay-1" });
    expect(card.team.map((runner) => runner.id)).toEqual(["relay-2"]);
    expect(card.companionWarnings).toEqual({});
    expect(card.warnings).toEqual([]);
    expect(await assign(desk, "relay-3", "301")).toMatchObject({ error: { code: "bib-taken" } });
    expect(await assign(desk, "relay-1", "302")).toMatchObject({ ok: true });
    expect(await bibOf(desk, "relay-2")).toBe("302");
    const undone = await desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(undone.undone).toBe("bib");
    expect([await bibOf(desk, "relay-1"), await bibOf(desk, "relay-2")]).toEqual(["301", "301"]);
  });

  test("B2 teams swap as teams", async () => {
    const desk = await openRace(harbourRun);
    await assign(desk, "relay-3", "305");
    await desk.value("bib.swap", {
      commandId: newCommandId(),
      eventId,
      runnerId: "relay-2",
      otherRunnerId: "relay-3",
    });
    const bibs = async () =>
      Promise.all(["relay-1", "relay-2", "relay-3"].map((runnerId) => bibOf(desk, runnerId)));
    expect(await bibs()).toEqual(["305", "305", "301"]);
    const undone = await desk.value("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(undone.undone).toBe("swap");
    expect(await bibs()).toEqual(["301", "301", "305"]);
  });

  test.each([
    ["the runner", "relay-3", "relay-1"],
    ["the team", "relay-1", "relay-3"],
  ])(
    "B2 a runner without a bib takes the whole team's bib, and the swap is undone and redone as one: asked for %s",
    async (_whom, runnerId, otherRunnerId) => {
      const desk = await openRace(harbourRun);
      const order = () => ({ commandId: newCommandId(), eventId });
      const bibs = async () =>
        Promise.all(["relay-1", "relay-2", "relay-3"].map((id) => bibOf(desk, id)));
      expect(await bibs()).toEqual(["301", "301", null]);
      await desk.value("bib.swap", { ...order(), runnerId, otherRunnerId });
      expect(await bibs()).toEqual([null, null, "301"]);
      const { history } = await desk.value("roster.get", { eventId, runnerId: "relay-2" });
      expect(history).toMatchObject([{ kind: "bib-swapped", bib: null, previousBib: "301" }]);
      const undone = await desk.value("desk.undoLast", order());
      expect(undone.undone).toBe("swap");
      expect(await bibs()).toEqual(["301", "301", null]);
      await desk.value("desk.redo", order());
      expect(await bibs()).toEqual([null, null, "301"]);
    },
  );

  test("B2 a member of the team who has another bib keeps it when somebody takes the team's bib", async () => {
    const { registrations } = harbourRun;
    const desk = await openRace({
      ...harbourRun,
      registrations: registrations?.map((row) =>
        row._id === "relay-2" ? { ...row, bibIdentifier: "302" } : row,
      ),
    });
    await desk.value("bib.swap", {
      commandId: newCommandId(),
      eventId,
      runnerId: "can",
      otherRunnerId: "relay-1",
    });
    expect([await bibOf(desk, "relay-1"), await bibOf(desk, "relay-2")]).toEqual([null, "302"]);
  });

  test("C3 Ctrl+Z gives the former bib back, but never one that somebody else has by now", async () => {
    const desk = await openRace(harbourRun);
    await assign(desk, "ana", "8");
    const tablet = { role: "desk", device: "Tablet", deviceId: "tablet-1" } as const;
    await desk.value(
      "bib.assign",
      { commandId: newCommandId(), eventId, runnerId: "can", bib: "7" },
      tablet,
    );
    const undo = () => desk.call("desk.undoLast", { commandId: newCommandId(), eventId });
    expect(await undo()).toMatchObject({
      error: { code: "bib-taken", details: { holder: { id: "can" } } },
    });
    await desk.value("desk.undoLast", { commandId: newCommandId(), eventId }, tablet);
    expect(await undo()).toMatchObject({ value: { undone: "bib", runners: [{ bib: "7" }] } });
    const { history } = await desk.value("roster.get", { eventId, runnerId: "ana" });
    expect(history.map((line) => [line.kind, line.bib])).toEqual([
      ["bib-given", "8"],
      ["bib-undone", "7"],
    ]);
  });

  test("B2 a typed bib is free, taken by somebody, or looks like another one", async () => {
    const desk = await openRace(harbourRun);
    const check = async (bib: string, runnerId?: string) => {
      const { takenBy, noSwap, looksLike } = await desk.value("bib.check", {
        eventId,
        bib,
        ...(runnerId === undefined ? {} : { runnerId }),
      });
      return [takenBy.map(({ id }) => id).toSorted(), noSwap, looksLike?.id ?? null];
    };
    expect(await check("8")).toEqual([[], null, null]);
    expect(await check("12")).toEqual([["ines"], null, null]);
    expect(await check("a12")).toEqual([["luk"], null, null]);
    expect(await check("012")).toEqual([[], null, "ines"]);
    expect(await check(" 7 ", "ana")).toEqual([[], null, "rui"]);
    expect(await check("301", "relay-1")).toEqual([[], null, null]);
    // A team is one holder; two runners with one bib are not.
    expect(await check("301", "relay-3")).toEqual([["relay-1", "relay-2"], null, null]);
    expect(await check("99", "ana")).toEqual([["double-1", "double-2"], "several-holders", null]);
    expect(await check("7", "double-1")).toEqual([["ana"], "own-bib-shared", "rui"]);
    expect(await desk.call("bib.check", { eventId, bib: "-" })).toMatchObject({
      error: { code: "bib-invalid" },
    });
  });

  test("B5 the next free number counts on in the run's own block, past look-alikes and odd bibs", async () => {
    const desk = await openRace(harbourRun);
    const next = async (runId?: string) =>
      (await desk.value("bib.nextFree", { eventId, ...(runId === undefined ? {} : { runId }) }))
        .bib;
    expect(await next("run-5")).toBe("13");
    // The mile has 50 and 99, and a runner of the 10 km has 99 too.
    expect(await next("run-full")).toBe("51");
    await assign(desk, "ines", "0299");
    await assign(desk, "can", "300");
    await assign(desk, "wait", "0298");
    expect(await next("run-5")).toBe("0302");
    for (const unknown of ["no-such-run", "__proto__", "constructor", "toString"]) {
      expect(await next(unknown)).toBeNull();
    }
  });

  test("B5 one odd bib in a run of a thousand moves nothing", async () => {
    const desk = await openRace({
      ...harbourRun,
      registrations: Array.from({ length: 30 }, (_, at) => ({
        _id: `runner-${at}`,
        eventRunId: "run-10",
        name: `Runner ${at}`,
        email: `runner-${at}@example.org`,
        bibIdentifier: String(1001 + at),
      })),
    });
    const next = async () => (await desk.value("bib.nextFree", { eventId, runId: "run-10" })).bib;
    expect(await next()).toBe("1031");
    await assign(desk, "runner-0", "3333");
    expect(await next()).toBe("1031");
  });
});

test("B2 B5 M12 the number of a retracted walk-up is free again, in a run's block and in a range", async () => {
  const desk = await openRace(harbourRun);
  const saveWalkUp = async (runId: string, bib: string) => {
    const form = { eventRunId: runId, email: "w@example.org", registrationType: "free" };
    const order = { commandId: newCommandId(), eventId, form, bib, checkIn: false };
    return (await desk.value("walkUp.save", order)).runner.id;
  };
  const retract = (runnerId: string) =>
    desk.value("walkUp.retract", { commandId: newCommandId(), eventId, runnerId });
  await desk.value("outbox.pause", { commandId: newCommandId() });
  const next = async (runId: string) => {
    const { bib, range } = await desk.value("bib.nextFree", { eventId, runId });
    return [bib, range?.left ?? null];
  };
  const inBlock = await saveWalkUp("run-5", "13");
  expect(await next("run-5")).toEqual(["14", null]);
  await retract(inBlock);
  expect(await next("run-5")).toEqual(["13", null]);

  const { desks } = await desk.value("bibRange.list", { eventId });
  const range = { first: "501", last: "502" };
  const order = { commandId: newCommandId(), eventId, runId: "run-10", range };
  await desk.value("bibRange.set", { ...order, desk: desks[0]?.desk ?? "" });
  const inRange = await saveWalkUp("run-10", "501");
  expect(await next("run-10")).toEqual(["502", 1]);
  await retract(inRange);
  expect(await next("run-10")).toEqual(["501", 2]);
  const listedLeft = async () => {
    const { ranges } = await desk.value("bibRange.list", { eventId });
    return ranges.map(({ left }) => left);
  };
  expect(await listedLeft()).toEqual([2]);
  await saveWalkUp("run-10", "501");
  expect(await next("run-10")).toEqual(["502", 1]);
  expect(await listedLeft()).toEqual([1]);
});

test("B3 a bib that differs from the organizer's is counted at once, and no more once it is as theirs again", async () => {
  const desk = await openRace(harbourRun);
  const { runner } = await desk.value("roster.get", { eventId, runnerId: "ana" });
  const give = (bib: string) =>
    desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId: "ana", bib });
  const differing = async () => (await desk.value("digest.get", { eventId })).digest?.bibDrift;
  expect(await differing()).toBe(0);
  await give("77");
  expect(await differing()).toBe(1);
  await give(runner.bib ?? "");
  expect(await differing()).toBe(0);
});
