import { useEffect } from "react";

/** A key that would write, pressed where nothing has the keyboard, goes to the open slot. */
export function useBoardKeys(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, defaultPrevented, isComposing } = event;
      if (defaultPrevented || isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target !== document.body || document.querySelector("[role=dialog]") !== null) return;
      const isWriting = [...key].length === 1 || key === "Backspace" || key.startsWith("Arrow");
      if (!isWriting) return;
      document.querySelector<HTMLInputElement>("[data-slot-input]")?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
