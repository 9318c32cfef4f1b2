import type { Locator } from "playwright";
import { expect } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { OpenLog } from "#test/support/browser/finish-log-page.ts";
import { openLog, typeBibs } from "#test/support/browser/finish-log-page.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

interface TakenOver extends OpenLog {
  readonly dialog: Locator;
  readonly put: Locator;
  readonly undo: Locator;
  openDialog(): Promise<void>;
  /** The bibs of Overall. */
  overall(): Promise<(string | null)[] | undefined>;
}

/** A log whose first bib was put into Overall. */
async function openTakenOver(): Promise<TakenOver> {
  const open = await openLog(windows);
  const { page, host, eventId, log } = open;
  const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
  const runId = holders[0]?.runId ?? "";
  const runLabel = holders[0]?.runLabel ?? "";
  const segments = [{ segmentId: "overall", label: "Overall", depth: 3, clock: "gun" as const }];
  await host.value("segment.save", { commandId: newCommandId(), eventId, runId, segments });
  const overall = async () =>
    (await host.value("podium.get", { eventId, runId })).segments
      .find(({ segmentId }) => segmentId === "overall")
      ?.slots.map(({ bib }) => bib);
  await page
    .getByRole("button", { name: new RegExp(`^${runLabel}\\b`) })
    .first()
    .click();
  await typeBibs(open, ["1042"]);
  await expectSeen(log.line(1).getByText("1042"));
  const dialog = page.getByRole("dialog");
  const put = dialog.getByRole("button", { name: /^Put into Overall/ });
  const openDialog = (): Promise<void> =>
    page.getByRole("button", { name: /into Overall…$/ }).click();
  await openDialog();
  await put.click();
  await expectGone(dialog);
  await expect.poll(overall).toEqual(["1042"]);
  const undo = page
    .getByRole("complementary")
    .getByRole("button", { name: "Undo into Overall", exact: true });
  await expectSeen(undo);
  return { ...open, dialog, put, undo, openDialog, overall };
}

testWithInterception(
  "P10 right after an Undo the places go into Overall at the first press, also before the screen has read the podium again",
  async () => {
    const { host, page, dialog, put, undo, openDialog, overall } = await openTakenOver();
    const replies = await heldReplies(host, page, "podium.get");
    replies.hold(() => true);
    await undo.click();
    await expectSeen(page.getByText("One segment is as it was before"));
    await openDialog();
    const pressed = put.click();
    await replies.release();
    await pressed;
    await expectGone(dialog);
    await expect.poll(overall).toEqual(["1042"]);
  },
);

testWithInterception(
  "P10 the places that are put into Overall before the answer to an Undo follow the Undo",
  async () => {
    const { host, page, dialog, put, undo, openDialog, overall } = await openTakenOver();
    const free = Promise.withResolvers<void>();
    await interceptCalls(host, page, "finish.unfill", async (call) => {
      await free.promise;
      await call.perform();
      return call.reply();
    });
    await undo.click();
    await openDialog();
    const pressed = put.click();
    await expectSeen(dialog);
    free.resolve();
    await expectSeen(page.getByText("One segment is as it was before"));
    await pressed;
    await expectGone(dialog);
    await expect.poll(overall).toEqual(["1042"]);
  },
);
