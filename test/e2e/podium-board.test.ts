import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan, typeByHand } from "#test/support/browser/keys.ts";
import { openPodiumIn } from "#test/support/browser/open-podium.ts";
import { announceSegment } from "#test/support/browser/podium-screens.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import { podiumPage } from "#test/support/browser/podium-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testOnStation } from "#test/support/hosts/test-on-station.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

testOnStation(
  "two browsers",
  "P5 J4 a line that is typed while another window replaces another line is saved beside that line",
  async () => {
    const { host, podium, page, bibs, enter, kept, openPlace } = await openPodiumIn(windows);
    const [first = "", second = "", other = ""] = bibs;
    await openPlace("1st");
    await enter(first);
    const otherPage = await windows.open(host);
    const otherPodium = podiumPage(otherPage);
    await deskPage(otherPage).goTo("Podium");
    await expectSeen(otherPodium.line("Overall", first));
    await expect.poll(() => otherPodium.bib.getAttribute("aria-label")).toContain("2nd in Overall");
    await typeByHand(otherPage, second);
    await openPlace("2nd");
    await page.keyboard.press("ArrowUp");
    await openPlace("1st");
    await podium.bib.fill(other);
    await page.keyboard.press("Enter");
    await expectSeen(otherPodium.line("Overall", other));
    await otherPage.keyboard.press("Enter");
    await expect.poll(kept).toEqual([other, second]);
    await expectSeen(otherPodium.line("Overall", second));
    expect(await otherPage.getByText(/Changed meanwhile/).count()).toBe(0);
  },
);

test.each([
  ["a draft", 1],
  ["a full sheet", null],
])(
  "P5 Ctrl+Z after the announcement of %s takes no bib out of another segment",
  async (_, places) => {
    const { page, podium, bibs, enter, openPlace, depth, kept, ...race } =
      await openPodiumIn(windows);
    const { segments } = await race.host.value("podium.get", { eventId: race.eventId });
    const label = segments[1]?.label ?? "";
    const [other = "", ...ours] = bibs;
    const typed = ours.slice(0, places ?? (await depth()));
    await openPlace("1st");
    await page.keyboard.press("ArrowRight");
    await openPlace("1st", label);
    await enter(other);
    await openPlace("2nd", label);
    await page.keyboard.press("ArrowLeft");
    await openPlace("1st");
    for (const bib of typed) {
      await enter(bib);
      await expectSeen(podium.line("Overall", bib));
    }
    if (places !== null) await page.keyboard.press("Escape");
    await podium.button("Overall", "Announce…").click();
    await podium.dialog.getByRole("button", { name: /^Announce/ }).click();
    await expectSeen(podium.column("Overall").getByText(/^Announced/));
    await openPlace("2nd", label);
    await page.keyboard.press("Control+z");
    await expectSeen(page.getByText("An announcement is not taken back."));
    expect(await podium.line(label, other).count()).toBe(1);
    expect(await kept()).toEqual(typed);
  },
);

test("P5 U1 the last line of an announced sheet is in sight after it was changed, below the card that says so", async () => {
  const race = await openPodiumIn(windows);
  const { page, podium, bibs, depth, enter, kept, openPlace, overall } = race;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPlace("1st");
  const announced = bibs.slice(0, await depth());
  for (const bib of announced) await enter(bib);
  await expect.poll(kept).toEqual(announced);
  const sheet = await overall();
  if (sheet === undefined) throw new Error("There is no segment Overall");
  await announceSegment(race, sheet);
  await expectSeen(podium.button("Overall", "Change…"));
  await podium
    .line("Overall", announced.at(-1) ?? "")
    .getByRole("button")
    .click();
  await podium.button("Overall", "Change…").click();
  await podium.dialog.getByRole("textbox", { name: "Why" }).fill("A protest was upheld");
  await podium.dialog.getByRole("button", { name: /^Change it/ }).click();
  const other = bibs[announced.length] ?? "";
  await podium.bib.fill(other);
  await page.keyboard.press("Enter");
  await expectSeen(podium.column("Overall").getByText("Changed after the announcement"));
  const hidden = (): Promise<number> =>
    podium.line("Overall", other).evaluate((row) => {
      const list = row.parentElement?.getBoundingClientRect();
      return row.getBoundingClientRect().bottom - (list?.bottom ?? 0);
    });
  await expect.poll(hidden).toBeLessThanOrEqual(1);
});

