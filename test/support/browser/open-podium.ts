import type { Page } from "playwright";
import { expect } from "vitest";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { deskPage } from "./desk-page.ts";
import { typeByHand } from "./keys.ts";
import { placeable, podiumPage } from "./podium-page.ts";
import type { PodiumPage } from "./podium-page.ts";
import { startRace } from "./race.ts";
import type { Race } from "./race.ts";
import type { browserWindows, WindowOptions } from "./window.ts";

export interface OpenPodium extends Race {
  overall(): Promise<PodiumSegment | undefined>;
  readonly page: Page;
  readonly podium: PodiumPage;
  readonly bibs: readonly string[];
  /** The bibs of the saved sheet of Overall. */
  kept(): Promise<string[]>;
  /** Whether each of its lines ties with the line before. */
  ties(): Promise<boolean[]>;
  depth(): Promise<number>;
  enter(bib: string): Promise<void>;
  openPlace(place: string, label?: string): Promise<void>;
}

/** The podium of a race, and bibs that can be placed in its first run. */
export async function openPodiumIn(
  windows: ReturnType<typeof browserWindows>,
  options: WindowOptions = {},
): Promise<OpenPodium> {
  const race = await startRace({ runners: 200 });
  const page = await windows.open(race.host, options);
  const podium = podiumPage(page);
  await deskPage(page).goTo("Podium");
  const { runs } = await race.host.value("roster.runCounts", { eventId: race.eventId });
  const runId = runs[0]?.runId ?? "";
  const bibs = (await placeable(race, runId)).map(({ bib }) => bib ?? "");
  const overall = async (): Promise<PodiumSegment | undefined> => {
    const { segments } = await race.host.value("podium.get", { eventId: race.eventId, runId });
    return segments.find(({ label }) => label === "Overall");
  };
  return {
    ...race,
    overall,
    page,
    podium,
    bibs,
    kept: async () => (await overall())?.slots.map(({ bib }) => bib) ?? [],
    ties: async () => (await overall())?.slots.map(({ tie }) => tie) ?? [],
    depth: async () => (await overall())?.depth ?? 0,
    async enter(bib) {
      await typeByHand(page, bib);
      await page.keyboard.press("Enter");
    },
    openPlace: (place, label = "Overall") =>
      expect.poll(() => podium.bib.getAttribute("aria-label")).toBe(`Bib of ${place} in ${label}`),
  };
}
