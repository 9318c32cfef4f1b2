import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { openPodiumIn } from "#test/support/browser/open-podium.ts";
import { placeable, podiumPage } from "#test/support/browser/podium-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

test("P7 the announcement's question lists everybody it names, large, and a hint how to say a name reaches the announcer", async () => {
  const race = await startRace({ runners: 200 });
  const { host, eventId } = race;
  const page = await windows.open(host);
  const podium = podiumPage(page);
  const { runId } = await host.value("podium.get", { eventId });
  const runners = (await placeable(race, runId ?? "")).slice(0, 4);
  expect(runners).toHaveLength(4);
  await host.value("checkIn.performAll", {
    commandId: crypto.randomUUID(),
    eventId,
    runnerIds: runners.map(({ id }) => id),
  });
  await deskPage(page).goTo("Podium");
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 1st in Overall");
  for (const [index, { bib, name }] of runners.entries()) {
    await typeByHand(page, `${index === 2 ? "=" : ""}${bib} 1:0${index === 2 ? 1 : index}:05`);
    await expectSeen(
      podium
        .column("Overall")
        .getByText(name ?? "")
        .first(),
    );
    await page.keyboard.press("Enter");
  }
  await podium.button("Overall", "Announce…").click();
  const names = podium.dialog.getByRole("list", { name: "Names of Overall" });
  const lines = names.getByRole("listitem");
  await expectSeen(lines.first());
  expect(await lines.count()).toBe(4);
  const places = ["1", "2", "2", "4"];
  for (const [index, { bib, name }] of runners.entries()) {
    const line = lines.nth(index);
    const text = await line.innerText();
    expect(text.startsWith(places[index] ?? "?")).toBe(true);
    for (const part of [bib, name, `1:0${index === 2 ? 1 : index}:05`])
      expect(text).toContain(part);
    if (index === 1 || index === 2) await expectSeen(line.getByText("tie"));
  }
  const large = await lines
    .first()
    .locator("bdi")
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(large).toBeGreaterThanOrEqual(20);

  // Enter in the pronunciation field saves the pronunciation and announces nobody.
  const [first] = runners;
  await lines
    .first()
    .getByRole("button", { name: `How to say ${first?.name}` })
    .click();
  const field = podium.dialog.getByRole("textbox", { name: `How to say ${first?.name}` });
  await field.fill("AH-mah-rah");
  await page.keyboard.press("Enter");
  await expectSeen(lines.first().getByText("AH-mah-rah"));
  await expectGone(field);
  expect((await host.value("podium.get", { eventId })).segments[0]).toMatchObject({
    state: "draft",
    slots: [{ pronunciation: "AH-mah-rah" }, {}, {}, {}],
  });
  await podium.dialog.getByRole("button", { name: /^Announce/ }).click();
  await expectSeen(podium.column("Overall").getByText(/^Announced \d\d:\d\d/));

  const [stage] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Announcer" }).click(),
  ]);
  await expectSeen(stage.getByRole("heading", { level: 1, name: "Overall" }));
  for (let name = 0; name < 4; name += 1) await stage.keyboard.press("Space");
  await expectSeen(stage.getByText(first?.name ?? ""));
  await expectSeen(stage.getByText("AH-mah-rah"));

  // The pronunciation is also changed from the line, where the place is explained.
  await podium
    .line("Overall", first?.bib ?? "")
    .getByRole("button")
    .click();
  await page.getByRole("button", { name: `How to say ${first?.name}` }).click();
  await podium.dialog.getByRole("textbox").fill("AH-muh-ruh");
  await podium.dialog.getByRole("button", { name: "Keep it" }).click();
  await expectSeen(stage.getByText("AH-muh-ruh"));

  // In the announcer's window, Space and Backspace edit the text while a pronunciation is typed.
  await stage.getByRole("button", { name: `How to say ${first?.name}` }).click();
  const said = stage.getByRole("dialog").getByRole("textbox");
  await said.press("End");
  await stage.keyboard.press("Backspace");
  await typeByHand(stage, " x");
  await stage.keyboard.press("Enter");
  await expectGone(said);
  await expectSeen(stage.getByText("AH-muh-ru x"));
  for (const { name } of runners) await expectSeen(stage.getByText(name ?? ""));
});

