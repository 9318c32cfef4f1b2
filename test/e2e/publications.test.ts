import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { announceSegment, enterSheet } from "#test/support/browser/podium-screens.ts";
import type { Race } from "#test/support/browser/race.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { listNumbered } from "#test/support/list-runners.ts";

const windows = browserWindows();

interface Finisher {
  readonly id: string;
  readonly name: string;
  readonly bib: string;
}

interface Announced extends Race {
  readonly page: Page;
  readonly runId: string;
  /** The first three, as they were announced. */
  readonly podium: readonly [Finisher, Finisher, Finisher];
  /** The versions that can be chosen, newest first. */
  readonly versions: Locator;
}

/** Opens the official results after three finishers were announced. */
async function openAnnounced(): Promise<Announced> {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  const runId = runs[0]?.id ?? "";
  const rows = (await listNumbered(host, eventId)).filter((row) => row.runId === runId);
  const [first, second, third] = rows.flatMap(({ id, name, bib }) =>
    name !== null && bib !== null && /^[1-9]\d{2}$/.test(bib) ? [{ id, name, bib }] : [],
  );
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error("The run has three runners with a name and a bib.");
  }
  const sheet = await enterSheet(race, runId, "overall", [first, second, third]);
  await announceSegment(race, sheet);
  const page = await windows.open(host);
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Official results" }).click();
  const versions = page.getByRole("button", {
    name: /^Published .*(Current|Changed since|Withdrawn by the organizer)$/,
  });
  return { ...race, page, runId, podium: [first, second, third], versions };
}

const segmentsOf = (order: readonly Finisher[]) => [
  {
    segmentId: "overall",
    label: "Overall",
    podium: order.map(({ id, name, bib }, at) => ({ place: at + 1, participantId: id, name, bib })),
  },
];

const mutate = ({ sandbox, runId }: Announced, kind: string, more = {}): Promise<unknown> =>
  sandbox.control("/mutations", { kind, eventRunId: runId, ...more });

const fetchResults = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Fetch results" }).click();

const versionLines = ({ versions }: Announced): Promise<string[]> => versions.allInnerTexts();

/** Chooses the n-th row of the list of versions, from the top. */
const choose = ({ versions }: Announced, nth: number): Promise<void> => versions.nth(nth).click();

test("P6 a version that says something else under its number: each is readable and compared, and told apart", async () => {
  const open = await openAnnounced();
  const { page, podium } = open;
  const [first, second, third] = podium;
  const overall = page.getByRole("region", { name: "Overall", exact: true });
  const recall = (lost: Finisher, before: string, after: string): Locator =>
    page
      .getByRole("listitem")
      .filter({ hasText: `${lost.name} (${lost.bib}): announced ${before} in Overall, ${after}` });
  await mutate(open, "publish-results", { segments: segmentsOf(podium) });
  await fetchResults(page);
  await expectSeen(page.getByText("No medal must come back."));

  // A version is named by the second in which it was fetched.
  await page.waitForTimeout(1_000);
  await mutate(open, "publish-again", { segments: segmentsOf([second, first, third]) });
  await fetchResults(page);
  await expectSeen(page.getByText("Version 1 says something else now"));
  // First and second each keep an award of the four: they exchange places and give nothing back.
  await expectSeen(page.getByText("2 awards changed their places"));
  await expectSeen(page.getByText("No medal must come back."));
  await mutate(open, "publish-again", { segments: segmentsOf([third, first]) });
  await fetchResults(page);
  await expectSeen(page.getByRole("region", { name: "1 medal must come back" }));
  await expectSeen(recall(second, "2nd", "official not placed"));

  const lines = await versionLines(open);
  expect(lines).toEqual([
    expect.stringMatching(/Version 1\s+Current$/),
    expect.stringMatching(/Version 1 as of \d\d:\d\d:\d\d\s+Changed since$/),
    expect.stringMatching(/Version 1 as of \d\d:\d\d:\d\d\s+Changed since$/),
  ]);
  expect(new Set(lines).size).toBe(3);

  // The version in between is compared as well, and asks nobody to return a medal.
  await choose(open, 1);
  await expectSeen(page.getByText("No medal comes back by it."));
  await expectSeen(recall(first, "1st", "official 2nd"));
  await expectGone(page.getByText(/must come back/));
  await page.getByText("Read", { exact: true }).click();
  await expectSeen(overall.getByRole("row").nth(1).getByText(first.name));
  await choose(open, 0);
  await expectSeen(overall.getByRole("row").first().getByText(third.name));

  // The person may compare the two versions with each other too.
  await page.getByText("Compare", { exact: true }).click();
  await page.getByRole("button", { name: /Compare with/ }).click();
  const before = page.getByRole("option", { name: /^Version 1 as of/ });
  expect(await before.count()).toBe(2);
  await before.last().click();
  await expectSeen(page.getByRole("heading", { name: /^Version 1 as of .+ → Version 1$/ }));
  await expectSeen(page.getByRole("region", { name: "1 award is lost" }));
  await expectSeen(overall.getByRole("row").filter({ hasText: second.name }).getByText("Missing"));
});

test("P6 a publication that the organizer took back is called so, stays readable, and asks for no medal", async () => {
  const open = await openAnnounced();
  const { page, podium } = open;
  const [first, second, third] = podium;
  const overall = page.getByRole("region", { name: "Overall", exact: true });
  const asked = page.getByRole("region", { name: "1 medal must come back" });
  await mutate(open, "publish-results", { segments: segmentsOf([second, first]) });
  await fetchResults(page);
  await expectSeen(asked);

  await mutate(open, "withdraw-results");
  await fetchResults(page);
  await expectSeen(page.getByText("The organizer withdrew the publication", { exact: true }));
  await expectSeen(page.getByText("The organizer withdrew the publication.", { exact: true }));
  expect(await versionLines(open)).toEqual([
    expect.stringMatching(/Version 1\s+Withdrawn by the organizer$/),
  ]);
  await expectGone(asked);
  await expectSeen(page.getByText("In force, it would call back 1 medal:"));
  await expectSeen(
    overall.getByRole("row").filter({ hasText: third.name }).getByText("award lost"),
  );
  // The paper does not ask for a medal either.
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-paper]");
  // The head that a printer repeats on each page names the versions.
  await expectSeen(
    paper
      .locator("thead")
      .getByRole("heading", { name: "Announced → Version 1 (Withdrawn by the organizer)" }),
  );
  await expectSeen(paper.getByText(/^Withdrawn by the organizer\. No medal comes back by it\./));
  await expectGone(paper.getByText("Take the medal back from"));
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Read", { exact: true }).click();
  await expectSeen(overall.getByRole("row").first().getByText(second.name));

  await mutate(open, "publish-again", { segments: segmentsOf(podium) });
  await fetchResults(page);
  await expectSeen(page.getByText("Published, version 1."));
  await page.getByText("Compare", { exact: true }).click();
  await expectSeen(page.getByText("No medal must come back."));
});
