import type { Locator, Page } from "playwright";
import { retype } from "./keys.ts";

/** What a volunteer sees and uses of the check-in screen, found by the visible texts. */
export interface DeskPage {
  readonly search: Locator;
  readonly found: Locator;
  /** The card of the runner with this name. */
  card(name: string | RegExp): Locator;
  /** The green card. */
  readonly done: Locator;
  readonly tickets: Locator;
  readonly checkInButton: Locator;
  readonly status: Locator;
  /** Types as a person does, slower than any scanner. */
  find(text: string): Promise<void>;
  goTo(screen: "Check-in" | "Podium" | "Events" | "Sync" | "Settings"): Promise<void>;
}

export function deskPage(page: Page): DeskPage {
  const search = page.getByRole("combobox", { name: "Find a runner by bib, name or e-mail" });
  return {
    search,
    found: page.getByRole("listbox", { name: "Runners found" }),
    card: (name) => page.getByRole("region", { name, exact: true }),
    done: page.getByRole("status").filter({ has: page.getByRole("heading", { level: 2 }) }),
    tickets: page.getByRole("list", { name: "Last check-ins of this desk" }),
    checkInButton: page.getByRole("button", { name: /^Check in( Enter)?$/ }),
    status: page.getByRole("contentinfo", { name: "Status" }),
    find: (text) => retype(search, text),
    async goTo(screen) {
      const screens = page.getByRole("navigation", { name: "Screens" });
      await screens.getByRole("link", { name: screen }).click();
      // Every screen has a heading, so a heading of the former screen would also match.
      await screens.locator("a[aria-current=page]", { hasText: screen }).waitFor();
      await (screen === "Check-in" ? search : page.getByRole("heading", { level: 1 })).waitFor();
    },
  };
}

/** Waits until the element is visible. */
export const expectSeen = (what: Locator): Promise<void> =>
  what.first().waitFor({ state: "visible" });

/** Waits until none of the matching elements is visible. */
export const expectGone = (what: Locator): Promise<void> =>
  what.filter({ visible: true }).first().waitFor({ state: "hidden" });
