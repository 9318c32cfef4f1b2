import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { walkUp } from "#renderer/i18n/en/walk-up.ts";
import { coveredByToast } from "#test/support/browser/covered.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { downloadEvent, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

async function openForm(runners: number) {
  const race = await startRace({ runners });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  return { ...race, page, desk };
}

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name" });
const emailField = (page: Page) => page.getByRole("textbox", { name: "E-mail" });
const choose = (page: Page, name: RegExp | string) =>
  page.locator("label", { has: page.getByRole("radio", { name }) }).click();

/** The label of the focused field, or of the focused group of choices. */
const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const group = activeElement?.closest("[role=radiogroup]");
    const labelledBy = group?.getAttribute("aria-labelledby");
    const label =
      activeElement instanceof HTMLInputElement && group === null
        ? activeElement.labels?.[0]
        : document.querySelector(`[id="${labelledBy ?? ""}"]`);
    return label?.textContent ?? "";
  });

test("W5 what is missing says so, and each attempt to save puts the focus into the first such field", async () => {
  const { page } = await openForm(60);
  await nameField(page).fill("Nina Tavares");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("The e-mail is needed."));
  await expect.poll(() => nameOfFocus(page)).toBe("E-mail");
  await typeByHand(page, "nina@");
  await expectSeen(page.getByText("This is not a whole e-mail address."));
  await typeByHand(page, "tavares.example");
  await page.keyboard.press("Enter");
  await expect.poll(() => nameOfFocus(page)).toBe("Run");
  await choose(page, /^10K/);
  // A finger may also press the dashed button, which then shows what is missing.
  await page.getByRole("button", { name: "Choose paid or free" }).click({ force: true });
  await expect.poll(() => nameOfFocus(page)).toBe("Entry");
  expect(await page.locator("body").innerText()).not.toMatch(
    /eventRunId|registrationType|paceGroup/,
  );
});

test("W5 the form says that all fields follow the rules only while they do", async () => {
  const { page } = await openForm(300);
  const rules = page.getByText(walkUp.rules);
  await expectSeen(page.getByRole("button", { name: /^Type the name/ }));
  expect(await rules.count()).toBe(0);
  await nameField(page).fill("Nina Tavares");
  await emailField(page).fill("nina@tavares.example");
  await choose(page, /^10K/);
  await choose(page, "Paid");
  await expectSeen(rules);
  const bib = page.getByRole("textbox", { name: "Bib" });
  await bib.fill("1042");
  await expectSeen(page.getByText(/^Bib 1042 is taken by/));
  await expectGone(rules);
  expect(await page.getByText(walkUp.noteHint("1042")).count()).toBe(0);
  await bib.fill("9042");
  await expectSeen(page.getByText(walkUp.noteHint("9042")));
  await expectSeen(rules);
  await emailField(page).fill("nina@@tavares");
  await expectSeen(page.getByRole("button", { name: /^Correct the e-mail/ }));
  await expectGone(rules);
});

test("W5 the same keys fill the form in, and the message names run and entry, also once a single run is open", async () => {
  const { page, desk, host, sandbox, eventId } = await openForm(60);
  const fillByKeys = async (name: string, email: string): Promise<void> => {
    await typeByHand(page, name);
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOfFocus(page)).toBe("E-mail");
    await typeByHand(page, email);
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOfFocus(page)).toBe("Run");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOfFocus(page)).toBe("Entry");
    await typeByHand(page, " ");
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText(/^Saved: 10K, paid\./));
  };
  await fillByKeys("Nina Tavares", "nina@tavares.example");
  const { runs } = await host.value("event.get", { eventId });
  const fiveK = runs.find(({ label }) => label === "5K")?.id ?? "";
  await sandbox.control("/mutations", {
    kind: "set-run",
    eventRunId: fiveK,
    registrationStatus: "closed",
  });
  await downloadEvent(host, eventId);
  await expectSeen(desk.search);
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  await expect.poll(() => page.getByText("Open", { exact: true }).count()).toBe(1);
  await fillByKeys("Berta Nunes", "berta@nunes.example");
});

test("W5 a form that comes back has the focus in the first needed field that is empty", async () => {
  const { page, desk } = await openForm(60);
  await nameField(page).fill("Nina Tavares");
  await emailField(page).fill("nina@tavares.example");
  const comeBack = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await expectSeen(desk.search);
    await page.keyboard.press("F2");
    await expectSeen(nameField(page));
  };
  await comeBack();
  await expect.poll(() => nameOfFocus(page)).toBe("Run");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expectSeen(nameField(page));
  await expect.poll(() => nameOfFocus(page)).toBe("Run");
  await choose(page, /^10K/);
  await comeBack();
  await expect.poll(() => nameOfFocus(page)).toBe("Entry");
});

