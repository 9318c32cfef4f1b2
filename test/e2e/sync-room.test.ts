import { expect } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testOnOpenWire } from "#test/support/hosts/test-on-open-wire.ts";

const windows = browserWindows();

testOnOpenWire(
  "the button that looks for changes is where it stays from the moment it is there, whatever is answered late",
  async () => {
    const { host } = await startRace({ runners: 60 });
    const page = await windows.open(host);
    await expectSeen(deskPage(page).search);
    const button = page.getByRole("button", { name: "Look for changes" });
    const places = new Set<number>();
    for (const late of ["digest.get", "event.list", "event.get"]) {
      const answered = Promise.withResolvers<void>();
      const mend = await interceptCalls(host, page, late, async (call) => {
        await answered.promise;
        await call.reply();
      });
      await deskPage(page).goTo("Sync");
      await page.waitForTimeout(300);
      if (await button.isVisible()) places.add((await button.boundingBox())?.y ?? 0);
      answered.resolve();
      await expectSeen(page.getByText("Nothing to compare yet."));
      await expectSeen(page.getByText("Registrations, 60"));
      places.add((await button.boundingBox())?.y ?? 0);
      await mend();
      await deskPage(page).goTo("Check-in");
    }
    expect([...places]).toEqual([expect.any(Number)]);
  },
);
