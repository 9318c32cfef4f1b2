import { expect, test } from "vitest";
import type { InputOf } from "#shared/contract/index.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk } from "./finish-desk.ts";
import type { PodiumDesk } from "./podium-desk.ts";
import { eventId, lines, openPodium, runId } from "./podium-desk.ts";

const startAtMs = Date.UTC(2026, 4, 17, 8, 0, 0);

/** Bibs 7, 007 and A12 in this order, 33:20.05, 35:00 and 36:40 after the gun. */
async function openFinished() {
  const desk = await openPodium();
  const log = finishDesk(desk);
  await setGun(desk, startAtMs);
  await log.press(startAtMs + 2_000_050, startAtMs + 2_100_000, startAtMs + 2_200_000);
  await log.type("7", "007", "A12");
  return { ...desk, log };
}

const setGun = (desk: PodiumDesk, atMs: number | null) =>
  desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs });

/** Fills Overall from the log. */
const fillOverall = async (
  desk: PodiumDesk,
  also: Pick<InputOf<"finish.toPodium">, "keepTyped" | "times">,
) =>
  desk.value("finish.toPodium", {
    commandId: newCommandId(),
    eventId,
    runId,
    segmentId: "overall",
    follows: await seen(desk, "overall"),
    ...also,
  });

const timesOf = async (desk: PodiumDesk, segmentId: string) =>
  (await desk.segment(segmentId)).slots.map(({ bib, time }) => [bib, time]);

const seen = async (desk: PodiumDesk, segmentId: string): Promise<string[]> => {
  const { revision } = await desk.segment(segmentId);
  return revision === null ? [] : [revision];
};

test("P10 the log's times go to every segment that lists the runner without one, and back in one step", async () => {
  const desk = await openFinished();
  await desk.save("sex:F");
  await desk.save("sex:M");
  await desk.enter(lines("007"), { segmentId: "sex:F" });
  await desk.enter(lines("7@33:00", "A12"), { segmentId: "sex:M" });
  const { segments } = await desk.value("finish.fills", { eventId, runId });
  const told = segments.map(({ segmentId, fills, differs }) => [
    segmentId,
    fills.map(({ bib, hundredths }) => [bib, hundredths]),
    differs.map(({ bib, typed, hundredths }) => [bib, typed, hundredths]),
  ]);
  expect(told).toEqual([
    ["overall", [], []],
    ["sex:F", [["007", 210_000]], []],
    ["sex:M", [["A12", 220_000]], [["7", "33:00", 200_005]]],
  ]);

  const fill = async (replace: boolean) =>
    fillOverall(desk, {
      times: [
        { segmentId: "sex:F", follows: await seen(desk, "sex:F"), replace },
        { segmentId: "sex:M", follows: await seen(desk, "sex:M"), replace },
      ],
    });
  const { filled } = await fill(false);
  expect(await timesOf(desk, "sex:F")).toEqual([["007", "35:00"]]);
  expect(await timesOf(desk, "sex:M")).toEqual([
    ["7", "33:00"],
    ["A12", "36:40"],
  ]);
  const back = { commandId: newCommandId(), eventId, runId, filled };
  expect(await desk.value("finish.unfill", back)).toEqual({ segments: 3 });
  expect(await timesOf(desk, "overall")).toEqual([]);
  expect(await timesOf(desk, "sex:F")).toEqual([["007", null]]);
  expect(await timesOf(desk, "sex:M")).toEqual([
    ["7", "33:00"],
    ["A12", null],
  ]);

  await fill(true);
  expect(await timesOf(desk, "sex:M")).toEqual([
    ["7", "33:20.05"],
    ["A12", "36:40"],
  ]);
});

test("P10 a time that was typed in Overall stays where a person says so; one that says the same is no difference", async () => {
  const desk = await openFinished();
  await desk.enter(lines("7@33:00", "007@35:00"));
  const { segments } = await desk.value("finish.fills", { eventId, runId });
  expect(segments[0]?.differs.map(({ bib }) => bib)).toEqual(["7"]);
  await fillOverall(desk, { keepTyped: true });
  expect(await timesOf(desk, "overall")).toEqual([
    ["7", "33:00"],
    ["007", "35:00"],
    ["A12", "36:40"],
  ]);
});

