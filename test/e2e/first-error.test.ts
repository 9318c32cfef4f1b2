import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

const labelOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? "") : "";
  });

/** A race, and a page with the empty form of a new event. */
async function openNewEvent() {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Events");
  await page.getByRole("button", { name: "New event" }).click();
  return { race, page };
}

async function nameRace(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Quay Mile");
  await page.getByText("Race", { exact: true }).click();
}

test("U2 Enter in the form that connects goes to what is missing, then to what was refused", async () => {
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  const address = page.getByLabel("Base address");
  await address.fill("http://127.0.0.1:9/none");
  await address.press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("API key");
  await page.getByLabel("API key").fill("a-key-that-is-long-enough");
  await address.fill("http://race.example/v1");
  await page.getByLabel("API key").press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("Base address");
  const selected = await address.evaluate((field) =>
    field instanceof HTMLInputElement
      ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
      : "",
  );
  expect(selected).toBe("http://race.example/v1");
});

test("U2 an e-mail address with a mistake in it is selected; an unfinished one is continued at its end", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await expectSeen(deskPage(page).search);
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Name" }).fill("Wilma Berg");
  const email = page.getByRole("textbox", { name: "E-mail" });
  const selected = () =>
    email.evaluate((field) => {
      const { selectionStart, selectionEnd } = field as HTMLInputElement;
      return [selectionStart, selectionEnd];
    });
  await email.fill("wilma@@b.example");
  await email.press("Tab");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect.poll(selected).toEqual([0, 16]);
  await email.fill("wilma@");
  await page.keyboard.press("Enter");
  await expect.poll(selected).toEqual([6, 6]);
});

test("U2 Enter in the form of a new event goes to the first field that is missing", async () => {
  const { page } = await openNewEvent();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expectSeen(name);
  await page.getByLabel("City").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("Name");
});

test("U2 Enter right behind a word marks the field that the rules refuse", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  // The last field that fits: the words below it would be under the edge.
  await page.setViewportSize({ width: 1366, height: 724 });
  await deskPage(page).goTo("Events");
  await page.getByRole("button", { name: "New event" }).click();
  await nameRace(page);
  await page.getByLabel("Date", { exact: true }).fill("2026-12-24");
  await page.getByLabel("City").fill("Tollan");
  const country = page.getByLabel("Country");
  await country.focus();
  // There is no pause in which the form could be checked first.
  await page.keyboard.insertText("Atlantis");
  await page.keyboard.press("Enter");
  await expectSeen(
    page.getByText("An address needs its country: its name in English, or two letters such as PT."),
  );
  await expect.poll(() => country.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => labelOfFocus(page)).toBe("Country");
  // The words below the field are in sight too, and not below the edge of the form.
  const why = page.getByText("An address needs its country");
  const isInSight = (element: Element): boolean => {
    const { left, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 20, bottom - 3));
  };
  await expect.poll(() => why.evaluate(isInSight)).toBe(true);
  await country.fill("Ireland");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/^Saved on this computer/));
});

test("U2 the button speaks of fields in red only when one is red, and pressing it marks a word that was just typed", async () => {
  const { page, race } = await openNewEvent();
  await nameRace(page);
  await page.getByLabel("Date", { exact: true }).fill("2027-04-03");
  const country = page.getByLabel("Country");
  await country.fill("Irlend");
  const red = page.getByText("Correct the fields marked in red");
  // Longer than the pause after which the form is checked.
  await page.waitForTimeout(1_000);
  expect(await country.getAttribute("aria-invalid")).not.toBe("true");
  expect(await red.count()).toBe(0);
  await page.keyboard.press("Enter");
  await expectSeen(red);
  expect(await country.getAttribute("aria-invalid")).toBe("true");
  expect((await race.host.value("outbox.list", {})).total).toBe(0);
});

test("U2 a new event's mistakes are all marked at once, also where a coordinate alone could be judged earlier", async () => {
  const { page } = await openNewEvent();
  await page.getByRole("button", { name: "More fields" }).click();
  const marked = () =>
    page
      .locator("main input[aria-invalid=true]:not([type=radio])")
      .evaluateAll((fields) =>
        fields.map((field) =>
          field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : null,
        ),
      );
  await page.getByLabel("City").fill("Tollan");
  await page.getByLabel("Latitude").focus();
  await page.keyboard.insertText("north");
  await page.keyboard.press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("Name");
  await expect.poll(marked).toEqual(["Name", "Date", "Country", "Latitude"]);
});

test("U2 a mistake in a field that “Fewer fields” hides shows the field again", async () => {
  const { page } = await openNewEvent();
  await nameRace(page);
  await page.getByRole("button", { name: "More fields" }).click();
  await page.getByLabel("Last day").fill("2026-12-01");
  await page.getByRole("button", { name: "Fewer fields" }).click();
  await page.getByLabel("Date", { exact: true }).fill("2026-12-24");
  await page.keyboard.press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("Last day");
});

test("U2 a dialog whose yellow button says not yet takes Enter to the field that is missing", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Replace the key…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill("");
  await dialog.getByRole("heading").first().click();
  await page.keyboard.press("Enter");
  await expect.poll(() => labelOfFocus(page)).toBe("Base address");
});

test("U2 what was said of a refused key goes when the field is changed", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Replace the key…" }).click();
  const key = page.getByLabel("New key");
  await key.fill("a-key-of-nobody");
  await page.keyboard.press("Enter");
  await expect.poll(() => key.getAttribute("aria-invalid")).toBe("true");
  await key.press("End");
  await page.keyboard.type("2");
  await expect.poll(() => key.getAttribute("aria-invalid")).not.toBe("true");
});

test("U2 a press on “More fields” counts at the first time, although leaving the empty name draws an error above it", async () => {
  const { page } = await openNewEvent();
  await page.getByRole("textbox", { name: "Name", exact: true }).focus();
  const box = await page.getByRole("button", { name: "More fields" }).boundingBox();
  // Presses the lower edge, which the error message would push away from under the finger.
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 3);
  await page.mouse.down();
  await page.mouse.up();
  await expectSeen(page.getByRole("button", { name: "Fewer fields" }));
});
