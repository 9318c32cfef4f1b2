import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { placeable, podiumPage } from "#test/support/browser/podium-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import {
  cutConnection,
  restoreConnection,
  newCommandId,
  startRace,
} from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";
import { testOnStation } from "#test/support/hosts/test-on-station.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";

const windows = browserWindows();

async function segmentOf(
  { host, eventId }: Race,
  runId: string,
  segmentId: string,
): Promise<PodiumSegment> {
  const { segments } = await host.value("podium.get", { eventId, runId });
  const segment = segments.find((each) => each.segmentId === segmentId);
  if (segment === undefined) throw new Error(`no segment ${segmentId}`);
  return segment;
}

test("P1 P4 P5 P6 a ceremony without a signal, and the medal that official results call back", async () => {
  const race = await startRace();
  const { sandbox, host, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  const half = runs.find(({ label }) => label === "Half")?.id ?? "";
  const [first, second, third, fourth, fifth] = await placeable(race, half);
  if (
    first === undefined ||
    second === undefined ||
    third === undefined ||
    fourth === undefined ||
    fifth === undefined
  )
    throw new Error("too few runners");
  await host.value("checkIn.performAll", {
    commandId: newCommandId(),
    eventId,
    runnerIds: [first.id, second.id, third.id],
  });
  await cutConnection(sandbox);
  const page = await windows.open(host);
  const desk = deskPage(page);
  const podium = podiumPage(page);
  await expectSeen(desk.search);
  await desk.goTo("Podium");
  await page.getByRole("button", { name: /^Half/ }).click();
  await expectSeen(podium.column("Overall").getByText("Gun time, 4 places"));
  await expectSeen(podium.column("Women 40–49").getByText("Chip time, 3 places"));
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 1st in Overall");

  await typeByHand(page, first.bib ?? "");
  await expectSeen(podium.column("Overall").getByText(first.name ?? ""));
  await typeByHand(page, ":1:09:20");
  await page.keyboard.press("Enter");
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 2nd in Overall");
  await typeByHand(page, `${second.bib}`);
  await page.keyboard.press("Enter");
  await typeByHand(page, `=${third.bib}`);
  await expectSeen(podium.column("Overall").getByText("tie"));
  await page.keyboard.press("Enter");
  await typeByHand(page, "99999");
  await expectSeen(podium.column("Overall").getByText("Nobody here has this bib"));
  await page.keyboard.press("Enter");
  const fourthLine = podium.line("Overall", "99999");
  await expectSeen(fourthLine.getByText("Name not known"));
  await expectSeen(podium.column("Overall").getByText("1 open warning"));

  // The judge replaces this bib by another one, whose runner was never checked in.
  await fourthLine.getByRole("button").click();
  await typeByHand(page, fourth.bib ?? "");
  await page.keyboard.press("Enter");
  await expectSeen(podium.line("Overall", fourth.bib ?? "").getByText("Not checked in"));
  expect((await segmentOf(race, half, "overall")).slots).toMatchObject([
    { place: 1, bib: first.bib, runnerId: first.id, time: "1:09:20", hundredths: 416_000 },
    { place: 2, bib: second.bib, runnerId: second.id, tie: false },
    { place: 2, bib: third.bib, runnerId: third.id, tie: true },
    { place: 4, bib: fourth.bib, runnerId: fourth.id, warnings: [{ kind: "not-checked-in" }] },
  ]);

  await podium.button("Overall", "Announce…").click();
  await expectSeen(podium.dialog.getByText("If in doubt, don’t announce."));
  await expectSeen(podium.dialog.getByText("Not checked in"));
  await podium.dialog.getByRole("button", { name: "Announce with 1 open warning" }).click();
  await expectSeen(podium.column("Overall").getByText(/^Announced \d\d:\d\d/));
  await expectSeen(page.getByRole("button", { name: /^Half 1 of 6 announced/ }));

  // The announcer's window shares the session, shows what is announced, and is updated.
  const [stage] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Announcer" }).click(),
  ]);
  await expectSeen(stage.getByRole("heading", { level: 1, name: "Overall" }));
  await expectGone(stage.getByText(first.name ?? ""));
  await stage.keyboard.press("Space");
  await expectSeen(stage.getByText(fourth.name ?? ""));
  await expectGone(stage.getByText(first.name ?? ""));
  // A button that was pressed a moment ago does not get the Space that is meant for the next name.
  await stage.getByRole("button", { name: "Show drafts" }).click();
  await expectSeen(stage.getByRole("button", { name: "Hide drafts" }));
  await stage.keyboard.press("Space");
  await expectSeen(stage.getByText(third.name ?? ""));
  await expectSeen(stage.getByRole("button", { name: "Hide drafts" }));
  await stage.getByRole("button", { name: "Hide drafts" }).click();
  await stage.keyboard.press("Backspace");
  await expectGone(stage.getByText(third.name ?? ""));
  for (let name = 0; name < 3; name += 1) await stage.keyboard.press("Space");
  await expectSeen(stage.getByText(first.name ?? ""));
  await expectSeen(stage.getByText("segment 1 of 1"));

  // The judge changes the sheet after the announcement. This needs a reason, and the screen keeps showing it.
  await podium.button("Overall", "Change…").click();
  await podium.dialog.getByRole("textbox", { name: "Why" }).fill("A protest was upheld");
  await podium.dialog.getByRole("button", { name: /^Change it/ }).click();
  // The place that was typed last is explained below, and opens.
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 4th in Overall");
  await expect
    .poll(() => podium.bib.evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Alt+ArrowUp");
  await expectSeen(podium.column("Overall").getByText("Changed after the announcement"));
  await expectSeen(stage.getByText("Changed after the announcement"));
  expect(await segmentOf(race, half, "overall")).toMatchObject({ state: "changed" });
  // The segment was announced, so the tab counts it.
  await expectSeen(page.getByText(/^1 of \d+ announced$/));
  await page.keyboard.press("Escape");
  await podium.button("Overall", "Announce again…").click();
  await podium.dialog.getByRole("button", { name: "Announce with 1 open warning" }).click();
  await expectSeen(podium.column("Overall").getByText(/^Announced \d\d:\d\d/));
  await expectSeen(stage.getByText(/^Announced \d\d:\d\d/));
  await podium.button("Overall", /^Overall/).click();
  await expectSeen(podium.dialog.getByText("“A protest was upheld”"));
  await page.keyboard.press("Escape");
  // The window closes while the key is held down.
  await Promise.all([
    stage.waitForEvent("close"),
    stage.keyboard.press("Escape").catch(() => undefined),
  ]);

  // The connection is back, and the organizer's version differs: the first runner is second, and one runner is not
  // placed.
  await restoreConnection(sandbox);
  const official = [second, first, fourth].map((runner, index) => ({
    place: index + 1,
    participantId: runner.id,
    bib: runner.bib ?? "",
    name: runner.name ?? "",
  }));
  await sandbox.control("/mutations", {
    kind: "publish-results",
    eventRunId: half,
    segments: [{ segmentId: "overall", label: "Overall", podium: official }],
  });
  await page.getByRole("button", { name: "Official results" }).click();
  await page.getByRole("button", { name: "Fetch results" }).click();
  await expectSeen(page.getByText("Published, version 1."));
  const recalls = page.getByRole("region", { name: "1 medal must come back" });
  await expectSeen(recalls);
  expect(await recalls.getByRole("listitem").allTextContents()).toEqual([
    `Take the medal back from ${third.name} (${third.bib}): announced 4th in Overall, official not placed.`,
  ]);
  // A runner who keeps an award of the four with another place gives nothing back.
  await expectSeen(page.getByText("3 awards changed their places"));
  for (const [runner, before, after] of [
    [first, "1st", "2nd"],
    [second, "2nd", "1st"],
    [fourth, "2nd", "3rd"],
  ] as const) {
    const change = `announced ${before} in Overall, official ${after}.`;
    await expectSeen(
      page
        .getByRole("listitem")
        .filter({ hasText: `${runner.name} (${runner.bib}): ${change}` })
        .first(),
    );
  }
});

