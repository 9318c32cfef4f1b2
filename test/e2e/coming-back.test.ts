import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import type { Race } from "#test/support/browser/race.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

const currentTab = (page: Page) =>
  page.getByRole("navigation", { name: "Podium sections" }).locator("[aria-current=page]");
const chosenRun = (page: Page) =>
  page.getByRole("group", { name: "Runs" }).locator("[aria-pressed=true]");
const scrollTop = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((area) => Math.round(area.scrollTop));

/** The offset after the smooth scrolling has ended: two reads in a row are equal. */
async function restingTop(page: Page, selector: string): Promise<number> {
  let top = Number.NaN;
  await expect
    .poll(async () => {
      const before = top;
      top = await scrollTop(page, selector);
      return top === before;
    })
    .toBe(true);
  return top;
}

async function pressMany({ host, eventId }: Race, count: number): Promise<void> {
  const stamps = Array.from({ length: count }, (_, at) => ({
    id: `stamp-${String(at).padStart(5, "0")}`,
    atMs: Date.now() - 3_600_000 + at * 500,
  }));
  await host.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
}

/** Checks both ways back: after a reload, and after a visit to another screen. */
async function comeBack(
  page: Page,
  screen: "Podium" | "Events" | "Sync" | "Settings",
  look: () => Promise<void>,
) {
  await look();
  await page.reload();
  await look();
  const desk = deskPage(page);
  await desk.goTo("Check-in");
  await desk.goTo(screen);
  await look();
}

test("N1 the podium comes back with run, tab, row and scroll", async () => {
  const race = await startRace({ runners: 60 });
  const { runs } = await race.host.value("podium.get", { eventId: race.eventId });
  const second = runs[1]?.label ?? "";
  await pressMany(race, 300);
  const page = await windows.open(race.host, { viewport: { width: 1024, height: 640 } });
  await goToScreen(page, "/podium");
  await page.getByRole("group", { name: "Runs" }).getByText(second, { exact: true }).click();
  await page.getByRole("button", { name: "Finish log" }).click();
  const list = page.getByRole("rowgroup");
  await expectSeen(page.getByText("300 times, 0 bibs."));
  await list.evaluate((area) => {
    area.scrollTop = 100 * 64;
  });
  const row = page.getByRole("row").filter({
    has: page.getByRole("rowheader", { name: "103", exact: true }),
  });
  await expect.poll(() => row.getByRole("gridcell").first().innerText()).toMatch(/\d\d:\d\d/);
  await row.getByRole("gridcell").first().click();
  const top = await scrollTop(page, "[role=rowgroup]");
  await comeBack(page, "Podium", async () => {
    await expect.poll(() => chosenRun(page).innerText()).toContain(second);
    await expect.poll(() => currentTab(page).innerText()).toBe("Finish log");
    await expect.poll(() => scrollTop(page, "[role=rowgroup]")).toBe(top);
    await expect
      .poll(() => row.getByRole("gridcell").first().getAttribute("aria-selected"))
      .toBe("true");
  });
  await page.getByRole("button", { name: "Official results" }).click();
  await comeBack(page, "Podium", async () => {
    await expect.poll(() => currentTab(page).innerText()).toBe("Official results");
  });
});

test("N1 the segment that is typed into comes back", async () => {
  const race = await startRace({ runners: 60 });
  const { eventId, host } = race;
  const { runId } = await host.value("podium.get", { eventId });
  const place = { commandId: newCommandId(), eventId, runId: runId ?? "" };
  await host.value("segment.save", {
    ...place,
    segments: ["overall", "sex:F", "sex:M"].map((segmentId) => ({
      segmentId,
      label: segmentId,
      depth: 3,
      clock: "gun" as const,
    })),
  });
  const page = await windows.open(host);
  await goToScreen(page, "/podium");
  await page
    .getByRole("region", { name: "Men", exact: true })
    .getByRole("listitem")
    .first()
    .click();
  const typedInto = page.locator("section[data-active]");
  await expect.poll(() => typedInto.getAttribute("aria-label")).toBe("Men");
  await comeBack(page, "Podium", async () => {
    await expect.poll(() => typedInto.getAttribute("aria-label")).toBe("Men");
  });
});

