import { expect } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { strike } from "#test/support/browser/keys.ts";
import type { Struck } from "#test/support/browser/keys.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

/** The keys of a text, 60 ms apart. */
const typed = (text: string): Struck[] =>
  [...text].map((key, index) => ({ key, atMs: index * 60, heldMs: 30 }));

const openDesk = deskOpener(browserWindows());

testWithInterception(
  "B4 C8 whoever clicks Check-in and types at once finds every letter in the box, and checks in nobody else",
  async () => {
    const { host, page, desk, eventId } = await openDesk();
    const screens = page.getByRole("navigation", { name: "Screens" });
    const link = await screens.getByRole("link", { name: "Check-in" }).boundingBox();
    if (link === null) throw new Error("Check-in is not on the rail.");
    // The network is slow: the answers for the new screen arrive after the typing.
    const replies = await heldReplies(host, page, "desk.get");
    for (const screen of ["Podium", "Events", "Sync", "Settings"] as const) {
      await desk.goTo(screen);
      replies.hold(() => true);
      // All input is sent at once, as from a person who does not look at the screen. The times of the keys are those of a
      // hand: faster keys would be a scanner's.
      await Promise.all([
        page.mouse.click(link.x + link.width / 2, link.y + link.height / 2),
        strike(page, typed("1042")),
      ]);
      await expect.poll(() => desk.search.inputValue()).toBe("1042");
      await replies.release();
      await expectSeen(desk.card("Amara Okafor"));
    }
    const { checkIns } = await host.value("roster.runCounts", { eventId });
    expect(checkIns).toBe(0);
  },
);
