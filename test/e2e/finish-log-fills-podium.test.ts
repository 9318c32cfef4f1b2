import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { bibsOf, kept, openLog, typeBibs } from "#test/support/browser/finish-log-page.ts";
import type { OpenLog } from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { seenOf } from "#test/support/podium-orders.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { WindowOptions } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

interface FilledPodium extends OpenLog {
  readonly runId: string;
  readonly dialog: Locator;
  readonly put: Locator;
  readonly undo: Locator;
  openDialog(): Promise<void>;
  /** The bibs of Overall. */
  overall(): Promise<(string | null)[] | undefined>;
}

/** A log whose first bib was put into Overall. */
async function openFilledPodium(
  options: WindowOptions = {},
  label = "Overall",
): Promise<FilledPodium> {
  const open = await openLog(windows, options);
  const { page, host, eventId, log } = open;
  const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
  const runId = holders[0]?.runId ?? "";
  const runLabel = holders[0]?.runLabel ?? "";
  const segments = [{ segmentId: "overall", label, depth: 3, clock: "gun" as const }];
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
  const put = dialog.getByRole("button", { name: new RegExp(`^Put into ${label}`) });
  const openDialog = (): Promise<void> =>
    page.getByRole("button", { name: /into podium…$/ }).click();
  await openDialog();
  await put.click();
  await expectGone(dialog);
  await expect.poll(overall).toEqual(["1042"]);
  const undo = page
    .getByRole("complementary")
    .getByRole("button", { name: "Undo into podium", exact: true });
  await expectSeen(undo);
  return { ...open, runId, dialog, put, undo, openDialog, overall };
}

testWithInterception(
  "P9 P10 a correction is saved before the dialog of the podium opens, and the next bib is typed after it",
  async () => {
    const open = await openFilledPodium();
    const { page, log, dialog, openDialog } = open;
    await log.bib.fill("2001");
    await log.bib.press("Enter");
    await log.line(2).getByText("2001").click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2002");
    await openDialog();
    await expectSeen(dialog);
    await page.keyboard.press("Escape");
    await expectGone(dialog);
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "2002"]);
    await typeByHand(page, "2003");
    expect(await log.bib.inputValue()).toBe("2003");
  },
);

test("P10 on the Podium tab the message of the filled podium offers its Undo without keys, which mean the tab's own undo", async () => {
  const { page, overall } = await openFilledPodium();
  const offered = page.getByRole("status").getByRole("button", { name: /^Undo/ });
  expect(await offered.innerText()).toMatch(/Ctrl Z$/);
  await page.getByRole("button", { name: "Podium", exact: true }).click();
  await expectGone(page.getByRole("button", { name: /^Stamp a finish/ }));
  expect(await offered.innerText()).toBe("Undo");
  await offered.click();
  await expect.poll(overall).toEqual([]);
});