test("N1 events come back with listing, filter, event and scroll", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host, { viewport: { width: 1024, height: 640 } });
  await goToScreen(page, "/events");
  await page.getByRole("searchbox").or(page.getByRole("textbox")).first().fill("a");
  const events = page.getByRole("region", { name: "Events" }).getByRole("button");
  await expectSeen(events);
  // The scroll offset of each scrollable area, in px. With `to`, the areas are scrolled there afterwards.
  const scrolled = (to?: number): Promise<number[]> =>
    page.locator("main *").evaluateAll(
      (areas, top) =>
        areas
          .filter(
            (area) =>
              area.scrollHeight > area.clientHeight + 30 &&
              getComputedStyle(area).overflowY === "auto",
          )
          .map((area) => {
            const before = Math.round(area.scrollTop);
            if (top !== undefined) area.scrollTop = top;
            return before;
          }),
      to,
    );
  // An area may become long enough only when its answer has arrived, so scroll until every area keeps its offset.
  const allStay = async () => {
    const tops = await scrolled(25);
    return tops.length > 0 && tops.every((top) => top === 25);
  };
  await expect.poll(allStay).toBe(true);
  await comeBack(page, "Events", async () => {
    await expect
      .poll(() => page.getByRole("searchbox").or(page.getByRole("textbox")).first().inputValue())
      .toBe("a");
    await expect.poll(() => scrolled()).toContain(25);
  });
  await page.locator("label", { has: page.getByRole("radio", { name: "Series" }) }).click();
  await comeBack(page, "Events", async () => {
    await expect.poll(() => page.getByRole("radio", { name: "Series" }).isChecked()).toBe(true);
  });
});

test("N1 U1 settings come back where they were scrolled to; a link to a part, and F1, still go there", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host, { viewport: { width: 1024, height: 640 } });
  await goToScreen(page, "/settings?part=keys");
  const area = "main > div > div";
  await expect.poll(() => scrollTop(page, area)).toBeGreaterThan(300);
  // F1 opens the same part, from every screen.
  await goToScreen(page, "/check-in");
  await typeByHand(page, "oka");
  await page.keyboard.press("F1");
  await expectSeen(page.getByRole("heading", { name: "Keys" }));
  await expect.poll(() => scrollTop(page, area)).toBeGreaterThan(300);
  await page.mouse.move(500, 300);
  const before = await scrollTop(page, area);
  await page.mouse.wheel(0, -200);
  await expect.poll(() => scrollTop(page, area)).toBeLessThan(before);
  const top = await restingTop(page, area);
  await comeBack(page, "Settings", async () => {
    await expect.poll(() => scrollTop(page, area)).toBe(top);
  });
});

test("N1 the queue comes back with the entries that were opened", async () => {
  const race = await startRace({ runners: 60 });
  const { eventId, host } = race;
  const { runs } = await host.value("event.get", { eventId });
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      eventRunId: runs[0]?.id ?? "",
      email: "made@up.example",
      name: "Made Up",
      registrationType: "paid",
    },
    checkIn: false,
  });
  const page = await windows.open(host);
  await goToScreen(page, "/sync");
  const counted = page.getByRole("button", { name: /confirmed/ });
  await counted.click();
  await comeBack(page, "Sync", async () => {
    await expect.poll(() => counted.getAttribute("aria-pressed")).toBe("true");
  });
});

test("N1 a link names run and tab; a run that is gone shows the first; practice and live keep apart", async () => {
  const race = await startRace({ runners: 60 });
  const { runs } = await race.host.value("podium.get", { eventId: race.eventId });
  const page = await windows.open(race.host);
  await goToScreen(page, `/podium?run=${runs[1]?.id ?? ""}&tab=official`);
  await expect.poll(() => currentTab(page).innerText()).toBe("Official results");
  await expect.poll(() => chosenRun(page).innerText()).toContain(runs[1]?.label ?? "");
  await goToScreen(page, "/podium?run=no-such-run&tab=finish");
  await expect.poll(() => currentTab(page).innerText()).toBe("Finish log");
  await expect.poll(() => chosenRun(page).innerText()).toContain(runs[0]?.label ?? "");

  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(page.getByRole("banner").filter({ hasText: "PRACTICE" }));
  await deskPage(page).goTo("Podium");
  await expect.poll(() => currentTab(page).innerText()).toBe("Podium");
  await page.getByRole("button", { name: "Leave practice" }).click();
  await deskPage(page).goTo("Podium");
  await expect.poll(() => currentTab(page).innerText()).toBe("Finish log");
});
