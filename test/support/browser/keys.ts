import type { Locator, Page } from "playwright";

/** Milliseconds between two keys of a scanner. The page reads them from the time stamps of the key events. */
const scannerGapMs = 4;

/** Milliseconds between typing and a scan, because nobody does both at the same moment. */
const handoverMs = 300;

/** The time of the last key of the last code in each page, from the key events. */
const lastKeys = new WeakMap<Page, number>();

/**
 * A time that is `afterMs` after now and after the last code. A fast page shows a code before the time of its last key,
 * and the next key must not seem to belong to the code.
 */
const momentAfter = (page: Page, afterMs: number): number =>
  Math.max(Date.now(), lastKeys.get(page) ?? 0) + afterMs;

export interface ScanOptions {
  /** The key that the scanner sends after a code. */
  readonly suffix?: "Enter" | "Tab" | "none";
  readonly gapMs?: number;
}

/**
 * Types a code as a keyboard-wedge scanner does; a `\r` in it ends one code and begins the next. Each key event has its
 * own time, so that a busy machine cannot make a scanner look like a person.
 */
export async function scan(
  page: Page,
  code: string,
  { suffix = "Enter", gapMs = scannerGapMs }: ScanOptions = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const typed = [...code].map((key) => (key === "\r" ? "Enter" : key));
  const keys = suffix === "none" ? typed : [...typed, suffix];
  const beganAtMs = momentAfter(page, handoverMs);
  lastKeys.set(page, beganAtMs + keys.length * gapMs);
  // All keys are sent at once; the browser keeps this order.
  await Promise.all(
    keys.flatMap((key, at) => {
      const timestamp = (beganAtMs + at * gapMs) / 1_000;
      const named = { key, code: key === "Enter" || key === "Tab" ? key : "", timestamp };
      const text = key === "Enter" ? "\r" : key === "Tab" ? "" : key;
      const keyCode = key === "Enter" ? 13 : key === "Tab" ? 9 : 0;
      return [
        session.send("Input.dispatchKeyEvent", {
          type: text === "" ? "rawKeyDown" : "keyDown",
          ...named,
          text,
          windowsVirtualKeyCode: keyCode,
        }),
        session.send("Input.dispatchKeyEvent", {
          type: "keyUp",
          ...named,
          windowsVirtualKeyCode: keyCode,
        }),
      ];
    }),
  );
  await session.detach();
}

/** One key press of a hand: its time after the first one, and how long the key is held down. */
export interface Struck {
  readonly key: string;
  readonly atMs: number;
  readonly heldMs: number;
}

/** Presses and releases keys at these times of the key events, however busy the machine is. */
export async function strike(page: Page, keys: readonly Struck[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const beganAtMs = momentAfter(page, handoverMs);
  lastKeys.set(page, beganAtMs + Math.max(...keys.map(({ atMs, heldMs }) => atMs + heldMs)));
  const events = keys.flatMap(({ key, atMs, heldMs }) => {
    const isEnter = key === "Enter";
    const named = { key, code: key, windowsVirtualKeyCode: isEnter ? 13 : 0 };
    return [
      { ...named, type: "keyDown" as const, text: isEnter ? "\r" : key, atMs },
      { ...named, type: "keyUp" as const, atMs: atMs + heldMs },
    ];
  });
  await Promise.all(
    events
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ atMs, ...event }) =>
        session.send("Input.dispatchKeyEvent", { ...event, timestamp: (beganAtMs + atMs) / 1_000 }),
      ),
  );
  await session.detach();
}

/** Types one key, and scans `beforeMs` milliseconds later, so that the key may belong to the code. */
export async function tapAndScan(
  page: Page,
  typed: string,
  beforeMs: number,
  code: string,
): Promise<void> {
  const scanned = [...code, "Enter"].map((key, at) => ({
    key,
    atMs: beforeMs + at * 5,
    heldMs: 0,
  }));
  await strike(page, [{ key: typed, atMs: 0, heldMs: 20 }, ...scanned]);
}

/** Milliseconds after a scan. An Enter after this time does not count as the scanner's own. */
const reactionMs = 400;

/** Presses a key as a person who first looks at what was scanned; the time of the key event says so. */
export async function pressAfterLook(page: Page, key: "Enter" | "Control+Enter"): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const timestamp = momentAfter(page, reactionMs) / 1_000;
  const modifiers = key === "Enter" ? 0 : 2;
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
  const named = { ...enter, modifiers, timestamp };
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...named, text: "\r" });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...named });
  await session.detach();
}

/** Presses a key and holds it down, so that the keyboard repeats it `repeats` times. */
export async function pressHeld(page: Page, key: string, repeats: number): Promise<void> {
  await page.keyboard.down(key);
  for (let at = 0; at < repeats; at += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Milliseconds; slower than any scanner and faster than most people. */
const typistGapMs = 50;

/** Types as a person does, key by key, into the focused element. */
export const typeByHand = (page: Page, text: string, gapMs = typistGapMs): Promise<void> =>
  page.keyboard.type(text, { delay: gapMs });

/** Removes the focus from every element, as after a button that disappears when it is pressed. */
export const leaveEveryField = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });

/** Empties a field and types into it, as a person does. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(text, { delay: typistGapMs });
}

/** Presses a key at each of these times of the key events, however busy the machine is. */
export async function pressAt(page: Page, key: " ", momentsMs: readonly number[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const named = { key, code: "Space", windowsVirtualKeyCode: 32 };
  // All keys are sent at once; the browser keeps this order.
  await Promise.all(
    momentsMs.flatMap((atMs) => {
      const timestamp = atMs / 1_000;
      return [
        session.send("Input.dispatchKeyEvent", { type: "keyDown", ...named, timestamp, text: key }),
        session.send("Input.dispatchKeyEvent", { type: "keyUp", ...named, timestamp }),
      ];
    }),
  );
  await session.detach();
}