testWithInterception(
  "P10 right after an Undo the places go into Overall at the first press, also before the screen has read the podium again",
  async () => {
    const { host, page, dialog, put, undo, openDialog, overall } = await openFilledPodium();
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
    const { host, page, dialog, put, undo, openDialog, overall } = await openFilledPodium();
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

testWithInterception(
  "P9 after a failed Undo of the filled podium, Undo means the filled podium again, in the toast and for Ctrl+Z",
  async () => {
    const open = await openFilledPodium();
    const { host, page, undo, overall } = open;
    let refusals = 0;
    const endRefusals = await interceptCalls(host, page, "finish.unfill", (call) => {
      refusals += 1;
      return call.refuse("not-saved");
    });
    const notSaved = page.getByRole("status").getByText("NOT SAVED");
    await page.keyboard.press("Control+z");
    await expectSeen(notSaved);
    await expectSeen(undo);
    expect(refusals).toBe(1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => refusals).toBe(2);
    await expectSeen(notSaved);
    await endRefusals();
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await expect.poll(overall).toEqual([]);
    await expectGone(undo);
    expect(bibsOf(await kept(open))).toEqual(["1042"]);
  },
);

testWithInterception(
  "P10 after a refusal of its Undo for good, the filled podium is forgotten, and Undo means the last action of the log",
  async () => {
    const open = await openFilledPodium();
    const { host, page, undo, overall } = open;
    await interceptCalls(host, page, "finish.unfill", (call) => call.refuse("changed-meanwhile"));
    await page.keyboard.press("Control+z");
    const refused = page.getByRole("status").filter({ hasText: "A segment was changed meanwhile" });
    await expectSeen(refused);
    await expectGone(undo);
    expect(await refused.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual([]);
    expect(await overall()).toEqual(["1042"]);
  },
);

testWithInterception(
  "J8 an Undo of the filled podium whose reply was lost is the same command at the next press",
  async () => {
    const open = await openFilledPodium({ tolerates: /net::ERR_FAILED/ });
    const { host, page, overall } = open;
    const ids: string[] = [];
    let isLost = true;
    await interceptCalls(host, page, "finish.unfill", async (call) => {
      ids.push((JSON.parse(call.inputJson) as { commandId: string }).commandId);
      await call.perform();
      return isLost ? call.lose() : call.reply();
    });
    await page.keyboard.press("Control+z");
    await expectSeen(page.getByRole("status").getByText("The program does not answer"));
    await expect.poll(overall).toEqual([]);
    const sentBefore = ids.length;
    isLost = false;
    await page.keyboard.press("Control+z");
    await expectSeen(page.getByText("One segment is as it was before"));
    expect(ids.length).toBeGreaterThan(sentBefore);
    expect(new Set(ids).size).toBe(1);
    expect(bibsOf(await kept(open))).toEqual(["1042"]);
  },
);

test("P10 the dialog names the segment as its run does, such as Teams in a relay", async () => {
  const open = await openFilledPodium({}, "Teams");
  const { page, dialog, openDialog } = open;
  await expectSeen(page.getByText(/: Teams is filled from the finish log/));
  await typeBibs(open, ["1043"]);
  await openDialog();
  await expectSeen(dialog.getByRole("heading", { name: /: into Teams$/ }));
  await expectSeen(dialog.getByText("What stands in Teams now is replaced"));
});

test("P1 the dialog names the rows without a place that may belong into the podium", async () => {
  const open = await openFilledPodium();
  const { log, page, dialog, openDialog } = open;
  await typeBibs(open, ["88888", "1042"]);
  await page.keyboard.press("?");
  await expectSeen(log.line(4).getByText("unreadable"));
  await openDialog();
  await expectSeen(dialog.getByText(/^3 finishers whose bibs .* may belong here\.$/));
  await expectSeen(dialog.getByText("2: 88888 · 3: 1042 · 4: unreadable"));
});

test("P5 P10 an announced segment asks for a reason only if the log changes it", async () => {
  const open = await openFilledPodium();
  const { host, eventId, runId, page, dialog, put, openDialog, overall } = open;
  const { segments } = await host.value("podium.get", { eventId, runId });
  const segment = segments.find(({ segmentId }) => segmentId === "overall");
  if (segment === undefined) throw new Error("The run has no Overall segment");
  const place = { commandId: newCommandId(), eventId, runId, segmentId: "overall" };
  await host.value("podium.announce", { ...place, ...seenOf(segment) });
  const why = dialog.getByRole("textbox", { name: "Why" });
  await openDialog();
  await expectSeen(dialog.getByRole("button", { name: "Overall says this already" }));
  expect(await why.count()).toBe(0);
  await page.keyboard.press("Escape");
  await expectGone(dialog);
  await typeBibs(open, ["1043"]);
  await openDialog();
  await expectSeen(dialog.getByRole("button", { name: "Write a reason" }));
  await why.fill("One more came in");
  await put.click();
  await expectGone(dialog);
  await expect.poll(overall).toEqual(["1042", "1043"]);
});

test("P10 the dialog shows each place with the time that is written: a typed one until the log's is chosen, also of a runner whose bib changed", async () => {
  const open = await openFilledPodium();
  const { host, eventId, runId, page, log, dialog, openDialog } = open;
  const gun = { commandId: newCommandId(), eventId, runId, atMs: Date.now() - 2_400_000 };
  await host.value("gun.set", gun);
  await page.keyboard.press("Space");
  await expectSeen(log.time(1).getByText(/^40:/));
  const place = { commandId: newCommandId(), eventId, runId, segmentId: "overall" };
  const { segments } = await host.value("podium.get", { eventId, runId });
  const { revision = null } = segments.find(({ segmentId }) => segmentId === "overall") ?? {};
  const slots = [{ bib: "1042", runnerId: null, tie: false, time: "39:00" }];
  await host.value("podium.enter", { ...place, follows: [revision ?? ""], slots });
  await openDialog();
  const first = dialog.getByRole("listitem").first();
  await expectSeen(first.getByText("39:00"));
  await dialog.getByText(/replace a typed time/).click();
  await expectSeen(first.getByText(/^40:/));
  await page.keyboard.press("Escape");

  // The runner gets another bib: the sheet still has the former one, and the log the new one.
  const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
  const give = { eventId, runnerId: holders[0]?.id ?? "", bib: "9042" };
  await host.value("bib.assign", { commandId: newCommandId(), ...give });
  const { rows } = await kept(open);
  const change = { eventId, id: rows[0]?.line?.id ?? "", bib: "9042" };
  await host.value("finish.change", { commandId: newCommandId(), ...change });
  await expectSeen(log.line(1).getByText("9042"));
  await openDialog();
  await expectSeen(first.getByText("9042"));
  await expectSeen(first.getByText("39:00"));
});

test("P10 P2 a segment that counts chip times gets no time of the log unless a person includes it", async () => {
  const open = await openFilledPodium();
  const { host, eventId, runId, page, log, dialog, put, openDialog } = open;
  const gun = { commandId: newCommandId(), eventId, runId, atMs: Date.now() - 2_400_000 };
  await host.value("gun.set", gun);
  await page.keyboard.press("Space");
  await expectSeen(log.time(1).getByText(/^40:/));
  const age = { segmentId: "sex:F~age:40-49", label: "Women 40–49", clock: "chip" as const };
  const segments = [{ ...age, depth: 3 }];
  await host.value("segment.save", { commandId: newCommandId(), eventId, runId, segments });
  const { segmentId } = age;
  const slots = [{ bib: "1042", runnerId: null, tie: false, time: null }];
  const sheet = { commandId: newCommandId(), eventId, runId, segmentId, follows: [], slots };
  await host.value("podium.enter", sheet);
  const timeThere = async () =>
    (await host.value("podium.get", { eventId, runId })).segments
      .find((each) => each.segmentId === segmentId)
      ?.slots.map(({ time }) => time);
  await openDialog();
  await expectSeen(dialog.getByText(/counts chip times/));
  await put.click();
  await expectGone(dialog);
  expect(await timeThere()).toEqual([null]);
  await openDialog();
  await dialog.getByText("1 time from the log").click();
  await put.click();
  await expectGone(dialog);
  await expect.poll(timeThere).toEqual([expect.stringMatching(/^40:/)]);
});