test("P7 how a name is said is kept from the check-in card, and Enter there checks nobody in", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await desk.search.fill("1187");
  const say = page.getByRole("button", { name: "How to say Élodie Vandenbroucke-Saïdi" });
  await say.click();
  const field = page.getByRole("dialog").getByRole("textbox");
  await typeByHand(page, "ay-LOH-dee");
  await page.keyboard.press("Enter");
  await expectGone(field);
  await expectSeen(page.getByRole("button", { name: /^ay-LOH-dee/ }));
  const { rows } = await host.value("roster.search", { eventId, text: "1187" });
  const runnerId = rows[0]?.id ?? "";
  expect(await host.value("roster.get", { eventId, runnerId })).toMatchObject({
    pronunciation: "ay-LOH-dee",
    runner: { checkedIn: null },
  });
  // Enter on the card works as before.
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await host.value("roster.get", { eventId, runnerId })).runner.checkedIn)
    .not.toBeNull();
});

test.each([
  ["opened with a click, closed with Esc", "click", "Escape"],
  ["opened with a click, closed with Cancel", "click", "Cancel"],
  ["opened with a click, closed with Keep it", "click", "Keep it"],
  ["opened with a key, closed with Esc", "key", "Escape"],
])(
  "P7 after the dialog Enter checks in and opens it no second time: %s",
  async (_, opens, closes) => {
    const { host, eventId } = await startRace({ runners: 60 });
    const page = await windows.open(host);
    await deskPage(page).search.fill("1187");
    const say = page.getByRole("button", { name: "How to say Élodie Vandenbroucke-Saïdi" });
    const dialog = page.getByRole("dialog");
    if (opens === "click") await say.click();
    else {
      await say.focus();
      await page.keyboard.press("Enter");
    }
    await expectSeen(dialog.getByRole("textbox"));
    await typeByHand(page, "ay");
    if (closes === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: closes }).click();
    await expectGone(dialog);
    await page.keyboard.press("Enter");
    await expectSeen(deskPage(page).done.getByText("Hand over 1187 to"));
    expect(await dialog.count()).toBe(0);
    expect((await host.value("roster.runCounts", { eventId })).checkIns).toBe(1);
  },
);

test("P7 a pronunciation that is being typed stays with its runner when another desk changes the sheet", async () => {
  const race = await startRace({ runners: 200 });
  const { host, eventId } = race;
  const runId = (await host.value("podium.get", { eventId })).runId ?? "";
  const [first, second, ...others] = (await placeable(race, runId)).slice(0, 4);
  const enter = async (runners: readonly (typeof first)[]): Promise<void> => {
    const { segments } = await host.value("podium.get", { eventId, runId });
    const revision = segments[0]?.revision ?? null;
    await host.value("podium.enter", {
      commandId: crypto.randomUUID(),
      eventId,
      runId,
      segmentId: "overall",
      slots: runners.map((runner) => ({
        bib: runner?.bib ?? "",
        runnerId: runner?.id ?? null,
        tie: false,
        time: null,
      })),
      follows: revision === null ? [] : [revision],
    });
  };
  await enter([first, second, ...others]);
  const page = await windows.open(host);
  const podium = podiumPage(page);
  await deskPage(page).goTo("Podium");
  await podium.button("Overall", /^Announce/).click();
  const lines = podium.dialog.getByRole("listitem");
  await lines
    .first()
    .getByRole("button", { name: `How to say ${first?.name}` })
    .click();
  const field = podium.dialog.getByRole("textbox");
  await field.fill("AH-mah-rah");
  await enter([second, first, ...others]);
  await expectSeen(podium.dialog.getByRole("button", { name: "Look at it again first" }));
  await podium.dialog.getByRole("button", { name: "Show it as it is now" }).click();
  await expectSeen(lines.first().getByText(second?.name ?? ""));
  expect(await field.inputValue()).toBe("AH-mah-rah");
  await field.press("Enter");
  await expectGone(field);
  expect((await host.value("podium.get", { eventId, runId })).segments[0]?.slots).toMatchObject([
    { runnerId: second?.id, pronunciation: null },
    { runnerId: first?.id, pronunciation: "AH-mah-rah" },
    {},
    {},
  ]);
});