test("P10 a time that an earlier filling took from the log follows a correction of the log; a typed time stays", async () => {
  const desk = await openFinished();
  await desk.save("sex:F");
  await desk.enter(lines("007"), { segmentId: "sex:F" });
  const fill = async () =>
    fillOverall(desk, {
      keepTyped: true,
      times: [{ segmentId: "sex:F", follows: await seen(desk, "sex:F"), replace: false }],
    });
  await fill();
  await desk.enter(lines("7@33:20.05", "007@35:00", "A12@36:30"));
  await setGun(desk, startAtMs + 60_000);
  const { segments } = await desk.value("finish.fills", { eventId, runId });
  const told = segments.map(({ segmentId, fills, differs }) => [
    segmentId,
    fills.map(({ bib }) => bib),
    differs.map(({ bib }) => bib),
  ]);
  expect(told).toEqual([
    ["overall", ["7", "007"], ["A12"]],
    ["sex:F", ["007"], []],
  ]);
  await fill();
  expect(await timesOf(desk, "overall")).toEqual([
    ["7", "32:20.05"],
    ["007", "34:00"],
    ["A12", "36:30"],
  ]);
  expect(await timesOf(desk, "sex:F")).toEqual([["007", "34:00"]]);
});

test("P10 a time of the log that a person types again is a typed one; without a gun time no time of a sheet is lost", async () => {
  const desk = await openFinished();
  await fillOverall(desk, { keepTyped: true });
  await desk.enter(lines("7@33:20.05", "007@35:10", "A12@36:40"));
  await desk.enter(lines("7@33:20.05", "007@35:00", "A12@36:40"));
  await setGun(desk, startAtMs + 60_000);
  const { segments } = await desk.value("finish.fills", { eventId, runId });
  expect(segments.map(({ differs }) => differs.map(({ bib }) => bib))).toEqual([["007"]]);
  await setGun(desk, null);
  await fillOverall(desk, { keepTyped: true });
  expect(await timesOf(desk, "overall")).toEqual([
    ["7", "33:20.05"],
    ["007", "35:00"],
    ["A12", "36:40"],
  ]);
});

test("P10 a segment that somebody changed meanwhile refuses the whole command, and the whole step back", async () => {
  const desk = await openFinished();
  await desk.save("sex:F");
  await desk.enter(lines("007"), { segmentId: "sex:F" });
  const order = {
    commandId: newCommandId(),
    eventId,
    runId,
    segmentId: "overall",
    follows: [],
    times: [{ segmentId: "sex:F", follows: [], replace: false }],
  };
  const meanwhile = { error: { code: "changed-meanwhile" } };
  expect(await desk.call("finish.toPodium", order)).toMatchObject(meanwhile);
  expect(await timesOf(desk, "overall")).toEqual([]);
  const times = [{ segmentId: "sex:F", follows: await seen(desk, "sex:F"), replace: false }];
  const again = { ...order, commandId: newCommandId(), times };
  const { filled } = await desk.value("finish.toPodium", again);
  await desk.enter(lines("007@34:00"), { segmentId: "sex:F" });
  const back = { eventId, runId, filled };
  expect(await desk.call("finish.unfill", { commandId: newCommandId(), ...back })).toMatchObject(
    meanwhile,
  );
  expect(await timesOf(desk, "overall")).toHaveLength(3);
  expect(
    await desk.call("finish.unfill", { commandId: newCommandId(), ...back, filled: "nobody" }),
  ).toMatchObject({ error: { code: "nothing-to-undo" } });
});

