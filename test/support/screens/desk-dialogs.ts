import type { Page } from "playwright";
import type { DialogOfTheApp } from "./dialog-of-the-app.ts";

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const button = page.getByRole("button", { name, exact: typeof name === "string" }).first();
    await button.focus();
    await page.keyboard.press("Enter");
  };

const fill = async (page: Page, label: string, text: string): Promise<void> => {
  await page.locator("[role=dialog]").getByLabel(label).fill(text);
};

const openStep =
  (...buttons: readonly string[]) =>
  async (page: Page): Promise<void> => {
    await press("Join a hub…")(page);
    await fill(page, "Address of the hub", "192.168.1.20:4180");
    await press(/^Look for it/)(page);
    for (const name of buttons) {
      await page.getByRole("button", { name }).waitFor();
      await press(name)(page);
    }
    await page
      .getByText(buttons.length === 0 ? "They are the same" : "Code on the hub’s screen")
      .waitFor();
  };

/** The dialogs of the desks. */
export const dialogsOfDesks: readonly DialogOfTheApp[] = [
  {
    from: "desks/dialogs/join-dialog.tsx",
    scene: "desks-join",
    open: press("Join a hub…"),
    fill: (page) => fill(page, "Address of the hub", "192.168.1.20:4180"),
    yellow: { calls: "desk.look" },
  },
  {
    from: "desks/dialogs/join-dialog.tsx",
    scene: "desks-join-compare",
    open: openStep(),
    yellow: null,
  },
  {
    from: "desks/dialogs/join-code-step.tsx",
    scene: "desks-join-code",
    open: openStep("They are the same"),
    fill: async (page) => {
      await fill(page, "Code on the hub’s screen", "481729");
      await fill(page, "Name of this desk", "Desk 2");
    },
    yellow: { calls: "desk.join" },
  },
  {
    from: "desks/dialogs/leave-dialog.tsx",
    scene: "desks-leave",
    open: press("Leave the hub…"),
    yellow: null,
  },
  {
    from: "desks/dialogs/take-over-dialog.tsx",
    scene: "desks-take-over",
    open: press("Take over…"),
    fill: async (page) => {
      await fill(page, "Base address", "https://api.example.org");
      await fill(page, "API key", "a-key-of-the-organization");
    },
    yellow: { calls: "hub.takeOver" },
  },
  {
    from: "desks/role-card.tsx",
    scene: "desks-close",
    open: press("Stop being the hub…"),
    yellow: null,
  },
  {
    from: "desks/rivals-card.tsx",
    scene: "desks-settle",
    open: press("Desk 2 goes on…"),
    yellow: null,
  },
  {
    from: "desks/dialogs/bib-range-dialog.tsx",
    scene: "desks-bibs",
    open: press("Change the bibs of Desk 2, Half…"),
    yellow: { calls: "bibRange.set" },
  },
  {
    from: "desks/dialogs/device-dialog.tsx",
    scene: "desks-change",
    open: press("Change Tablet by the door…"),
    yellow: null,
  },
  {
    from: "desks/dialogs/device-dialog.tsx",
    scene: "desks-revoke",
    open: async (page) => {
      await press("Change Tablet by the door…")(page);
      await press("Take access away…")(page);
      await page.getByText("Take access away from").waitFor();
    },
    yellow: null,
  },
];
