import type { KeyboardEvent } from "react";
import type { Editor } from "./slot-editing.ts";
import type { ActiveSlot } from "../podium-store.ts";
import { isTimeSeparator } from "./draft-sheet.ts";

interface SlotKeyContext {
  readonly editor: Editor;
  readonly bib: HTMLInputElement | null;
  readonly time: HTMLInputElement | null;
  readonly onUndo: () => void;
  readonly active: ActiveSlot;
}

/** The keys of the open slot: Enter saves, arrows go, `=` ties, Tab or a separator begins the time. */
export function handleSlotKey(
  event: KeyboardEvent<HTMLInputElement>,
  { editor, bib, time, onUndo, active }: SlotKeyContext,
): void {
  if (event.nativeEvent.isComposing) return;
  const field = event.currentTarget;
  const isBib = field === bib;
  const act = actionOf(event, field, isBib);
  if (act === null) return;
  // Undo within the field is the browser's as long as something was typed there.
  if (act === "undo" && active.isTouched) return;
  // Text that was just typed is deleted as text.
  if (act === "remove" && active.isTouched && field.value !== "") return;
  if (act === "time" && active.bib.trim() === "") {
    // A separator before any bib is no bib; Tab goes where it goes.
    if (event.key !== "Tab") event.preventDefault();
    return;
  }
  event.preventDefault();
  if (event.repeat && (act === "enter" || act === "undo")) return;
  switch (act) {
    case "enter":
      return editor.enter();
    case "cancel":
      return editor.cancel();
    case "up":
      return editor.step(-1);
    case "down":
      return editor.step(1);
    case "left":
      return editor.cross(-1);
    case "right":
      return editor.cross(1);
    case "move-up":
      return editor.move(-1);
    case "move-down":
      return editor.move(1);
    case "tie":
      return editor.tie();
    case "remove":
      return editor.remove();
    case "undo":
      return onUndo();
    case "bib":
      return focusOn(bib);
    case "time":
      editor.askTime();
      return focusOn(time);
  }
}

type SlotAction =
  | "enter"
  | "cancel"
  | "up"
  | "down"
  | "left"
  | "right"
  | "move-up"
  | "move-down"
  | "tie"
  | "remove"
  | "undo"
  | "bib"
  | "time";

function actionOf(
  event: KeyboardEvent<HTMLInputElement>,
  field: HTMLInputElement,
  isBib: boolean,
): SlotAction | null {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl) return key.toLowerCase() === "z" && !shiftKey && !altKey ? "undo" : null;
  if (altKey && key === "ArrowUp") return "move-up";
  if (altKey && key === "ArrowDown") return "move-down";
  if (altKey && !event.getModifierState("AltGraph")) return null;
  const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  switch (key) {
    case "Enter":
      return "enter";
    case "Escape":
      return "cancel";
    case "ArrowUp":
      return "up";
    case "ArrowDown":
      return "down";
    case "ArrowLeft":
      return isBib && isWhole && !shiftKey ? "left" : null;
    case "ArrowRight":
      return isBib && isWhole && !shiftKey ? "right" : null;
    case "=":
      return "tie";
    case "Backspace":
      return isBib && field.value === "" ? "remove" : null;
    case "Delete":
      return isBib && isWhole ? "remove" : null;
    case "Tab":
      if (isBib) return shiftKey ? null : "time";
      return shiftKey ? "bib" : null;
    default:
      return isBib && isTimeSeparator(key) ? "time" : null;
  }
}

function focusOn(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
