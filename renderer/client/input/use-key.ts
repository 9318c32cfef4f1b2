import { useLayoutEffect, useRef } from "react";
import { ownsEnter } from "./enter-key.ts";

const isAt =
  (selector: string) =>
  (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest(selector) !== null;

/** Where a key already means something of its own. */
const takers: Record<"Enter" | "Escape" | "F2", (target: EventTarget | null) => boolean> = {
  Enter: ownsEnter,
  Escape: isAt("[role=listbox], [aria-expanded=true]"),
  F2: () => false,
};

/**
 * Their own listeners keep every Enter to themselves: radio buttons and checkboxes do nothing with it, and a folded list
 * would open instead of what the yellow button says.
 */
const deaf = "input[type=radio], input[type=checkbox], button[aria-haspopup=listbox]";

/**
 * Does something on a key, wherever the focus is, unless a dialog is open or what has the focus wants that key itself.
 * Null: the key does nothing.
 */
export function useKey(key: keyof typeof takers, handler: (() => void) | null): void {
  const current = useRef(handler);
  // Before the screen is painted: a key means what its presser sees.
  useLayoutEffect(() => {
    current.current = handler;
  });
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isDeaf = event.target instanceof Element && event.target.closest(deaf) !== null;
      if (isDeaf !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
      if (event.key !== key || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      if (takers[key](event.target) || current.current === null) return;
      event.preventDefault();
      // What hears it later would do its own with it.
      if (isDeaf) event.stopPropagation();
      current.current();
    }
    document.addEventListener("keydown", onKeyDown, { capture: true });
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [key]);
}
