import { expect, test } from "vitest";
import { isolated } from "#renderer/i18n/isolated.ts";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import type { OpenDesk } from "#test/support/browser/open-desk.ts";
import { downloadEvent, newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

test("B5 a walk-up saved without a bib is given the next free one from the green card: one press, then Enter", async () => {
  const { page, desk, host, eventId } = await openDesk();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Name" }).fill("Nina Tavares");
  await page.getByRole("textbox", { name: "E-mail" }).fill("nina@tavares.example");
  await page.locator("label", { has: page.getByRole("radio", { name: /^10K/ }) }).click();
  await page.locator("label", { has: page.getByRole("radio", { name: "Paid" }) }).click();
  await page.getByRole("button", { name: /^Save and check in/ }).click();
  await expectSeen(desk.done.getByText("No bib yet for"));
  const { rows } = await host.value("roster.search", { eventId, text: "nina tavares" });
  const runId = rows[0]?.runId ?? "";
  const { bib } = await host.value("bib.nextFree", { eventId, runId });

  await desk.done.getByRole("button", { name: "Give a bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await expect.poll(() => field.inputValue()).toBe(bib);
  await expectSeen(page.getByText("Free", { exact: true }));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText(`Hand over ${bib ?? ""} to`));
  const holders = await host.value("bib.holders", { eventId, bib: bib ?? "" });
  expect(holders.holders.map(({ name }) => name)).toEqual(["Nina Tavares"]);
});

test("B5 B2 the member of a relay team without a bib is offered the bib of the team, not the next free one", async () => {
  const { page, desk, host } = await openDesk();
  const { events } = await host.value("event.list", { text: "relay" });
  const eventId = events[0]?.id ?? "";
  await downloadEvent(host, eventId);
  await host.value("event.open", { commandId: newCommandId(), eventId });
  await expectSeen(page.getByText("Quay to Quay Relay"));
  // The organizer gave this team's bib to the three others only.
  await desk.find("Finn White");
  await page.getByRole("button", { name: "Give a bib" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Bib" }).inputValue()).toBe("1");
  await expectSeen(page.getByText("Bib of the team: 1"));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Bib 1 given to Finn White, not checked in yet"));
  const { holders } = await host.value("bib.holders", { eventId, bib: "1" });
  expect(holders).toHaveLength(4);
});

test("B5 B2 who was just checked in without a bib gets one from the green card, which then says whom to hand it to; a swap from there names both", async () => {
  const { page, desk, host, eventId } = await openDesk();
  const checkIn = async (text: string): Promise<void> => {
    await desk.find(text);
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(desk.done.getByText("No bib yet for"));
    await desk.done.getByRole("button", { name: "Give a bib" }).click();
  };
  await checkIn("okasha");
  const field = page.getByRole("textbox", { name: "Bib" });
  // Esc goes back to the green card.
  await expectSeen(field);
  await page.keyboard.press("Escape");
  await expectSeen(desk.done.getByText("No bib yet for"));
  await desk.done.getByRole("button", { name: "Give a bib" }).click();
  await expect.poll(() => field.inputValue()).not.toBe("");
  const bib = await field.inputValue();
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText(`Hand over ${bib} to`));

  const { rows } = await host.value("roster.search", { eventId, text: "okasha" });
  const name = rows[0]?.name ?? "";
  await page.keyboard.press("Control+z");
  await expectSeen(desk.card(name));
  const runnerId = rows[0]?.id ?? "";
  await host.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId });
  await checkIn("okasha");
  await field.fill("1042");
  await expectSeen(page.getByText("Taken by Amara Okafor, 10K"));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Swap the two" }).click();
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await expectSeen(page.getByText(`${isolated(name)} has bib 1042 now, Amara Okafor has no bib`));
});

test("B5 C4 who was checked in with a family and has no bib is not handed one: the card offers to give it, and then says to hand it over", async () => {
  const { page, desk, host, eventId } = await openDesk();
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === "10K")?.id ?? "";
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      eventRunId,
      email: "a.okafor@posteo.net",
      name: "Mia Berg",
      registrationType: "paid",
    },
    checkIn: false,
  });
  await desk.find("1042");
  await page.getByRole("button", { name: "Check in all 4" }).click();
  const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
  const noBib = desk.done.getByRole("group", { name: "No bib yet for", exact: true });
  await expectSeen(noBib.getByText("Mia Berg"));
  expect(await handOver.getByText("Mia Berg").count()).toBe(0);
  // Esc goes back to the card of the family.
  await noBib.getByRole("button", { name: "Give a bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await expectSeen(field);
  await page.keyboard.press("Escape");
  await noBib.getByRole("button", { name: "Give a bib" }).click();
  await field.fill("9001");
  await page.keyboard.press("Enter");
  await expectSeen(handOver.getByText("9001", { exact: true }));
  expect(await noBib.count()).toBe(0);
  expect(await desk.done.getByText(/meanwhile/).count()).toBe(0);
  expect(await desk.done.getAttribute("data-tone")).toBe("done");
  // The undo of the bib leaves the card of the family, whose other bibs are still handed over.
  await page.keyboard.press("Control+z");
  await expectSeen(noBib.getByText("Mia Berg"));
  await expectSeen(handOver);
  expect(await desk.done.getByText(/meanwhile/).count()).toBe(0);
});