testOnStation(
  "two browsers",
  "J4 J2 two windows of a desk type one place: nothing is lost, a person decides, and undo goes back",
  async () => {
    const race = await startRace({ runners: 60 });
    const { host } = race;
    const [page, other] = [await windows.open(host), await windows.open(host)];
    const podium = podiumPage(page);
    for (const each of [page, other]) await deskPage(each).goTo("Podium");
    await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 1st in Overall");

    await typeByHand(page, "104");
    await expectSeen(podium.column("Overall").getByText("Noor van den Berg-El Amrani"));
    await typeByHand(other, "221");
    await other.keyboard.press("Enter");
    await expect
      .poll(() => podiumPage(other).bib.getAttribute("aria-label"))
      .toBe("Bib of 2nd in Overall");
    await expectGone(podiumPage(other).column("Overall").getByText("Not saved yet"));
    await page.keyboard.press("Enter");
    await expectSeen(
      podium.column("Overall").getByText(/Changed meanwhile in another window of this desk/),
    );
    await expectSeen(podium.line("Overall", "104"));
    await podium.button("Overall", "Look at both…").click();
    await expectSeen(
      podium.dialog.getByRole("region", { name: "What you typed" }).getByText("104"),
    );
    await podium.dialog.getByRole("button", { name: "Keep what I typed" }).click();
    await expectGone(podium.column("Overall").getByText(/Changed meanwhile/));
    await expectSeen(podiumPage(other).line("Overall", "104"));
    await expectGone(podiumPage(other).line("Overall", "221"));

    // The former sheet is not lost: an undo restores it.
    await podium.line("Overall", "104").getByRole("button").click();
    await page.keyboard.press("Control+z");
    await expectSeen(
      page.getByText("Overall: back to the sheet before. 1st is bib 221, no longer bib 104."),
    );
    await expect.poll(() => podium.bib.inputValue()).toBe("221");
    await expectSeen(podiumPage(other).line("Overall", "221"));
  },
);

