import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { countCheckIns, deskOpener } from "#test/support/browser/open-desk.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const openDesk = deskOpener(browserWindows());

/** A text that a person types at the desk, the runner that the list then offers, and the reason. */
const typedByAsker = [
  // Nobody on the list has this name, but somebody of the family has this e-mail.
  ["Ikenna Okafor-Bell a.okafor@posteo.net", "Amara Okafor", "same e-mail"],
  // A misspelled name with a bib: the bib belongs to another runner, in another run.
  ["Nina Tavares 2210", "Łukasz Weiß", "same bib"],
  // A misspelled name with an e-mail that is not on the list.
  ["Tesfay Wolde-Gabriell somebody@new.example", "Tesfaye Wolde-Gabriel", "similar name"],
] as const;

test("W4 where nobody matches, Check-in asks “Is it one of these?” before it offers a walk-up, and Enter picks none", async () => {
  const open = await openDesk();
  const { page, desk } = open;
  const heading = page.getByRole("heading", { name: "Is it one of these?" });
  for (const [typed, name, why] of typedByAsker) {
    await desk.search.fill(typed);
    await expectSeen(heading);
    await expectSeen(desk.found.getByRole("option", { name: new RegExp(`${name}.*${why}`, "s") }));
    await expectSeen(page.getByRole("button", { name: /^Register a walk-up/ }));
  }
  // The first Enter moves into the list and opens the row's card; only a second Enter may check in.
  await page.keyboard.press("Enter");
  await expectSeen(desk.card("Tesfaye Wolde-Gabriel"));
  expect(await countCheckIns(open, "12")).toBe(0);
});

test("W4 the walk-up form begins with the parts of the text that Check-in was asked for", async () => {
  const { page, desk } = await openDesk();
  await desk.search.fill("Nina Tavares bib 2 210 nina.t@new.example");
  await expectSeen(page.getByRole("heading", { name: "Is it one of these?" }));
  await page.keyboard.press("F2");
  const field = (name: string) => page.getByRole("textbox", { name }).inputValue();
  await expectSeen(page.getByRole("textbox", { name: "Name" }));
  expect(await Promise.all(["Name", "E-mail", "Bib"].map(field))).toEqual([
    "Nina Tavares",
    "nina.t@new.example",
    "2210",
  ]);
  const alike = page.getByRole("region", { name: "Is it one of these?" });
  await expectSeen(alike.getByRole("button", { name: /Łukasz Weiß.*same bib/ }));
  await page.getByRole("textbox", { name: "Bib" }).fill("");
  await expectGone(alike);
});
