/** Milliseconds between the two taps of a double tap. */
const doubleTapMs = 500;
/** Pixels; a finger does not hit the same point twice. */
const nearPx = 30;

const controls =
  "button, a[href], input, select, textarea, label, summary, [role=button], [role=option], [role=row], [role=gridcell]";
/** Each tap on these counts, whatever was under the finger before: a finish that nobody stamped is lost. */
const eachTapCounts = "[data-each-tap]";

interface Tap {
  readonly atMs: number;
  readonly x: number;
  readonly y: number;
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
 * The second tap of a double tap presses nothing that was not under the finger at the first one: a button of a dialog
 * that has just opened, or a button that took the place of the one that was pressed (U1). Must be called before the page
 * is drawn, so that its listeners are the first.
 */
export function guardDoubleTaps(page: Window): void {
  let last: Tap | null = null;
  let isSwallowing = false;
  const onTapEvent = (event: Event): void => {
    if (event.type === "pointerdown" && event instanceof PointerEvent) {
      const tap = tapOf(event);
      isSwallowing = event.pointerType !== "mouse" && hitsSomethingElse(last, tap);
      // A third tap is compared with what was under the first one.
      last = isSwallowing && last !== null ? { ...last, atMs: tap.atMs } : tap;
    }
    if (!isSwallowing) return;
    event.stopImmediatePropagation();
    // The focus stays where it is.
    if (event.type === "mousedown" || event.type === "click") event.preventDefault();
  };
  // Whoever types between two taps does not tap twice.
  page.addEventListener(
    "input",
    () => {
      last = null;
    },
    { capture: true },
  );
  for (const type of tapEvents) page.addEventListener(type, onTapEvent, { capture: true });
}

function tapOf({ target, timeStamp, clientX, clientY }: PointerEvent): Tap {
  const control = target instanceof Element ? target.closest(controls) : null;
  return { atMs: timeStamp, x: clientX, y: clientY, control, name: nameOf(control) };
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
  Math.hypot(tap.x - last.x, tap.y - last.y) < nearPx &&
  (tap.control !== last.control || tap.name !== last.name);
