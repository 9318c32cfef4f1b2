import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { cutConnection, restoreConnection, startRace } from "#test/support/browser/race.ts";
import { announceSegment, enterSheet } from "#test/support/browser/podium-screens.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { listRunners } from "#test/support/list-runners.ts";

const windows = browserWindows();

interface OpenTab extends Race {
  readonly page: Page;
  readonly runId: string;
  /** The first runners of the run in the order of the roster; these have finished. */
  readonly finishers: readonly { readonly id: string; readonly name: string }[];
}

async function openTab(): Promise<OpenTab> {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const { runs } = await host.value("event.get", { eventId });
  const runId = runs[0]?.id ?? "";
  const all = await listRunners(host, eventId);
  const rows = all.filter((row) => row.runId === runId).slice(0, 20);
  const finishers = rows.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  const page = await windows.open(host);
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Official results" }).click();
  return { ...race, page, runId, finishers };
}

const publish = (
  { sandbox, runId }: OpenTab,
  order: readonly { readonly id: string; readonly name: string }[],
): Promise<unknown> =>
  sandbox.control("/mutations", {
    kind: "publish-results",
    eventRunId: runId,
    segments: [
      {
        segmentId: "overall",
        label: "Overall",
        podium: order.map(({ id, name }, at) => ({ place: at + 1, participantId: id, name })),
      },
    ],
  });

/** Publishes without any segment. */
const publishNothing = ({ sandbox, runId }: OpenTab): Promise<unknown> =>
  sandbox.control("/mutations", { kind: "publish-results", eventRunId: runId, segments: [] });

const fetchResults = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Fetch results" }).click();

test("P6 never asked, not published yet, no connection, published: each is said, and what to do", async () => {
  const open = await openTab();
  const { page, sandbox, finishers } = open;
  await expectSeen(page.getByText("No official results on this computer"));
  await fetchResults(page);
  await expectSeen(page.getByText("The organizer has not published yet"));
  await cutConnection(sandbox);
  await fetchResults(page);
  await expectSeen(page.getByText("No connection to the internet"));
  await restoreConnection(sandbox);
  await publish(open, finishers.slice(0, 3));
  await fetchResults(page);
  await expectSeen(page.getByText("Published, version 1."));
  await expectSeen(page.getByText("No segment of this run was announced here"));
});

test("P6 a publication without the announced segment is not said to find nothing announced", async () => {
  const open = await openTab();
  const { page, runId } = open;
  await announceSegment(open, await enterSheet(open, runId, "overall", [{ bib: "007" }]));
  await publishNothing(open);
  await fetchResults(page);
  await expectSeen(page.getByText("No segment that was announced here is in this publication"));
  await expectSeen(page.getByRole("region", { name: "Overall" }).getByText("Not in this"));
  expect(await page.getByText("No segment of this run was announced here").count()).toBe(0);
});

test("O6 where the organizer's system asks to wait, that is said with its end, and goes on or is ended", async () => {
  const { page, sandbox, eventId } = await openTab();
  const limit = (seconds: number) =>
    sandbox.control("/faults", {
      rules: [
        {
          kind: "rate-limited",
          retryAfter: "seconds",
          seconds,
          path: `/events/${eventId}/results`,
          times: 1,
        },
      ],
    });
  await limit(90);
  await fetchResults(page);
  await expectSeen(page.getByText("The organizer’s system asks Chute to wait"));
  await expectSeen(page.getByText(/It is asked again in \d+ (?:s|min), by itself/));
  await page.getByRole("button", { name: "Do not wait" }).click();
  await expectGone(page.getByText("The organizer’s system asks Chute to wait"));
  await expectSeen(page.getByText("Too many requests just now"));
  // A second fetch within that time waits at once and sends no request.
  await fetchResults(page);
  await expectSeen(page.getByText(/It is asked again in \d+ (?:s|min), by itself/));
});

test("P6 a runner whom two versions name differently is shown with both names", async () => {
  const open = await openTab();
  const { page, finishers } = open;
  const [first, second] = finishers;
  if (first === undefined || second === undefined) throw new Error("The run has two runners.");
  await publish(open, [first, second]);
  await publish(open, [{ ...first, name: "Ada Married" }, second]);
  await fetchResults(page);
  await page.getByRole("button", { name: /Compare with/ }).click();
  await page.getByRole("option", { name: "Version 1" }).click();
  const rows = page.getByRole("region", { name: "Overall" }).getByRole("row");
  await expectSeen(rows.filter({ hasText: "Ada Married" }).getByText(`Before: ${first.name}`));
  expect(
    await rows
      .filter({ hasText: second.name })
      .getByText(/^Before:/)
      .count(),
  ).toBe(0);
});

test("P6 superseded versions stay readable, and any two are compared", async () => {
  const open = await openTab();
  const { page, finishers } = open;
  const [first, second, third, fourth] = finishers;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) {
    throw new Error("The run has four runners with a name.");
  }
  await publish(open, [first, second, third]);
  await publish(open, [second, first, fourth]);
  await fetchResults(page);
  await expectSeen(page.getByText("Published, version 2."));

  await page.getByText("Read", { exact: true }).click();
  const version2 = page.getByRole("region", { name: "Version 2" });
  await expectSeen(version2.getByText(fourth.name));
  await expectGone(version2.getByText(third.name));
  await page.getByRole("button", { name: /Version 1/ }).click();
  await expectSeen(page.getByRole("region", { name: "Version 1" }).getByText(third.name));
  const lastLine = page.getByRole("button", { name: /Version 1/ });
  const roomBelow = await lastLine.evaluate((line) => {
    const card = line.closest("section")?.getBoundingClientRect();
    return (card?.bottom ?? 0) - line.getBoundingClientRect().bottom;
  });
  // The chosen version is black, and does not touch the round corners of its card.
  expect(roomBelow).toBeGreaterThanOrEqual(8);

  await page.getByRole("button", { name: /Version 2/ }).click();
  await page.getByText("Compare", { exact: true }).click();
  await page.getByRole("button", { name: /Compare with/ }).click();
  await page.getByRole("option", { name: "Version 1" }).click();
  await expectSeen(page.getByRole("heading", { name: "Version 1 → Version 2" }));
  const overall = page.getByRole("region", { name: "Overall" });
  const outcomes: Record<string, string> = {
    [first.name]: "Moved down",
    [second.name]: "Moved up",
    [third.name]: "Missing",
    [fourth.name]: "New",
  };
  for (const [name, outcome] of Object.entries(outcomes)) {
    await expectSeen(overall.getByRole("row").filter({ hasText: name }).getByText(outcome));
  }
  // Only the paper of this screen is printed: the runners who lost an award, and every row.
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-paper]");
  await expectSeen(paper.getByRole("heading", { name: "Version 1 → Version 2" }));
  expect(await page.getByRole("button", { name: "Fetch results" }).isVisible()).toBe(false);
  expect((await page.pdf({ format: "A4" })).byteLength).toBeGreaterThan(1_000);
});
