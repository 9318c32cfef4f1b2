import { flushSync } from "react-dom";
import { hasKeyboard, isDialogOpen } from "#renderer/client/input/keyboard.ts";
import { useKeyDown } from "#renderer/client/input/use-key.ts";
import type { Editor } from "../slots/slot-editing.ts";

const fields = "input, textarea, select, [contenteditable=true], [role=radio]";
const controls = "button, a, summary, [role=button]";

/**
 * A key that types text moves the focus to the open slot, unless another field has the focus. Without an open slot, a letter
 * or a digit opens one first, and Ctrl+Z undoes the last change (P5). Null: another run is awaited, and no slot is opened.
 */
export function useBoardKeys(editor: Editor | null): void {
  useKeyDown((event) => {
    const { key, target, defaultPrevented, isComposing } = event;
    if (defaultPrevented || isComposing || event.altKey) return;
    if (!(target instanceof Element) || target.closest(fields) !== null) return;
    if (isDialogOpen()) return;
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== "z" || event.repeat) return;
      event.preventDefault();
      if (event.shiftKey) editor?.redo();
      else editor?.undo();
      return;
    }
    const isOnControl = target.closest(controls) !== null;
    const typesText = isOnControl
      ? key !== " " && [...key].length === 1
      : [...key].length === 1 || key === "Backspace" || key.startsWith("Arrow");
    if (!typesText) return;
    // Drawn at once, so that the browser types this key into the slot. On a tablet that would unfold its keyboard.
    if (editor !== null && slotInput() === null && /^[\p{L}\p{N}]$/u.test(key) && hasKeyboard()) {
      flushSync(() => editor.openEmpty());
    }
    slotInput()?.focus();
  });
}

const slotInput = (): HTMLInputElement | null => document.querySelector("[data-slot-input]");
