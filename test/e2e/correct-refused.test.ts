import type { Page } from "playwright";
import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { newCommandId, readSandbox, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

const people = [
  { name: "Mia Berg", email: "mia@berg.example" },
  { name: "Jan Kos", email: "jan@kos.example" },
] as const;

/** The run Half is full: both walk-ups are refused because of their run. */
async function refuseBoth({ host, eventId }: Race): Promise<void> {
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === "Half")?.id ?? "";
  for (const person of people) {
    await host.value("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: { ...person, eventRunId, registrationType: "paid" },
      checkIn: false,
    });
  }
  await expect
    .poll(async () => (await stillOpen({ host })).map(({ reason }) => reason))
    .toEqual(["refused", "refused"]);
}

const stillOpen = async ({ host }: Pick<Race, "host">) =>
  (await host.value("outbox.list", { show: "open" })).entries;

/** The form that is open, and the accessible name of the focused element. */
const focus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const names = activeElement?.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const texts = names.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? "");
    return `${activeElement?.tagName ?? ""} ${texts.join(" ")}`;
  });

/** The elements that show a focus ring. */
const outlined = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => getComputedStyle(element).outlineStyle === "solid")
      .map(({ tagName }) => tagName),
  );

test("U2 “Fix and send” puts the focus into the first field that was refused, and Enter sends the correction", async () => {
  const race = await startRace({ runners: 60 });
  await refuseBoth(race);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Fix…", exact: true }).press("Enter");
  await expect.poll(() => focus(page)).toMatch(/^BUTTON .*Run/);
  expect(await outlined(page)).toEqual(["BUTTON"]);
  await page.keyboard.press("ArrowDown");
  const list = page.getByRole("listbox");
  await expectSeen(list);
  await list.getByRole("option", { name: "10K", exact: true }).click();
  await expectGone(list);
  await expect.poll(() => focus(page)).toMatch(/^BUTTON .*Run/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stillOpen(race)).length).toBe(1);
  await expectSeen(page.getByRole("button", { name: /^Change the run to send/ }));
  await expectSeen(page.getByRole("button", { name: /Run$/ }));
  const place = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(place).toBe(words.sync.queue);
  await page.keyboard.press("Enter");
  await expect.poll(() => focus(page)).toMatch(/^BUTTON .*Run/);
});

test("W6 another run keeps the bib that was handed over, says so, and offers the next free one of that run", async () => {
  const race = await startRace({ runners: 300 });
  const { host, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  const nextOf = async (run: string): Promise<string> => {
    const runId = runs.find(({ label }) => label === run)?.id ?? "";
    return (await host.value("bib.nextFree", { eventId, runId })).bib ?? "";
  };
  const bibOf = async (email: string): Promise<string | null | undefined> =>
    (await host.value("roster.search", { eventId, text: email })).rows[0]?.bib;
  const eventRunId = runs.find(({ label }) => label === "Half")?.id ?? "";
  const given: string[] = [];
  for (const person of people) {
    given.push(await nextOf("Half"));
    await host.value("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: { ...person, eventRunId, registrationType: "paid" },
      bib: given.at(-1) ?? "",
      checkIn: false,
    });
  }
  await expect
    .poll(async () => (await stillOpen(race)).map(({ reason }) => reason))
    .toEqual(["refused", "refused"]);
  const page = await windows.open(host);
  await deskPage(page).goTo("Sync");
  const correctRun = async (bib: string): Promise<void> => {
    await page.getByRole("button", { name: /Run$/ }).click();
    expect(await page.getByText(/was given before the run was changed/).count()).toBe(0);
    await page.getByRole("option", { name: "10K", exact: true }).click();
    await expectSeen(page.getByText(`Bib ${bib} was given before the run was changed.`));
  };
  const free = await nextOf("10K");
  await correctRun(given[0] ?? "");
  expect(await page.getByRole("radio", { name: `Keep ${given[0]}` }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Fix and send" }).click();
  await expect.poll(async () => (await stillOpen(race)).length).toBe(1);
  expect(await bibOf(people[0].email)).toBe(given[0]);

  await correctRun(given[1] ?? "");
  await page.locator("label", { has: page.getByRole("radio", { name: `Use ${free}` }) }).click();
  await page.getByRole("button", { name: "Fix and send" }).click();
  await expect.poll(async () => (await stillOpen(race)).length).toBe(0);
  await expectSeen(page.getByText(`Bib ${free} given to ${people[1].name}`));
  expect(await bibOf(people[1].email)).toBe(free);
});

test("U2 “Fix in Sync” on the runner's card opens the form of that very walk-up, at the field that was refused", async () => {
  const race = await startRace({ runners: 60 });
  await refuseBoth(race);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  for (const { name, email } of people) {
    await desk.find(email);
    await desk.card(name).getByRole("button", { name: "Fix in Sync" }).click();
    await expect.poll(() => focus(page)).toMatch(/^BUTTON .*Run/);
    const form = page.locator("article, section, div").filter({ has: page.locator(":focus") });
    await expectSeen(form.getByText(name).last());
    await desk.goTo("Check-in");
  }
});

test("U2 a corrected field that is refused again is red, with the reason and the focus", async () => {
  const race = await startRace({ runners: 60 });
  await refuseBoth(race);
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: "Fix…", exact: true }).click();
  await expect.poll(() => focus(page)).toMatch(/^BUTTON .*Run/);
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "10K", exact: true }).click();
  await page.getByRole("button", { name: "All fields" }).click();
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.fill("mia@");
  await page.keyboard.press("Enter");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill("mia@new.example");
  await expect.poll(() => email.getAttribute("aria-invalid")).toBeNull();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stillOpen(race)).length).toBe(1);
});

