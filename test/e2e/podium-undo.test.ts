import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { placeable, podiumPage } from "#test/support/browser/podium-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

test("P5 two undos take back two changes, and the open place follows each: the next bib is saved where it is typed", async () => {
  const race = await startRace({ runners: 200 });
  const page = await windows.open(race.host);
  const podium = podiumPage(page);
  await deskPage(page).goTo("Podium");
  const { runs } = await race.host.value("roster.runCounts", { eventId: race.eventId });
  const runners = await placeable(race, runs[0]?.runId ?? "");
  const [first = "", second = "", third = "", other = ""] = runners.map(({ bib }) => bib ?? "");
  for (const [index, bib] of [first, second, third].entries()) {
    await typeByHand(page, bib);
    await page.keyboard.press("Enter");
    await expectSeen(podium.line("Overall", bib));
    const next = ["2nd", "3rd", "4th"][index] ?? "";
    await expect
      .poll(() => podium.bib.getAttribute("aria-label"))
      .toBe(`Bib of ${next} in Overall`);
  }
  await page.keyboard.press("Control+z");
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 3rd in Overall");
  await page.keyboard.press("Control+z");
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 2nd in Overall");
  await expectSeen(page.getByText("Overall: back to the sheet before"));
  expect(await page.getByText("This sheet changed meanwhile").count()).toBe(0);
  await typeByHand(page, other);
  await page.keyboard.press("Enter");
  await expectSeen(podium.line("Overall", other));
  await expect.poll(() => podium.bib.getAttribute("aria-label")).toBe("Bib of 3rd in Overall");
});
