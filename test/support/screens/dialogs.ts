import type { Page } from "playwright";
import { dialogsOfDesks } from "./desk-dialogs.ts";
import type { DialogOfTheApp } from "./dialog-of-the-app.ts";

/** Opens a dialog by keyboard: focuses its button and presses Enter. */
const press =
  (name: string | RegExp, at = 0) =>
  async (page: Page): Promise<void> => {
    const button = page.getByRole("button", { name, exact: typeof name === "string" }).nth(at);
    await button.focus();
    await page.keyboard.press("Enter");
  };

const inOrder =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };

const key =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      await page.keyboard.press(name);
      // Types slowly, as a person does, so that it does not count as a scan.
      await page.waitForTimeout(90);
    }
  };

const fill =
  (label: string | RegExp, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("dialog").getByLabel(label).fill(text);
  };

const podium = "podium/podium-dialogs.tsx";
const finishLog = press("Finish log");
const chooseLastBib = async (page: Page): Promise<void> => {
  // The log handles keys once it is drawn.
  await page
    .getByText("640", { exact: true })
    .or(page.getByText("602", { exact: true }))
    .first()
    .waitFor();
  await key("ArrowUp")(page);
};
const stampRefused = inOrder(finishLog, async (page) => {
  await page
    .getByRole("button", { name: /Stamp|Space/ })
    .first()
    .waitFor();
  await key("Space")(page);
});