test("P7 U1 Esc in the field closes the field alone, and the focus is on the line that was edited, also after Keep it", async () => {
  const { page, podium, bibs, enter, kept, openPlace } = await openPodiumIn(windows);
  for (const [index, bib] of bibs.slice(0, 2).entries()) {
    await enter(bib);
    await openPlace(["2nd", "3rd"][index] ?? "");
  }
  await expect.poll(kept).toEqual(bibs.slice(0, 2));
  await page.keyboard.press("Escape");
  await podium.button("Overall", "Announce…").click();
  const say = podium.dialog.getByRole("button", { name: /^How to say/ }).nth(1);
  const field = podium.dialog.getByRole("textbox");
  const hasFocus = (): Promise<boolean> =>
    say.evaluate((element) => element === document.activeElement);
  await say.click();
  await field.fill("AH-mah");
  await page.keyboard.press("Escape");
  await expectGone(field);
  await expectSeen(podium.dialog);
  await expect.poll(hasFocus).toBe(true);
  await say.click();
  await field.fill("AH-mah-rah");
  await podium.dialog.getByRole("button", { name: "Keep it" }).click();
  await expectSeen(podium.dialog.getByText("AH-mah-rah"));
  await expectGone(field);
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press("Escape");
  await expectGone(podium.dialog);
});

testWithInterception(
  "P7 J1 a late answer to one name closes no field of another name, and says what was not kept",
  async () => {
    const { host, page, podium, bibs, enter, kept, openPlace } = await openPodiumIn(windows);
    for (const [index, bib] of bibs.slice(0, 2).entries()) {
      await enter(bib);
      await openPlace(["2nd", "3rd"][index] ?? "");
    }
    await expect.poll(kept).toEqual(bibs.slice(0, 2));
    await page.keyboard.press("Escape");
    await podium.button("Overall", "Announce…").click();
    const say = podium.dialog.getByRole("button", { name: /^How to say/ });
    const field = podium.dialog.getByRole("textbox");
    let asked = 0;
    const free = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    await interceptCalls(host, page, "podium.pronounce", async (call) => {
      asked += 1;
      const isFirst = asked === 1;
      await free[isFirst ? 0 : 1].promise;
      if (!isFirst) return call.refuse("not-saved");
      await call.perform();
      return call.reply();
    });
    await say.nth(0).click();
    await field.fill("AH-mah");
    await page.keyboard.press("Enter");
    await expect.poll(() => asked).toBe(1);
    await say.nth(1).click();
    await field.fill("BEE");
    free[0].resolve();
    await expectSeen(podium.dialog.getByText("AH-mah"));
    await page.waitForTimeout(300);
    expect(await field.inputValue()).toBe("BEE");
    await page.keyboard.press("Enter");
    await expect.poll(() => asked).toBe(2);
    await say.nth(0).click();
    free[1].resolve();
    await expectSeen(page.getByText(/^How to say .*: NOT SAVED/));
    await expectSeen(field);
  },
);

test("U2 a dialog that is being saved takes no keys, so that nothing is typed that closes with it", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await deskPage(page).search.fill("1187");
  await page.getByRole("button", { name: "How to say Élodie Vandenbroucke-Saïdi" }).click();
  const field = page.getByRole("dialog").getByRole("textbox");
  const replies = await heldReplies(host, page, "podium.pronounce");
  replies.hold(() => true);
  await typeByHand(page, "ay-LOH-dee");
  await page.keyboard.press("Enter");
  const { rows } = await host.value("roster.search", { eventId, text: "1187" });
  const runnerId = rows[0]?.id ?? "";
  await expect
    .poll(async () => (await host.value("roster.get", { eventId, runnerId })).pronunciation)
    .toBe("ay-LOH-dee");
  await typeByHand(page, " SAY");
  await page.keyboard.press("Backspace");
  expect(await field.inputValue()).toBe("ay-LOH-dee");
  await replies.release();
  await expectGone(field);
});

test("P4 the announcer sees the bib of a runner of another run in the colours of that run", async () => {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const { runId, runs, segments } = await host.value("podium.get", { eventId });
  const other = runs.find(({ id }) => id !== runId);
  const [runner] = await placeable(race, other?.id ?? "");
  const bib = runner?.bib ?? "";
  await host.value("podium.enter", {
    commandId: crypto.randomUUID(),
    eventId,
    runId: runId ?? "",
    segmentId: segments[0]?.segmentId ?? "",
    slots: [{ bib, runnerId: null, tie: false, time: null }],
    follows: [],
  });
  const page = await windows.open(host);
  await goToScreen(page, `/announcer?event=${eventId}&run=${runId}`);
  await page.getByRole("button", { name: "Show drafts" }).click();
  await expectSeen(page.getByText("DRAFT, not announced"));
  await page.keyboard.press("Space");
  await expectSeen(page.getByRole("img", { name: `Bib ${bib}, ${other?.label}` }));
});
