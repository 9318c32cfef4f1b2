import { useEffectEvent, useLayoutEffect } from "react";
import { isDialogOpen, ownsEnter } from "./keyboard.ts";

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether the focused element uses the key itself. */
const keyOwners: Record<"Enter" | "Escape" | "F1" | "F2", (target: EventTarget | null) => boolean> =
  {
    Enter: ownsEnter,
    Escape: (target) => isInside(target, "[role=listbox], [aria-expanded=true]"),
    F1: () => false,
    F2: () => false,
  };

/** React Aria stops the propagation of Enter at these elements, so the key is handled in the capture phase. */
const capturing = "input[type=radio], input[type=checkbox], button[aria-haspopup=listbox]";

/** Calls the handler on every key press. A layout effect listens before the screen is painted, so no key press is lost. */
export function useKeyDown(handler: (event: KeyboardEvent) => void, capture = false): void {
  const onKeyDown = useEffectEvent(handler);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener("keydown", listen, { capture });
    return () => document.removeEventListener("keydown", listen, { capture });
  }, [capture]);
}

/**
 * Calls the handler on a key press, wherever the focus is, unless a dialog is open or the focused element uses the key
 * itself. Null: the key does nothing.
 */
export function useKey(
  key: keyof typeof keyOwners,
  handler: ((event: KeyboardEvent) => void) | null,
): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCaptured = isInside(event.target, capturing);
    if (isCaptured !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
    if (event.key !== key || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (isDialogOpen() || keyOwners[key](event.target) || handler === null) return;
    event.preventDefault();
    if (isCaptured) event.stopPropagation();
    handler(event);
  };
  useKeyDown(onKeyDown, true);
  useKeyDown(onKeyDown);
}
