import type { CDPSession, Locator, Page } from "playwright";

/** The middle of an element that no longer moves and can be pressed. */
async function middleOf(button: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (box === null) throw new Error("The button is not visible.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Does something twice, the second time `gapMs` milliseconds later. The events get these times, so that a busy machine
 * cannot make a double tap look like two.
 */
async function twice(
  page: Page,
  gapMs: number,
  press: (session: CDPSession, timestamp: number, isSecond: boolean) => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const beganAtMs = Date.now();
  await press(session, beganAtMs / 1_000, false);
  await page.waitForTimeout(gapMs);
  await press(session, (beganAtMs + gapMs) / 1_000, true);
  await session.detach();
}

/** Two taps of a finger at one point. The default is a slow double tap. */
export async function tapTwice(page: Page, button: Locator, gapMs = 300): Promise<void> {
  const point = await middleOf(button);
  await twice(page, gapMs, async (session, timestamp) => {
    const send = (type: "touchStart" | "touchEnd", touchPoints: (typeof point)[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
    // Both at once: a finger that stays longer is no tap.
    await Promise.all([send("touchStart", [point]), send("touchEnd", [])]);
  });
}

/** A double click of a mouse that moves a little between the clicks. */
export async function clickTwice(page: Page, button: Locator, gapMs = 150): Promise<void> {
  const point = await middleOf(button);
  await twice(page, gapMs, async (session, timestamp, isSecond) => {
    const { x, y } = isSecond ? { x: point.x + 2, y: point.y + 1 } : point;
    const send = (type: "mouseMoved" | "mousePressed" | "mouseReleased", clickCount: number) =>
      session.send("Input.dispatchMouseEvent", {
        type,
        x,
        y,
        button: type === "mouseMoved" ? "none" : "left",
        clickCount,
        timestamp,
      });
    const clickCount = isSecond ? 2 : 1;
    await send("mouseMoved", 0);
    await send("mousePressed", clickCount);
    await send("mouseReleased", clickCount);
  });
}