test("P9 B2 who of several with one bib came in is said by a person, counts in the places, and can be taken back", async () => {
  const desk = await openFinished();
  const { log } = desk;
  await log.press(startAtMs + 2_300_000);
  await log.type("99");
  const open = (await log.page()).rows[3];
  expect(open?.warnings).toContain("ambiguous-bib");
  expect(open?.runnerId).toBeNull();
  expect(open?.several.length).toBeGreaterThan(1);
  const chosen = open?.several[1]?.runnerId ?? "";
  const id = open?.line?.id ?? "";
  const settle = (runnerId: string | null) =>
    desk.call("finish.settle", { commandId: newCommandId(), eventId, id, runnerId });
  expect(await settle("ana")).toMatchObject({ error: { code: "not-found" } });
  expect(await settle(chosen)).toMatchObject({ ok: true });
  const settled = (await log.page()).rows[3];
  expect(settled).toMatchObject({ runnerId: chosen, name: open?.several[1]?.name });
  expect(settled?.warnings).not.toContain("ambiguous-bib");
  const ofRun = settled?.runId ?? "";
  const { placings } = await desk.value("finish.placings", { eventId, runId: ofRun });
  expect(placings.map(({ runnerId }) => runnerId)).toContain(chosen);
  expect((await log.page()).lastAction?.kind).toBe("settle");

  // The other runner with this bib finishes too, and no runner is twice in the log.
  await log.type("99");
  const second = (await log.page()).rows[4]?.line?.id ?? "";
  const other = open?.several[0]?.runnerId ?? "";
  await desk.value("finish.settle", {
    commandId: newCommandId(),
    eventId,
    id: second,
    runnerId: other,
  });
  const both = (await log.page()).rows.slice(3);
  expect(both.map(({ runnerId }) => runnerId)).toEqual([chosen, other]);
  for (const { warnings } of both) expect(warnings).not.toContain("twice");

  await log.do("undo", {});
  expect((await log.page()).rows[4]?.warnings).toContain("ambiguous-bib");
  // Another bib in the line means another person.
  await log.do("change", { id, bib: "555" });
  await log.do("change", { id, bib: "99" });
  expect((await log.page()).rows[3]?.runnerId).toBeNull();
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});

test("P1 a bib that came a second time may hide another runner, so its row is named with the unread and unknown ones", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  await log.type("7", null, "555", "7", "301", "A12", "7");
  const input = { eventId, runId, limit: 9, depth: 2 };
  expect(await desk.value("finish.placings", input)).toMatchObject({
    unplaced: 3,
    firstUnplaced: [
      { index: 1, bib: null },
      { index: 2, bib: "555" },
      { index: 3, bib: "7" },
    ],
  });
  // In a relay several members of a team come in with its one bib.
  await log.type("301");
  const relay = await desk.value("finish.placings", { ...input, runId: "run-relay", depth: 1 });
  expect(relay.firstUnplaced.map(({ index }) => index)).toEqual([1, 2]);
});

test("P10 a typed time is kept for its runner whose bib changed since, and for a relay team, whichever member the sheet names", async () => {
  const desk = await openFinished();
  const { log } = desk;
  const about = { eventId, segmentId: "overall", keepTyped: true };
  const differsOf = async (run: string) =>
    (await desk.value("finish.fills", { eventId, runId: run })).segments[0]?.differs;

  await desk.enter(lines("7@33:00"));
  await desk.value("bib.assign", {
    commandId: newCommandId(),
    eventId,
    runnerId: "ana",
    bib: "70",
  });
  const id = (await log.page(0)).rows[0]?.line?.id ?? "";
  await log.do("change", { id, bib: "70" });
  expect(await differsOf(runId)).toMatchObject([{ bib: "7", runnerId: "ana", typed: "33:00" }]);
  const follows = await seen(desk, "overall");
  await desk.value("finish.toPodium", { ...about, commandId: newCommandId(), runId, follows });
  expect((await timesOf(desk, "overall"))[0]).toEqual(["70", "33:00"]);

  const relay = { eventId, runId: "run-relay" };
  const segments = [{ segmentId: "overall", label: "Teams", depth: 3, clock: "gun" as const }];
  await desk.value("segment.save", { commandId: newCommandId(), ...relay, segments });
  await desk.value("gun.set", { commandId: newCommandId(), ...relay, atMs: startAtMs });
  await log.press(startAtMs + 2_300_000);
  await log.type("301");
  const { placings } = await desk.value("finish.placings", relay);
  const named = placings[0]?.runnerId;
  const mate = named === "relay-1" ? "relay-2" : "relay-1";
  const slots = [{ bib: "301", runnerId: mate, tie: false, time: "38:00" }];
  const entered = await desk.value("podium.enter", {
    commandId: newCommandId(),
    ...relay,
    segmentId: "overall",
    follows: [],
    slots,
  });
  expect(await differsOf("run-relay")).toMatchObject([{ runnerId: named, typed: "38:00" }]);
  const filled = await desk.value("finish.toPodium", {
    ...about,
    ...relay,
    commandId: newCommandId(),
    follows: [entered.revision ?? ""],
  });
  expect(filled.slots).toMatchObject([{ runnerId: named, time: "38:00" }]);
});
