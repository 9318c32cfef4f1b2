import type { Locator, Page } from "playwright";

/** Time between two keys of a scanner; the page hears it as the keys' own time. */
const scannerGapMs = 4;

/** Nobody types and pulls the trigger in the same moment. */
const handoverMs = 300;

/** When the last key of the last code was pressed in each page, by the keys' own time. */
const lastKeys = new WeakMap<Page, number>();

/**
 * A moment so long after now, and after the last code: a fast page shows a code before the time its last key carries,
 * and what is pressed next must not seem to belong to it.
 */
const momentAfter = (page: Page, afterMs: number): number =>
  Math.max(Date.now(), lastKeys.get(page) ?? 0) + afterMs;

export interface ScanOptions {
  /** What the scanner ends a code with. */
  readonly suffix?: "Enter" | "Tab" | "none";
  readonly gapMs?: number;
}

/**
 * Types a code as a keyboard-wedge scanner does; a `\r` within it ends one code and begins the next. Each key carries its own time, so that a busy
 * machine cannot turn a scanner into a typist.
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
  // Sent in one go: the browser takes them in this order.
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

/** One key of a hand: when it is pressed after the first one, and how long the finger rests on it. */
export interface Struck {
  readonly key: string;
  readonly atMs: number;
  readonly heldMs: number;
}

/** Presses and releases keys at these times by the keys' own clock, however the machine is busy. */
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

/** That long after a scan nobody takes an Enter for the scanner's own. */
const reactionMs = 400;

/** Presses a key as somebody who first looks at what was scanned: the key's own time says so. */
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

/** Presses a key and holds it down, so that the keyboard repeats it so many times. */
export async function pressHeld(page: Page, key: string, repeats: number): Promise<void> {
  await page.keyboard.down(key);
  for (let at = 0; at < repeats; at += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Slower than any scanner, faster than most people. */
const typistGapMs = 50;

/** Types as a person does, key by key, where the focus is. */
export const typeByHand = (page: Page, text: string, gapMs = typistGapMs): Promise<void> =>
  page.keyboard.type(text, { delay: gapMs });

/** Nothing has the focus, as after a button that goes away when it is pressed. */
export const leaveEveryField = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });

/** Empties a field and types into it as a person does. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(text, { delay: typistGapMs });
}

/** Presses a key at each of these moments: the keys' own times say so, however the machine is busy. */
export async function pressAt(page: Page, key: " ", momentsMs: readonly number[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const named = { key, code: "Space", windowsVirtualKeyCode: 32 };
  // Sent in one go: the browser takes them in this order.
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