test("P5 U1 Ctrl+Shift+Z says that the podium has no redo, with an open place and without one", async () => {
  const { page, podium, openPlace } = await openPodiumIn(windows);
  const said = page.getByText("The podium has no redo.");
  await openPlace("1st");
  await page.keyboard.press("Control+Shift+Z");
  await expectSeen(said);
  await page.keyboard.press("Escape");
  await expectGone(podium.bib);
  await page.reload();
  await expectGone(said);
  await openPlace("1st");
  await page.keyboard.press("Escape");
  await expectGone(podium.bib);
  await page.keyboard.press("Control+Shift+Z");
  await expectSeen(said);
});

testWithInterception(
  "P5 J1 a code that is scanned while another run is awaited is typed into no sheet",
  async () => {
    const { host, page, podium, bibs, kept, openPlace } = await openPodiumIn(windows);
    const [bib = ""] = bibs;
    await openPlace("1st");
    const replies = await heldReplies(host, page, "podium.get");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await page.getByRole("group", { name: "Runs" }).getByRole("button").nth(1).click();
    await expect.poll(() => isAsked).toBe(true);
    await scan(page, bib);
    await expectSeen(page.getByText(/was looked up too late for its place/));
    expect(await podium.bib.count()).toBe(0);
    await pressAfterLook(page, "Enter");
    await replies.release();
    expect(await kept()).toEqual([]);
  },
);

testOnStation(
  "a tablet",
  "P5 J1 a code that was looked up on a tablet without an open place is typed into no sheet, if another run is awaited by then",
  async () => {
    const { host, page, podium, bibs, kept } = await openPodiumIn(windows, { isTouch: true });
    const [bib = ""] = bibs;
    await expectSeen(podium.column("Overall"));
    const scans = await heldReplies(host, page, "roster.scan");
    const sheets = await heldReplies(host, page, "podium.get");
    let asked = 0;
    scans.hold(() => (asked += 1) > 0);
    sheets.hold(() => (asked += 1) > 0);
    await scan(page, bib);
    await expect.poll(() => asked).toBe(1);
    await page.getByRole("group", { name: "Runs" }).getByRole("button").nth(1).click();
    await expect.poll(() => asked).toBe(2);
    await scans.release();
    await expectSeen(page.getByText(/was looked up too late for its place/));
    expect(await podium.bib.count()).toBe(0);
    await sheets.release();
    expect(await kept()).toEqual([]);
  },
);

testWithInterception(
  "P4 the name of a bib that is still being looked up is awaited: only after the look-up it is “not known”",
  async () => {
    const { host, page, podium, bibs, openPlace } = await openPodiumIn(windows);
    const [bib = ""] = bibs;
    await openPlace("1st");
    const replies = await heldReplies(host, page, "podium.find");
    replies.hold(() => true);
    for (const typed of [bib, "99999"]) {
      await typeByHand(page, typed);
      await page.keyboard.press("Enter");
    }
    await expectSeen(podium.line("Overall", bib).getByText("Looking up the name"));
    await expectSeen(podium.line("Overall", "99999").getByText("Looking up the name"));
    expect(await page.getByText("Name not known").count()).toBe(0);
    await replies.release();
    await expectSeen(podium.line("Overall", "99999").getByText("Name not known"));
    await expectGone(page.getByText("Looking up the name"));
  },
);

test("P5 J4 whoever sees two sheets is told when another desk chooses between them", async () => {
  const race = await startStationRace({ runners: 200 });
  const { host, eventId } = race;
  const page = await windows.open(host);
  const hub = { desk: "Hub", operator: "Mei", atMs: Date.now() };
  let hasRivals = true;
  await page.route("**/rpc/podium.get", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { value: OutputOf<"podium.get"> };
    const rivals = hasRivals ? [{ revision: "theirs", actor: hub, slots: [] }] : [];
    const segments = reply.value.segments.map((segment) =>
      segment.label === "Overall" ? { ...segment, actor: hub, rivals } : segment,
    );
    await route.fulfill({ json: { ...reply, value: { ...reply.value, segments } } });
  });
  await goToScreen(page, "/podium");
  await expectSeen(page.getByText("Another desk typed another sheet"));
  hasRivals = false;
  const { runs } = await host.value("event.get", { eventId });
  const gun = { eventId, runId: runs[0]?.id ?? "", atMs: Date.now() };
  await host.value("gun.set", { commandId: newCommandId(), ...gun });
  await expectSeen(
    page.getByRole("status").getByText(/Overall.*another desk chose between the sheets, Hub/),
  );
  await expectGone(page.getByText("Another desk typed another sheet"));
});
