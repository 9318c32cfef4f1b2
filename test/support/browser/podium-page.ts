import type { Locator, Page } from "playwright";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Race } from "./race.ts";
import { listNumbered } from "#test/support/list-runners.ts";

export type PodiumPage = ReturnType<typeof podiumPage>;

/** The Podium screen, found by the visible texts. */
export function podiumPage(page: Page) {
  const column = (label: string): Locator => page.getByRole("region", { name: label, exact: true });
  return {
    column,
    line: (label: string, bib: string): Locator =>
      column(label).getByRole("listitem").filter({ hasText: bib }),
    bib: page.getByRole("textbox", { name: /^Bib of/ }),
    time: page.getByRole("textbox", { name: /^Time of/ }),
    button: (label: string, name: string | RegExp): Locator =>
      column(label).getByRole("button", { name, exact: true }),
    dialog: page.getByRole("dialog"),
  };
}

/** Runners whom a crew can place without a second look: confirmed, of this run, and with a bib that nobody else has. */
export async function placeable({ host, eventId }: Race, runId: string): Promise<RunnerRow[]> {
  const found: RunnerRow[] = [];
  for (const row of await listNumbered(host, eventId)) {
    if (row.runId !== runId || row.bib === null || row.standing !== "confirmed") continue;
    if (!/^[1-9]\d{2,3}$/.test(row.bib)) continue;
    const { holders } = await host.value("podium.find", { eventId, runId, bib: row.bib });
    if (holders.length === 1 && !row.checkedInElsewhere) found.push(row);
  }
  return found;
}