const hasFocus = (field: Locator) => field.evaluate((each) => each === document.activeElement);
const caretOf = (field: Locator) =>
  field.evaluate((each) => {
    const { selectionStart, selectionEnd } = each as HTMLInputElement;
    return [selectionStart, selectionEnd];
  });

test("W5 the name is needed first; Ctrl+Enter, or a button that the refusal shows, saves without one", async () => {
  const { page, desk, host, eventId } = await openForm(60);
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("The name is needed."));
  await expectSeen(page.getByRole("button", { name: /^Type the name/ }));
  await expect.poll(() => hasFocus(nameField(page))).toBe(true);
  const without = page.getByRole("button", { name: /^Save without a name/ });
  expect(await without.count()).toBe(0);
  const fill = async (email: string): Promise<void> => {
    await emailField(page).fill(email);
    await choose(page, /^10K/);
    await choose(page, "Paid");
  };
  await fill("wilma@example.org");
  await page.keyboard.press("Enter");
  await expectSeen(without);
  await expect.poll(() => hasFocus(nameField(page))).toBe(true);
  // Enter alone saves nobody without a name.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expectSeen(desk.done.getByText("No bib yet for"));
  const isHere = async (text: string) =>
    (await host.value("roster.search", { eventId, text })).rows.map(
      ({ checkedIn }) => checkedIn !== null,
    );
  expect(await isHere("wilma@example.org")).toEqual([true]);
  await page.keyboard.press("F2");
  await fill("berta@example.org");
  await page.getByRole("button", { name: "Save only" }).click();
  await without.click();
  await expect.poll(() => isHere("berta@example.org")).toEqual([false]);
});

test("W5 Enter on an unfinished e-mail address names it first, and puts the caret at its end", async () => {
  const { page } = await openForm(60);
  await nameField(page).fill("Wilma Berg");
  await emailField(page).fill("wilma@");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("button", { name: /^Correct the e-mail/ }));
  await expect.poll(() => caretOf(emailField(page))).toEqual([6, 6]);
  await typeByHand(page, "b.example");
  expect(await emailField(page).inputValue()).toBe("wilma@b.example");
});

test.each(["bruno@@mail", "bruno mail@mail.example", "bruno@mail.", "bruno@"])(
  "W5 Enter on the wrong e-mail address %s stays in the field, where the right one can be typed at once",
  async (wrong) => {
    const { page } = await openForm(60);
    await typeByHand(page, "Bruno Costa");
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(emailField(page))).toBe(true);
    await typeByHand(page, wrong);
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("This is not a whole e-mail address."));
    await expectSeen(page.getByRole("button", { name: /^Correct the e-mail/ }));
    expect(await hasFocus(emailField(page))).toBe(true);
    const isUnfinished = wrong === "bruno@" || wrong === "bruno@mail.";
    await typeByHand(page, isUnfinished ? "mail.example" : "bruno@mail.example");
    expect(await emailField(page).inputValue()).toBe(
      isUnfinished ? `${wrong}mail.example` : "bruno@mail.example",
    );
  },
);

test("W5 “Use” takes the next free bib into the field, with the focus, also while a taken bib is typed", async () => {
  const { page } = await openForm(300);
  await choose(page, /^10K/);
  const bib = page.getByRole("textbox", { name: "Bib" });
  await page.getByRole("button", { name: /^Use \d/ }).click();
  await expect.poll(() => hasFocus(bib)).toBe(true);
  const next = await bib.inputValue();
  await bib.fill("1042");
  await expectSeen(page.getByText(/^Bib 1042 is taken by/));
  await page.getByRole("button", { name: `Use ${next}` }).click();
  expect(await bib.inputValue()).toBe(next);
  await expectGone(page.getByRole("button", { name: /^Use \d/ }));
});

test("W5 a half-typed walk-up is there again after the page was loaded anew, and not after it was saved", async () => {
  const { page, desk } = await openForm(60);
  await nameField(page).fill("Nina Tavares");
  await emailField(page).fill("nina@tavares.example");
  await choose(page, /^10K/);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect.poll(() => nameField(page).inputValue()).toBe("Nina Tavares");
  expect(await emailField(page).inputValue()).toBe("nina@tavares.example");
  expect(await page.getByRole("radio", { name: /^10K/ }).isChecked()).toBe(true);
  await choose(page, "Paid");
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(desk.done);
  await page.reload();
  await expectSeen(desk.search);
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  expect(await nameField(page).inputValue()).toBe("");
});

test("W5 the pace groups offered are those of the chosen run", async () => {
  const { page } = await openForm(300);
  await expectSeen(page.getByText("Choose the run first"));
  await choose(page, /^10K/);
  await expectSeen(page.getByRole("radio", { name: "55 min" }));
  await choose(page, "55 min");
  await choose(page, /^Half/);
  await expectSeen(page.getByRole("radio", { name: "1:45" }));
  await expectGone(page.getByRole("radio", { name: "55 min" }));
  await choose(page, /^5K/);
  await expectSeen(page.getByText("5K has none"));
});