test("W5 a refused walk-up offers the pace groups of the chosen run, and loses one that this run does not have", async () => {
  const race = await startRace({ runners: 300 });
  const { host, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === "Half")?.id ?? "";
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { ...people[0], eventRunId, registrationType: "paid", paceGroup: "1:45" },
    checkIn: false,
  });
  await expect.poll(async () => (await stillOpen(race))[0]?.reason).toBe("refused");
  const page = await windows.open(host);
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: /Run$/ }).click();
  await page.getByRole("option", { name: "10K", exact: true }).click();
  await expectSeen(page.getByText("Changed, was 1:45"));
  await page.getByRole("button", { name: /Pace group$/ }).click();
  const options = page.getByRole("option");
  await expect.poll(() => options.allTextContents()).toContain("55 min");
  expect(await options.allTextContents()).not.toContain("1:45");
  await page.getByRole("option", { name: "55 min", exact: true }).click();
  await page.getByRole("button", { name: "Fix and send" }).click();
  await expect.poll(async () => (await stillOpen(race)).length).toBe(0);
  const { entries } = await host.value("outbox.list", { show: "done" });
  expect(entries[0]?.form?.paceGroup).toBe("55 min");
});

test("W3 the form that corrects a walk-up shows the note as it was typed, and the bib stays a line of its own", async () => {
  const race = await startRace({ runners: 60 });
  const { host, sandbox, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  await sandbox.control("/faults", {
    rules: [{ kind: "status", status: 422, method: "POST", path: "/registration", times: 1 }],
  });
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      ...people[0],
      eventRunId: runs.find(({ label }) => label === "10K")?.id ?? "",
      registrationType: "paid",
      notes: "has paid cash",
    },
    bib: "4711",
    checkIn: false,
  });
  await expect
    .poll(async () => (await stillOpen(race)).map(({ reason }) => reason))
    .toEqual(["refused"]);
  const page = await windows.open(host);
  await deskPage(page).goTo("Sync");
  const note = page.getByRole("textbox", { name: /^Note to the organizer/ });
  await expect.poll(() => note.inputValue()).toBe("has paid cash");
  await note.fill("has paid cash, in euros");
  await page.getByRole("button", { name: /^Fix and send/ }).click();
  await expect
    .poll(async () =>
      (await readSandbox(sandbox)).created.map((post) => "notes" in post && post.notes),
    )
    .toEqual(["has paid cash, in euros\nBib 4711"]);
});
