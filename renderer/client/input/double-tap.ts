/** Milliseconds between the two taps of a double tap, and between the two clicks of a double click. */
const doubleTapMs = 500;
/** Pixels; a finger does not hit the same point twice. A mouse hardly moves between the clicks of a double click. */
const nearPx = { finger: 30, mouse: 8 } as const;

const controls =
  "button, a[href], input, select, textarea, label, summary, [role=button], [role=option], [role=row], [role=gridcell]";
/** Each tap on these counts, whatever was under the finger before: a finish that nobody stamped is lost. */
const eachTapCounts = "[data-each-tap]";

interface Tap {
  readonly atMs: number;
  readonly x: number;
  readonly y: number;
  readonly pointer: keyof typeof nearPx;
  readonly control: Element | null;
  readonly name: string;
}

/** The events of one tap, in their order. */
const tapEvents = [
  "pointerdown",
  "touchstart",
  "pointerup",
  "touchend",
  "mousedown",
  "mouseup",
  "click",
] as const;

/**
 * The second tap of a double tap, or the second click of a double click, presses nothing that was not under the finger or
 * the mouse at the first one: a button of a dialog that has just opened, or a button that took the place of the one that
 * was pressed (U1). Must be called before the page is drawn, so that its listeners are the first.
 */
export function guardDoubleTaps(page: Window): void {
  let last: Tap | null = null;
  let isSwallowing = false;
  const onTapEvent = (event: Event): void => {
    if (event.type === "pointerdown" && event instanceof PointerEvent) {
      const tap = tapOf(event);
      isSwallowing = hitsSomethingElse(last, tap);
      // A third tap is compared with what was under the first one.
      last = isSwallowing && last !== null ? { ...last, atMs: tap.atMs } : tap;
    }
    if (!isSwallowing) return;
    event.stopImmediatePropagation();
    // The focus stays where it is.
    if (event.type === "mousedown" || event.type === "click") event.preventDefault();
  };
  // Whoever types or presses a key between two taps does not tap twice.
  const forget = (): void => {
    last = null;
  };
  page.addEventListener("input", forget, { capture: true });
  page.addEventListener("keydown", forget, { capture: true });
  for (const type of tapEvents) page.addEventListener(type, onTapEvent, { capture: true });
}

function tapOf({ target, timeStamp, clientX, clientY, pointerType }: PointerEvent): Tap {
  const control = target instanceof Element ? target.closest(controls) : null;
  const pointer = pointerType === "mouse" ? "mouse" : "finger";
  return { atMs: timeStamp, x: clientX, y: clientY, pointer, control, name: nameOf(control) };
}

/** The browser may keep the element of a button that becomes another button, so its name is compared too. */
const nameOf = (control: Element | null): string =>
  control?.matches("button, [role=button]") === true
    ? (control.getAttribute("aria-label") ?? control.textContent)
    : "";

const hitsSomethingElse = (last: Tap | null, tap: Tap): boolean =>
  last !== null &&
  tap.control !== null &&
  tap.control.closest(eachTapCounts) === null &&
  tap.atMs - last.atMs < doubleTapMs &&
  Math.hypot(tap.x - last.x, tap.y - last.y) < nearPx[tap.pointer] &&
  (tap.control !== last.control || tap.name !== last.name);
