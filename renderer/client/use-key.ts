import { useLayoutEffect, useRef } from "react";

/** Where a key already means something of its own. */
const takers = {
  Enter: "button, a, select, textarea, summary, [role=button], [role=option], [role=switch]",
  Escape: "[role=listbox], [aria-expanded=true]",
  F2: "",
} as const;

/** Their own listeners keep every Enter to themselves and do nothing with it. */
const deaf = "input[type=radio], input[type=checkbox]";

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
      const isDeaf = event.target instanceof Element && event.target.matches(deaf);
      if (isDeaf !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
      if (event.key !== key || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      const taker = takers[key];
      if (taker !== "" && event.target instanceof Element && event.target.closest(taker)) return;
      if (current.current === null) return;
      event.preventDefault();
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