/** Every dialog of the app. A test compares this list with the source. */
export const dialogsOfTheApp: readonly DialogOfTheApp[] = [
  {
    from: "rehearsal/rehearsal.tsx",
    scene: "rehearsal-start",
    open: press("Rehearse with trouble"),
    yellow: { calls: "rehearsal.start" },
  },
  {
    from: "rehearsal/score-dialog.tsx",
    scene: "rehearsal-over",
    open: () => Promise.resolve(),
    yellow: "closes",
  },
  {
    from: "events/new-event/local-event.tsx",
    scene: "events-made",
    open: press("Retract…"),
    yellow: null,
  },
  {
    from: "events/event/teams-dialog.tsx",
    scene: "events-teams",
    open: press(/^Teams of Relay/),
    yellow: "closes",
  },
  ...dialogsOfDesks,
  {
    from: "settings/practice-card.tsx",
    scene: "settings-practice",
    open: press("Start afresh"),
    yellow: null,
  },
  {
    from: "settings/practice-card.tsx",
    scene: "settings-practice-others",
    open: press("Start practice"),
    yellow: null,
  },
  {
    from: "settings/access/connection-dialogs.tsx",
    scene: "settings-key",
    open: press("Replace the key…"),
    fill: fill("New key", "a-key-of-somebody-else"),
    yellow: { calls: "connection.save" },
  },
  {
    from: "settings/access/connection-dialogs.tsx",
    scene: "settings",
    open: press("Forget address and key…"),
    yellow: null,
  },
  {
    from: "settings/access/sessions-card.tsx",
    scene: "settings",
    open: press("Sign out everywhere…"),
    yellow: null,
  },
  {
    from: "settings/data/go-back-dialog.tsx",
    scene: "desktop-go-back",
    open: press(/^Go back to the backup/),
    yellow: null,
  },
  {
    from: "settings/data/wipe-dialog.tsx",
    scene: "settings",
    open: press("Erase everything…"),
    yellow: null,
  },
  {
    from: "settings/data/import-journal-dialog.tsx",
    scene: "journal-mirror-unknown",
    open: press("Import the journals of this folder"),
    yellow: null,
  },
  {
    from: "check-in/outcome/not-saved-card.tsx",
    scene: "dialog-disk-full",
    open: inOrder(async (page) => {
      await page.getByRole("button", { name: "Check in", exact: true }).waitFor();
      await page.keyboard.press("Enter");
    }, press("How to free space")),
    yellow: "closes",
  },
  {
    from: "check-in/runner/override-dialog.tsx",
    scene: "dialog-cancelled",
    open: press("Check in, with a reason…"),
    fill: fill(/./, "The organizer says so"),
    yellow: { calls: "checkIn.perform" },
  },
  {
    from: "check-in/runner/retract-dialog.tsx",
    scene: "dialog-retract",
    open: press("Retract…"),
    yellow: null,
  },
  {
    from: "sync/outbox/set-aside-dialog.tsx",
    scene: "sync",
    open: press(/^Set aside/),
    yellow: { calls: "outbox.setAside" },
  },
  {
    from: "../ui/race/outbox/use-send-again.tsx",
    scene: "sync",
    open: inOrder(
      async (page) => page.getByRole("textbox", { name: "E-mail" }).fill("lukasz@wojcik.net"),
      press(/^Send again as it is/),
    ),
    yellow: "closes",
  },
  {
    from: "sync/outbox/decide-dialog.tsx",
    scene: "sync-decide",
    open: press(/^Decide/),
    yellow: null,
  },
  {
    from: "sync/outbox/entry-dialog.tsx",
    scene: "sync-what",
    open: press(/^What (was|will be) sent/),
    yellow: "closes",
  },
  {
    from: "podium/finish-log/saving/set-aside.tsx",
    scene: "finish-log-aside",
    open: inOrder(stampRefused, press("Set aside"), press(/^Remove/)),
    yellow: null,
  },
  {
    from: "podium/finish-log/to-podium/to-podium.tsx",
    scene: "finish-log-put",
    open: inOrder(finishLog, press(/into podium…/)),
    fill: fill("Why", "Read from the photo"),
    yellow: { calls: "finish.toPodium" },
  },
  {
    from: "podium/finish-log/holder/choose-log-dialog.tsx",
    scene: "finish-log-two",
    open: inOrder(finishLog, press(/^This one: the log of Hub/)),
    yellow: null,
  },
  {
    from: "podium/finish-log/entry/ambiguous-bib.tsx",
    scene: "finish-log-who",
    open: inOrder(finishLog, chooseLastBib, press("Who is it?")),
    yellow: null,
  },
  {
    from: "podium/finish-log/entry/gun-dialog.tsx",
    scene: "finish-log-gun",
    open: inOrder(finishLog, press("Change the gun time of Half")),
    yellow: null,
  },
  {
    from: "podium/finish-log/entry/gun-dialog.tsx",
    scene: "finish-log-gun",
    open: inOrder(finishLog, press(/^Set the gun time/)),
    yellow: { calls: "gun.set" },
  },
  {
    from: `${podium}#segments`,
    scene: "podium-builder",
    open: press("Segments…"),
    fill: async (page) => {
      await page.getByRole("dialog").getByText("10 years", { exact: true }).click();
    },
    yellow: { calls: "segment.save" },
  },
  {
    from: `${podium}#groups`,
    scene: "podium-groups",
    open: press("Double awards…"),
    yellow: { calls: "group.save" },
  },
  {
    from: `${podium}#print`,
    scene: "podium-print",
    open: press("Print"),
    yellow: { calls: "print" },
  },
  {
    from: `${podium}#announce`,
    scene: "podium-clear",
    open: press("Announce…"),
    yellow: { calls: "podium.announce" },
  },
  {
    from: `${podium}#announce`,
    scene: "podium-announce",
    open: press("Announce…"),
    yellow: null,
  },
  {
    from: `${podium}#reason`,
    scene: "podium-reason",
    open: press("Change…"),
    fill: fill(/./, "Photo finish"),
    yellow: "closes",
  },
  { from: `${podium}#rivals`, scene: "podium-rivals", open: press("Compare…"), yellow: null },
  {
    from: `${podium}#meanwhile`,
    scene: "podium-meanwhile",
    open: inOrder(key("A", "7", "Enter"), press(/^(Compare|Look at both)/)),
    yellow: null,
  },
  {
    from: "../ui/race/people/say-name.tsx",
    scene: "podium-clear",
    open: inOrder(
      async (page) => {
        await page
          .getByRole("region", { name: "Men", exact: true })
          .getByText("31")
          .first()
          .click();
        await page.keyboard.press("Escape");
      },
      press(/^How to say/),
    ),
    fill: fill(/./, "TES-fa-ye"),
    yellow: { calls: "podium.pronounce" },
  },
  {
    from: `${podium}#segment`,
    scene: "podium-segment",
    open: press(/^Overall Gun time/),
    yellow: { calls: "segment.save" },
  },
  {
    from: "check-in/scan/camera-dialog.tsx",
    scene: "dialog-disk-full",
    // The test's camera refuses, so the dialog has a button to try again.
    open: press(/camera/i),
    yellow: { calls: "camera" },
  },
];