test("W4 who may be the same person stands beside the form; opening one keeps what was typed", async () => {
  const { page, desk } = await openForm(60);
  const alike = page.getByRole("region", { name: "Is it one of these?" });
  await nameField(page).fill("Amara Okafor");
  await emailField(page).fill("somebody@else.example");
  const amara = alike.getByRole("button", { name: /Amara Okafor.*same name.*not here yet/ });
  await expectSeen(amara);
  await nameField(page).fill("Nobody Here");
  await expectGone(alike);
  await page.getByRole("textbox", { name: "Bib" }).fill("1042");
  await expectSeen(alike.getByRole("button", { name: /Amara Okafor.*same bib/ }));
  await alike.getByRole("button", { name: /Amara Okafor/ }).click();
  await expectSeen(desk.card("Amara Okafor"));
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  expect(await nameField(page).inputValue()).toBe("Nobody Here");
  expect(await emailField(page).inputValue()).toBe("somebody@else.example");
});

test("B1 an e-mail address in the bib field is no bib, and the form says so", async () => {
  const { page } = await openForm(60);
  await page.getByRole("textbox", { name: "Bib" }).fill("berta@b.example");
  await page.keyboard.press("Tab");
  await expectSeen(page.getByText("This looks like an e-mail address, not a bib."));
});

test("B2 a bib of two runners names both on the form", async () => {
  const { page } = await openForm(300);
  await page.getByRole("textbox", { name: "Bib" }).fill("1062");
  await expectSeen(
    page.getByText(/Bib 1062 is taken by Zo.+ M.+ller, 10K and Олена Шевченко, 10K\./),
  );
});

test("W5 “Start over” empties the form, takes every error away and puts the focus into the name", async () => {
  const { page } = await openForm(60);
  await nameField(page).fill("Nina Tavares");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("The e-mail is needed."));
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => nameField(page).inputValue()).toBe("");
  expect(await page.locator("[aria-invalid=true], [data-invalid]").count()).toBe(0);
  await expect
    .poll(() => nameField(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect.poll(() => nameField(page).inputValue()).toBe("Nina Tavares");
});

test("W5 a half-typed form that another search text replaces can be put back", async () => {
  const { page, desk } = await openForm(60);
  await nameField(page).fill("Nina Tavares");
  await emailField(page).fill("nina@example.org");
  await page.keyboard.press("Escape");
  await desk.find("Zoraida Quispe");
  await page.keyboard.press("F2");
  await expect.poll(() => nameField(page).inputValue()).toBe("Zoraida Quispe");
  await expectSeen(page.getByText("The form of Nina Tavares was emptied"));
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect.poll(() => nameField(page).inputValue()).toBe("Nina Tavares");
  expect(await emailField(page).inputValue()).toBe("nina@example.org");
});

test("L1 W5 in a small window a message of several lines covers no field and no button of the form", async () => {
  const { page, desk } = await openForm(60);
  const longName = "Wolfeschlegelsteinhausen ".repeat(7).trim();
  await nameField(page).fill(longName);
  await page.keyboard.press("Escape");
  await desk.find("Zoraida Quispe");
  await page.keyboard.press("F2");
  const toast = "was emptied";
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 640 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size);
    // A toast under the pointer stays.
    await page.getByText(toast).hover();
    const message = `${size.width}×${size.height}`;
    await expect.poll(() => coveredByToast(page, toast), { message }).toEqual([]);
  }
});

test("W1 Enter registers nobody a second time: the form says so, and Ctrl+Enter does it all the same", async () => {
  const { page, desk, host, eventId } = await openForm(60);
  const fill = async (): Promise<void> => {
    await nameField(page).fill("Nina Tavares");
    await emailField(page).fill("nina@tavares.example");
    await choose(page, /^10K/);
    await choose(page, "Paid");
  };
  const registered = async () =>
    (await host.value("roster.search", { eventId, text: "nina@tavares.example" })).total;
  await fill();
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  await page.keyboard.press("F2");
  await fill();
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/Nina Tavares is registered for this run with this e-mail/));
  await expectGone(page.getByText(/^Saved: /));
  const again = page.getByRole("button", { name: "Register again" });
  await expectSeen(again);
  // The same person, or a second one: the name decides, so the focus is there.
  await expect.poll(() => hasFocus(nameField(page))).toBe(true);
  expect(await page.locator("[data-state=ready]").count()).toBe(0);
  await page.keyboard.press("Enter");
  await expectSeen(again);
  expect(await registered()).toBe(1);
  await page.keyboard.press("Control+Enter");
  await expectSeen(desk.done);
  await expect.poll(registered).toBe(2);
});
