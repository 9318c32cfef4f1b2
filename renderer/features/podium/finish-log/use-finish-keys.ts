import type { RefObject } from "react";
import { hasModifier, isDialogOpen, typesCharacter } from "#renderer/client/input/keyboard.ts";
import { useKeyDown } from "#renderer/client/input/use-key.ts";
import { useKeyFirst } from "#renderer/client/input/use-scan.ts";

/** The actions of the keys of the finish log. A boolean result says whether the key was used. */
export interface FinishKeys {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  stamp(timeStampMs: number): void;
  enter(): boolean;
  /** `isEmpty`: the field has no text. With a text that a person typed, Ctrl+Z belongs to the field. */
  undo(isEmpty: boolean): boolean;
  /** Says that the finish log has no redo, because check-in has one. */
  redo(): void;
  escape(): void;
  moveSelection(step: "up" | "down" | "times" | "bibs"): boolean;
  move(by: -1 | 1): boolean;
  insertAbove(): boolean;
  unreadable(): boolean;
  change(): boolean;
  /** With Shift: the whole line. */
  remove(isLine: boolean): boolean;
  toEnd(): void;
}

/**
 * Space stamps wherever the focus is, so that it never presses a button that still has the focus; Enter presses buttons.
 * Only an open dialog, and a text field other than the bib field, keep Space.
 */
export function useFinishKeys(keys: FinishKeys): void {
  const { inputRef } = keys;
  useKeyFirst((event) => {
    if (event.key !== " " || event.isComposing || event.shiftKey || hasModifier(event))
      return false;
    if (isOverlayOpen() || isOtherField(event.target, inputRef.current)) return false;
    if (!event.repeat) keys.stamp(event.timeStamp);
    return true;
  });
  useKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing || isOverlayOpen()) return;
    if (isOtherField(event.target, inputRef.current)) return;
    if (press(event, keys)) event.preventDefault();
    else if (typesCharacter(event)) inputRef.current?.focus();
  });
}

/** Performs the action of a key. False: the key has no action, or edits the text in the bib field. */
function press(event: KeyboardEvent, keys: FinishKeys): boolean {
  const field = keys.inputRef.current;
  const isEmpty = field === null || field.value === "";
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (event.key === "ArrowUp") return keys.move(-1);
    return event.key === "ArrowDown" && keys.move(1);
  }
  if (hasModifier(event)) {
    if (event.key.toLowerCase() !== "z") return false;
    if (event.shiftKey) {
      if (isEmpty) keys.redo();
      return isEmpty;
    }
    return event.repeat ? isEmpty : keys.undo(isEmpty);
  }
  switch (event.key) {
    case "Enter":
      return !isControl(event.target) && (event.repeat || keys.enter());
    case "Escape":
      keys.escape();
      return true;
    case "ArrowUp":
      return keys.moveSelection("up");
    case "ArrowDown":
      return keys.moveSelection("down");
    case "ArrowLeft":
      return isEmpty && keys.moveSelection("times");
    case "ArrowRight":
      return isEmpty && keys.moveSelection("bibs");
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

/** A dialog or a select list is open. */
const isOverlayOpen = (): boolean =>
  isDialogOpen() || document.querySelector("[role=listbox]") !== null;

const isOtherField = (target: EventTarget | null, bibField: HTMLInputElement | null): boolean =>
  target instanceof HTMLElement &&
  target !== bibField &&
  target.closest("input, textarea, select, [contenteditable=true]") !== null;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, a, summary, [role=button]") !== null;