testWithInterception(
  "J1 J8 what did not reach the disk stays typed, in red, and trying again saves it once",
  async () => {
    const race = await startRace({ runners: 60 });
    const { host, eventId } = race;
    const page = await windows.open(host, { tolerates: /ERR_FAILED|Failed to load resource/ });
    const podium = podiumPage(page);
    await deskPage(page).goTo("Podium");
    await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 1st in Overall");
    // While the screen finds no connection it does not send by itself, so that the person is not overtaken.
    const reconnect = await interceptCalls(host, page, "desk.get", (call) => call.lose());
    // The command arrives, but its answer is lost.
    let lost = 0;
    const restore = await interceptCalls(host, page, "podium.enter", async (call) => {
      await call.perform();
      await call.lose();
      lost += 1;
    });
    await typeByHand(page, "104");
    await page.keyboard.press("Enter");
    await expectSeen(podium.column("Overall").getByText(/Overall.?: NOT SAVED/));
    await typeByHand(page, "221");
    await page.keyboard.press("Enter");
    await expectSeen(podium.line("Overall", "221"));
    await expect.poll(() => lost).toBe(2);
    await restore();
    await podium.button("Overall", "Try again").click();
    await expectGone(podium.column("Overall").getByText("NOT SAVED"));
    await reconnect();
    const { runId, segments } = await host.value("podium.get", { eventId });
    expect(segments[0]?.slots.map(({ bib }) => bib)).toEqual(["104", "221"]);
    const { lines } = await host.value("podium.history", {
      eventId,
      runId: runId ?? "",
      segmentId: "overall",
    });
    expect(lines.map(({ slots }) => slots.length)).toEqual([1, 2]);
  },
);

testOnStation("a tablet", "a tablet: a tap opens a place, buttons do what keys do", async () => {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const page = await windows.open(host, {
    viewport: { width: 820, height: 1180 },
    isTouch: true,
  });
  const podium = podiumPage(page);
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: "Podium" })
    .tap();
  await podium.column("Overall").getByText("empty").first().tap();
  for (const [bib, tie] of [
    ["104", false],
    ["221", true],
  ] as const) {
    await podium.bib.fill(bib);
    if (tie) await podium.button("Overall", "Tie").tap();
    await podium.time.fill("1:09:20");
    await podium.button("Overall", "Save").tap();
  }
  await expect
    .poll(async () => (await host.value("podium.get", { eventId })).segments[0]?.slots)
    .toMatchObject([
      { place: 1, bib: "104", time: "1:09:20" },
      { place: 1, bib: "221", tie: true, hundredths: 416_000 },
    ]);
});

test("sheets on paper: a page for each segment, lines for a pencil, nothing of the screen, on A4 and Letter", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Podium");
  await page.getByRole("button", { name: "Print" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("All (6)").click();
  const pagesOf = async (format: "A4" | "Letter"): Promise<number> =>
    (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect([await pagesOf("A4"), await pagesOf("Letter")]).toEqual([6, 6]);
  // The head that a printer repeats on each page names the sheet.
  const repeated = page.locator("[data-paper] thead h2");
  expect(await repeated.allTextContents()).toEqual(expect.arrayContaining(["Overall", "Women"]));
  expect(await repeated.count()).toBe(6);
  await dialog.getByText("Finish sheet", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Lines" }).fill("97");
  expect([await pagesOf("A4"), await pagesOf("Letter")]).toEqual([3, 3]);
  // A number of four digits stays on one line, so that 48 lines still fill one page.
  await dialog.getByRole("textbox", { name: "Lines" }).fill("1200");
  expect([await pagesOf("A4"), await pagesOf("Letter")]).toEqual([25, 25]);
  await page.emulateMedia({ media: "print" });
  await expectSeen(page.getByRole("heading", { name: "Finish sheet" }));
  await expectGone(dialog);
  await expectGone(page.getByRole("navigation", { name: "Screens" }));
});