test("B5 who is here without a bib is given one; a typed bib says at once whose it is", async () => {
  const { page, desk } = await openDesk();
  await desk.find("okasha");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  await desk.find("okasha");
  await expectSeen(page.getByRole("heading", { name: "Already checked in" }));
  await page.getByRole("button", { name: "Give a bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await field.fill("1042");
  await expectSeen(page.getByText("Taken by Amara Okafor, 10K"));
  await field.fill("01042");
  await expectSeen(page.getByText("Free, but it looks like 1042 of Amara Okafor"));
  await field.fill("hello world");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("alert").getByText("A bib has no space in it."));
  await field.fill("ELITE");
  await expectSeen(page.getByText("Free, but it has no digit. Is it a bib?"));
  await field.fill("5150");
  await expectSeen(page.getByText("Free", { exact: true }));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Bib 5150 given to \u2068نور الدين عكّاشة\u2069"));
});

test("B5 who is here with the wrong bib is given another one, and stays checked in", async () => {
  const { page, desk, host, eventId } = await openDesk();
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  await desk.find("1042");
  await expectSeen(page.getByRole("heading", { name: "Already checked in" }));
  await page.getByRole("button", { name: "Change bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("5150");
  await expectSeen(page.getByText("Free", { exact: true }));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Bib 5150 given to Amara Okafor"));
  const { holders } = await host.value("bib.holders", { eventId, bib: "5150" });
  expect(holders.map(({ name, checkedIn }) => [name, checkedIn === null])).toEqual([
    ["Amara Okafor", false],
  ]);
});

test("B5 Enter gives the next free bib that was pressed, wherever the button went", async () => {
  const { page, desk } = await openDesk();
  await desk.find("1042");
  await page.getByRole("button", { name: "Change bib" }).click();
  const next = page.getByRole("button", { name: /^Next free, / });
  const bib = (await next.textContent())?.replace(/\D/g, "") ?? "";
  await next.click();
  await page.keyboard.press("Enter");
  // She is not here yet: the message says so, and the card has the yellow button.
  await expectSeen(page.getByText(`Bib ${bib} given to Amara Okafor, not checked in yet`));
  await expectSeen(desk.checkInButton);
});

test("C6 C8 the card that is open stays that runner's when another desk gives the bib away, and Enter checks in that one", async () => {
  const { page, desk, host, eventId } = await openDesk();
  await typeByHand(page, "1042");
  await expectSeen(desk.card("Amara Okafor"));
  await expectSeen(desk.checkInButton);
  const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
  const { rows } = await host.value("roster.search", { eventId, text: "an", limit: 50 });
  const other = rows.find(({ bib, email }) => bib !== null && email !== holders[0]?.email);
  const ids = { runnerId: holders[0]?.id ?? "", otherRunnerId: other?.id ?? "" };
  await host.value("bib.swap", { commandId: newCommandId(), eventId, ...ids });
  // The list has the new holder of the typed bib.
  await expectSeen(page.getByText(other?.name ?? "", { exact: true }));
  await expectSeen(desk.card("Amara Okafor"));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText(`Hand over ${other?.bib ?? ""} to`));
  const card = async (runnerId: string) => host.value("roster.get", { eventId, runnerId });
  expect((await card(ids.runnerId)).runner.checkedIn).not.toBeNull();
  expect((await card(ids.otherRunnerId)).runner.checkedIn).toBeNull();
});

test("B2 a swap of bibs that another desk has given meanwhile changes nothing, and says so", async () => {
  const { page, desk, host, eventId } = await openDesk();
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.getByRole("button", { name: "Change bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("1043");
  await expectSeen(page.getByText(/^Taken by /));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("button", { name: "Swap the two" }));
  const { holders } = await host.value("bib.holders", { eventId, bib: "1043" });
  const runnerId = holders[0]?.id ?? "";
  await host.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib: "5150" });
  await page.getByRole("button", { name: "Swap the two" }).click();
  await expectSeen(page.getByText("Nothing was swapped: the bibs are others by now."));
  const amara = await host.value("bib.holders", { eventId, bib: "1042" });
  expect(amara.holders.map(({ name }) => name)).toEqual(["Amara Okafor"]);
});

/** Enter checks in 1042 while the replies to this procedure are held, and a bib is typed into the field meanwhile. */
async function typeBibAfterEnter(procedure: "checkIn.perform" | "roster.get", bib: string) {
  const open = await openDesk();
  const { page, desk, host } = open;
  const replies = await heldReplies(host, page, procedure);
  replies.hold(() => true);
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await field.fill(bib);
  return { ...open, replies, field };
}

/** The green card hands over this bib, and Amara Okafor has it. */
async function expectGiven({ desk, host, eventId }: OpenDesk, bib: string): Promise<void> {
  await expectSeen(desk.done.getByText(`Hand over ${bib} to`));
  const { holders } = await host.value("bib.holders", { eventId, bib });
  expect(holders.map(({ name }) => name)).toEqual(["Amara Okafor"]);
}

testWithInterception(
  "U2 B5 a bib that is being typed while Enter is saved stays: a message says who is in, and the bib is given then",
  async () => {
    const open = await typeBibAfterEnter("checkIn.perform", "5151");
    const { page, replies, field } = open;
    await replies.release();
    await expectSeen(page.getByText("Amara Okafor is checked in"));
    expect(await field.inputValue()).toBe("5151");
    await page.keyboard.press("Enter");
    await expectGiven(open, "5151");
  },
);

testWithInterception(
  "U2 C8 an Enter that waited for the card leaves the focus in the field in which a bib is typed meanwhile",
  async () => {
    const open = await typeBibAfterEnter("roster.get", "5153");
    const { page, replies } = open;
    await replies.release();
    await expectSeen(page.getByText("Amara Okafor is checked in"));
    await typeByHand(page, "4");
    await page.keyboard.press("Enter");
    await expectGiven(open, "51534");
  },
);

testWithInterception(
  "U2 B5 a bib that is confirmed while Enter is saved is given after it, and the green card names it",
  async () => {
    const open = await typeBibAfterEnter("checkIn.perform", "5152");
    const { page, replies } = open;
    await page.keyboard.press("Enter");
    await replies.release();
    await expectGiven(open, "5152");
    await expectSeen(page.getByText("Bib 5152 given to Amara Okafor"));
  },
);
