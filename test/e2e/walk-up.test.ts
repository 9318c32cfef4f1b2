import type { Page } from "playwright";
import { expect } from "vitest";
import type { DeskPage } from "#test/support/browser/desk-page.ts";
import { scan, typeByHand } from "#test/support/browser/keys.ts";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { cutConnection, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

interface OpenForm extends Race {
  readonly page: Page;
  readonly desk: DeskPage;
}

const saved = "Saved: 10K, paid. Will be sent when the connection is back.";

/** A desk without a connection, with the walk-up form filled in. */
async function fillForm(name: string): Promise<OpenForm> {
  const race = await startRace({ runners: 60 });
  await cutConnection(race.sandbox);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Look for changes" }).click();
  await expectSeen(desk.status.getByText(/Offline since/));
  await desk.goTo("Check-in");
  await openForm(page, desk, name);
  await page.getByRole("textbox", { name: "E-mail" }).fill("kari@nordmann.example");
  await page.locator("label", { has: page.getByRole("radio", { name: /^10K/ }) }).click();
  await page.locator("label", { has: page.getByRole("radio", { name: "Paid" }) }).click();
  return { ...race, page, desk };
}

async function openForm(page: Page, desk: DeskPage, name: string): Promise<void> {
  await desk.find(name);
  await expectSeen(page.getByText(`Nobody matches “${name}”`));
  await page.keyboard.press("F2");
  await expect.poll(() => nameField(page).inputValue()).toBe(name);
}

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name" });

/** Presses "Save only": the walk-up is saved, and the answer to the page is held. */
async function saveUnanswered(open: OpenForm) {
  const replies = await heldReplies(open.host, open.page, "walkUp.save");
  let held = 0;
  replies.hold(() => (held += 1) > 0);
  await open.page.getByRole("button", { name: "Save only" }).click();
  await expect.poll(() => countSaved(open)).toBe(1);
  return { release: replies.release, held: () => held };
}

const countSaved = async ({ host }: Race): Promise<number> =>
  (await host.value("sync.status", {})).waiting;

testWithInterception(
  "W3 who saves a walk-up and goes on before it is answered stays where they are, with what they type there",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page, desk } = open;
    const answer = await saveUnanswered(open);
    await desk.goTo("Check-in");
    await openForm(page, desk, "Ola Nordmann");
    await answer.release();
    await expectSeen(page.getByText(saved));
    expect(new URL(page.url()).hash).toMatch(/^#\/walk-up/);
    expect(await nameField(page).inputValue()).toBe("Ola Nordmann");
  },
);

testWithInterception(
  "J8 who comes back to a form that is being saved and saves it again has one walk-up",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page, desk } = open;
    const answer = await saveUnanswered(open);
    await desk.goTo("Sync");
    await desk.goTo("Check-in");
    await page.keyboard.press("F2");
    expect(await nameField(page).inputValue()).toBe("Kari Nordmann");
    await page.getByRole("button", { name: "Save only" }).click();
    await expect.poll(answer.held).toBe(2);
    await answer.release();
    await expectSeen(page.getByText(/^Walk-up saved at/));
    expect(await countSaved(open)).toBe(1);
  },
);

testWithInterception(
  "W3 a form that is being saved takes no keys, so that nothing typed is lost with it and no second walk-up is made",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page } = open;
    const answer = await saveUnanswered(open);
    const bib = page.getByRole("textbox", { name: "Bib" });
    await bib.click({ force: true });
    await typeByHand(page, "9001");
    expect(await bib.inputValue()).toBe("");
    await scan(page, "9002");
    await expectSeen(page.getByText(/^Scanned 9002 while the walk-up was being saved/));
    expect(await bib.inputValue()).toBe("");
    await answer.release();
    await expectSeen(page.getByText(/^Walk-up saved at/));
    await page.keyboard.press("F2");
    await expectSeen(nameField(page));
    expect(await nameField(page).inputValue()).toBe("");
  },
);

testWithInterception(
  "C8 the next bib, begun while a walk-up is being saved, is whole in the search box: its end alone may be another runner's",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page, desk } = open;
    const answer = await saveUnanswered(open);
    await typeByHand(page, "10");
    await answer.release();
    await expectSeen(desk.search);
    await typeByHand(page, "42");
    await expect.poll(() => desk.search.inputValue()).toBe("1042");
    await expectSeen(desk.card("Amara Okafor"));
    await expectSeen(page.getByText(saved));
  },
);

testWithInterception(
  "C8 the next name, begun after F2 while a walk-up is being saved, is whole in the next form",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page } = open;
    const answer = await saveUnanswered(open);
    await page.keyboard.press("F2");
    await typeByHand(page, "Ola ");
    await answer.release();
    await expect.poll(() => nameField(page).inputValue()).toBe("Ola ");
    await typeByHand(page, "Nordmann");
    await expect.poll(() => nameField(page).inputValue()).toBe("Ola Nordmann");
  },
);

testWithInterception(
  "W4 a walk-up that is being saved is not shown as its own duplicate",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { page } = open;
    const answer = await saveUnanswered(open);
    await expect.poll(() => countSaved(open)).toBe(1);
    // Longer than the pauses after which the form is checked and similar runners are searched.
    await page.waitForTimeout(700);
    expect(await page.getByText("Is it one of these?").count()).toBe(0);
    expect(await page.getByText(/already on the list/).count()).toBe(0);
    await answer.release();
    await expectSeen(page.getByText(/^Walk-up saved at/));
  },
);

testWithInterception(
  "W3 who saves before the last field was checked sees no fault of an older draft meanwhile",
  async () => {
    const open = await fillForm("Kari Nordmann");
    const { host, page } = open;
    const mail = page.getByRole("textbox", { name: "E-mail" });
    await mail.fill("kari@");
    await mail.blur();
    await expectSeen(page.getByText("This is not a whole e-mail address."));
    const checks = await heldReplies(host, page, "walkUp.check");
    checks.hold(() => true);
    await mail.fill("kari@nordmann.example");
    const answer = await saveUnanswered(open);
    await checks.release();
    await page.waitForTimeout(500);
    expect(await page.getByText("This is not a whole e-mail address.").count()).toBe(0);
    await answer.release();
    await expectSeen(page.getByText(/^Walk-up saved at/));
  },
);

testWithInterception(
  "J1 a walk-up that was not saved is said on whatever screen its person is, and is still on the form",
  async () => {
    const { host, page, desk } = await fillForm("Kari Nordmann");
    let refuse = (): void => undefined;
    const isRefused = new Promise<void>((resolve) => (refuse = resolve));
    const restore = await interceptCalls(host, page, "walkUp.save", async (call) => {
      await isRefused;
      await call.refuse("not-saved");
    });
    await page.getByRole("button", { name: "Save only" }).click();
    await desk.goTo("Sync");
    refuse();
    await expectSeen(page.getByText("Walk-up NOT SAVED. It is still on the form."));
    await restore();
    await desk.goTo("Check-in");
    await page.keyboard.press("F2");
    expect(await nameField(page).inputValue()).toBe("Kari Nordmann");
    await page.getByRole("button", { name: "Save only" }).click();
    await expectSeen(page.getByText(saved));
  },
);
