import { useLayoutEffect } from "react";
import { isDialogOpen } from "#renderer/client/input/keyboard.ts";

const fields = "input, textarea, select, [contenteditable=true], [role=radio]";
const controls = "button, a, summary, [role=button]";

/** A key that types text moves the focus to the open slot, unless another field has the focus. */
export function useBoardKeys(): void {
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, defaultPrevented, isComposing } = event;
      if (defaultPrevented || isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest(fields) !== null) return;
      if (isDialogOpen()) return;
      const isOnControl = target.closest(controls) !== null;
      const typesText = isOnControl
        ? key !== " " && [...key].length === 1
        : [...key].length === 1 || key === "Backspace" || key.startsWith("Arrow");
      if (typesText) document.querySelector<HTMLInputElement>("[data-slot-input]")?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
