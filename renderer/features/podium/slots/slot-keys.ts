import type { KeyboardEvent } from "react";
import type { ActiveSlot } from "../podium-store.ts";
import { isEmptied, isTimeSeparator } from "./draft-sheet.ts";
import type { Editor } from "./slot-editing.ts";

interface SlotKeyContext {
  readonly editor: Editor;
  readonly bib: HTMLInputElement | null;
  readonly time: HTMLInputElement | null;
  readonly active: ActiveSlot;
}

const actions = {
  enter: ({ editor }) => editor.enter(),
  cancel: ({ editor }) => editor.cancel(),
  up: ({ editor }) => editor.step(-1),
  down: ({ editor }) => editor.step(1),
  left: ({ editor }) => editor.cross(-1),
  right: ({ editor }) => editor.cross(1),
  "move-up": ({ editor }) => editor.move(-1),
  "move-down": ({ editor }) => editor.move(1),
  tie: ({ editor }) => editor.tie(),
  remove: ({ editor }) => editor.remove(),
  undo: ({ editor }) => editor.undo(),
  redo: ({ editor }) => editor.redo(),
  bib: ({ bib }) => focusOn(bib),
  time({ editor, time }) {
    editor.askTime();
    focusOn(time);
  },
} satisfies Record<string, (context: SlotKeyContext) => void>;

/** The actions that a held key does not repeat. */
const onceAPress: ReadonlySet<keyof typeof actions> = new Set([
  "enter",
  "cancel",
  "tie",
  "undo",
  "remove",
]);

/** The keys of the open slot: Enter saves, arrows move, `=` ties, Tab or a separator goes to the time. */
export function handleSlotKey(
  event: KeyboardEvent<HTMLInputElement>,
  context: SlotKeyContext,
): void {
  if (event.nativeEvent.isComposing) return;
  const { bib, active } = context;
  const field = event.currentTarget;
  const action = actionOf(event, field, field === bib);
  if (action === null) return;
  // While the field has unsaved text, the browser undoes and redoes that text.
  if ((action === "undo" || action === "redo") && active.isTouched) return;
  // Delete and Backspace edit the unsaved text instead of removing the line.
  if (action === "remove" && active.isTouched && field.value !== "") return;
  if (action === "time" && isEmptied(active)) {
    // Without a bib or a runner, a separator does nothing and Tab moves the focus as usual.
    if (event.key !== "Tab") event.preventDefault();
    return;
  }
  event.preventDefault();
  // Each of these needs a press of its own (P5).
  if (event.repeat && onceAPress.has(action)) return;
  actions[action](context);
}

function actionOf(
  event: KeyboardEvent<HTMLInputElement>,
  field: HTMLInputElement,
  isBib: boolean,
): keyof typeof actions | null {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl) {
    if (key.toLowerCase() !== "z" || altKey) return null;
    return shiftKey ? "redo" : "undo";
  }
  if (altKey && key === "ArrowUp") return "move-up";
  if (altKey && key === "ArrowDown") return "move-down";
  if (altKey && !event.getModifierState("AltGraph")) return null;
  const isAllSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
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
      return isBib && isAllSelected && !shiftKey ? "left" : null;
    case "ArrowRight":
      return isBib && isAllSelected && !shiftKey ? "right" : null;
    case "=":
      return "tie";
    case "Backspace":
      return isBib && field.value === "" ? "remove" : null;
    case "Delete":
      return isBib && isAllSelected ? "remove" : null;
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
