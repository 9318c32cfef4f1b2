import type { Page } from "playwright";
import type { PodiumSegment, SlotInput } from "#shared/contract/podium.ts";
import { seenOf } from "../podium-orders.ts";
import { expectGone, expectSeen } from "./desk-page.ts";
import type { Race } from "./race.ts";
import { newCommandId } from "./race.ts";
import { goToScreen } from "./go-to-screen.ts";

interface TypedLine {
  readonly bib: string;
  readonly time?: string;
  readonly tie?: boolean;
}

/** Saves a sheet, as the podium screen does. */
export async function enterSheet(
  { host, eventId }: Race,
  runId: string,
  segmentId: string,
  lines: readonly TypedLine[],
  seen: { readonly follows: string[]; readonly reason?: string } = { follows: [] },
): Promise<PodiumSegment> {
  const slots: SlotInput[] = [];
  for (const { bib, time = null, tie = false } of lines) {
    const { holders } = await host.value("podium.find", { eventId, runId, bib });
    const [only, second] = holders;
    slots.push({ bib, time, tie, runnerId: second === undefined ? (only?.id ?? null) : null });
  }
  const order = { commandId: newCommandId(), eventId, runId, segmentId, slots };
  return host.value("podium.enter", { ...order, ...seen });
}

export async function announceSegment(
  { host, eventId }: Race,
  segment: PodiumSegment,
): Promise<PodiumSegment> {
  const { runId, segmentId } = segment;
  const place = { commandId: newCommandId(), eventId, runId, segmentId };
  return host.value("podium.announce", { ...place, ...seenOf(segment) });
}

/** Checks in the finishers, because whoever finished was checked in before. */
async function checkInBibs(
  { host, eventId }: Race,
  runId: string,
  bibs: readonly string[],
): Promise<void> {
  const found = await Promise.all(
    bibs.map((bib) => host.value("podium.find", { eventId, runId, bib })),
  );
  const runnerIds = found.flatMap(({ holders }) => holders.slice(0, 1).map(({ id }) => id));
  await host.value("checkIn.performAll", { commandId: newCommandId(), eventId, runnerIds });
}

/**
 * A ceremony in progress: one segment is announced, one was changed since, one has warnings, and the rest are empty.
 */
export async function fillPodium(race: Race, runId: string): Promise<void> {
  const winners = [
    { bib: "12", time: "1:08:40.22" },
    { bib: "31", time: "1:09:19.8" },
    { bib: "388", time: "1:09:19.8", tie: true },
    { bib: "A7", time: "1:09:57.04" },
  ];
  await checkInBibs(race, runId, [...winners.map(({ bib }) => bib), "221", "104"]);
  await announceSegment(race, await enterSheet(race, runId, "overall", winners));
  // Two digits of 1190 are exchanged; nobody has this bib.
  await enterSheet(race, runId, "sex:female", [
    { bib: "221", time: "1:19:58.1" },
    { bib: "104", time: "1:21:04.32" },
    { bib: "1910", time: "1:22:30" },
  ]);
  const men = [winners[0], winners[2], winners[1]].filter((line) => line !== undefined);
  const inOrder = men.map((line, index) => ({ ...line, tie: index === 2 }));
  const told = await announceSegment(
    race,
    await enterSheet(race, runId, "sex:male", men.slice(0, 2)),
  );
  await enterSheet(race, runId, "sex:male", inOrder, {
    follows: [told.revision ?? ""],
    reason: "The third of the men was forgotten",
  });
}

/** Opens the podium screen with the focus in its first open place. */
async function enterPodium(page: Page): Promise<void> {
  if ((await page.getByRole("dialog").count()) > 0) {
    await page.keyboard.press("Escape");
    await expectGone(page.getByRole("dialog"));
  }
  await goToScreen(page, "/podium");
  await page.getByRole("button", { name: "Podium", exact: true }).click();
  await page.getByRole("button", { name: /^Half/ }).click();
  await expectSeen(page.getByRole("region", { name: "Overall", exact: true }));
  await expectSeen(page.getByText("Changed after the announcement"));
}

const openDialog =
  (button: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await enterPodium(page);
    await page.getByRole("button", { name: button }).first().click();
    await expectSeen(page.getByRole("dialog"));
  };

/** The podium screen, its dialogs, and the announcer's window. */
export const podiumScreens: readonly {
  readonly name: string;
  readonly enter: (page: Page) => Promise<void>;
}[] = [
  { name: "podium", enter: enterPodium },
  {
    name: "podium-typing",
    async enter(page) {
      await enterPodium(page);
      const women = page.getByRole("region", { name: "Women 40–49" });
      const bib = page.getByRole("textbox", { name: "Bib of 1st in Women 40–49" });
      // What was typed on the visit before is still in its open place (P5).
      if ((await bib.count()) === 0) await women.getByText("empty").first().click();
      await bib.fill("221:");
      await expectSeen(page.getByRole("textbox", { name: /^Time of 1st/ }));
      await expectSeen(women.getByText("İlayda Şahin"));
    },
  },
  {
    name: "podium-announce",
    async enter(page) {
      await enterPodium(page);
      const women = page.getByRole("region", { name: "Women", exact: true });
      await women.getByRole("button", { name: "Announce…" }).click();
      await expectSeen(page.getByText("If in doubt, don’t announce."));
    },
  },
  { name: "podium-segment", enter: openDialog(/^Overall Gun time/) },
  { name: "podium-builder", enter: openDialog("Segments…") },
  { name: "podium-groups", enter: openDialog("Double awards…") },
  { name: "podium-print", enter: openDialog("Print") },
  {
    name: "announcer",
    async enter(page) {
      await enterPodium(page);
      // Stays in this window, in which the other screens are checked too.
      await page.evaluate(() => {
        const { open } = window;
        window.open = (address) => {
          window.open = open;
          location.hash = new URL(String(address), location.href).hash;
          return window;
        };
      });
      await page.getByRole("button", { name: "Announcer" }).click();
      await expectSeen(page.getByText(/^segment \d of \d/));
      await page.keyboard.press("Space");
      await page.keyboard.press("Space");
    },
  },
];
