import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { isDialogOpen } from "#renderer/client/input/keyboard.ts";
import { useKeyFirst } from "#renderer/client/input/use-scan.ts";

/** What the keys of the finish log do. Each answers whether the key meant something. */
export interface FinishKeys {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  stamp(timeStampMs: number): void;
  enter(): boolean;
  undo(): void;
  escape(): void;
  choose(step: "up" | "down" | "times" | "bibs"): boolean;
  move(by: -1 | 1): boolean;
  insertAbove(): boolean;
  unreadable(): boolean;
  change(): boolean;
  /** Shift: the whole line. */
  remove(isLine: boolean): boolean;
  toEnd(): void;
}

/**
 * Space stamps wherever the focus is, so that a button pressed a moment ago never gets it; buttons are pressed with
 * Enter here. Only an open dialog, and a text field other than the bib's, keep their Space.
 * They are heard before the screen is painted: a key means what its presser sees.
 */
export function useFinishKeys(keys: FinishKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useKeyFirst((event) => {
    if (event.key !== " " || event.isComposing || event.shiftKey || hasModifier(event))
      return false;
    if (isAsked() || isOtherField(event.target, current.current.inputRef.current)) return false;
    if (!event.repeat) current.current.stamp(event.timeStamp);
    return true;
  });
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { inputRef } = current.current;
      if (event.defaultPrevented || event.isComposing || isAsked()) return;
      if (isOtherField(event.target, inputRef.current)) return;
      if (press(event, current.current)) event.preventDefault();
      else if (isTyping(event)) inputRef.current?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Does what a key means; false where it means nothing here, or belongs to the text in the bib field. */
function press(event: KeyboardEvent, keys: FinishKeys): boolean {
  const field = keys.inputRef.current;
  const isEmpty = field === null || field.value === "";
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (event.key === "ArrowUp") return keys.move(-1);
    return event.key === "ArrowDown" && keys.move(1);
  }
  if (hasModifier(event)) {
    if (event.key.toLowerCase() !== "z" || event.shiftKey || !isEmpty) return false;
    if (!event.repeat) keys.undo();
    return true;
  }
  switch (event.key) {
    case "Enter":
      return !isControl(event.target) && (event.repeat || keys.enter());
    case "Escape":
      keys.escape();
      return true;
    case "ArrowUp":
      return keys.choose("up");
    case "ArrowDown":
      return keys.choose("down");
    case "ArrowLeft":
      return isEmpty && keys.choose("times");
    case "ArrowRight":
      return isEmpty && keys.choose("bibs");
    case "End":
      if (isEmpty) keys.toEnd();
      return isEmpty;
    case "+":
    case "Insert":
      return !event.repeat && keys.insertAbove();
    case "?":
      return isEmpty && (event.repeat || keys.unreadable());
    case "F2":
      return keys.change();
    case "Delete":
      return isEmpty && !event.repeat && keys.remove(event.shiftKey);
    default:
      return false;
  }
}

/** A question is open over the log, or a list is unfolded. */
const isAsked = (): boolean => isDialogOpen() || document.querySelector("[role=listbox]") !== null;

const isOtherField = (target: EventTarget | null, bibField: HTMLInputElement | null): boolean =>
  target instanceof HTMLElement &&
  target !== bibField &&
  target.closest("input, textarea, select, [contenteditable=true]") !== null;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, a, summary, [role=button]") !== null;

const hasModifier = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");

/** A key that would write: it goes to the bib field, wherever the focus is. */
const isTyping = (event: KeyboardEvent): boolean =>
  !hasModifier(event) && [...event.key].length === 1;
