import { createContext, useContext, useEffectEvent, useLayoutEffect } from "react";
import type { RefObject } from "react";
import { ownsEnter, topDialog } from "#renderer/client/input/keyboard.ts";
import { focusFirstError } from "#renderer/ui/fields/first-error.ts";

/** The action of Enter in a dialog: its yellow button; null without a yellow button. */
type EnterRef = RefObject<(() => void) | null>;

export const DialogEnterContext = createContext<EnterRef | null>(null);

/** Makes a yellow button the action of Enter in the dialog around it. Returns whether there is such a dialog. */
export function useDialogEnterAction(press: () => void): boolean {
  const enterRef = useContext(DialogEnterContext);
  const onEnter = useEffectEvent(press);
  useLayoutEffect(() => {
    if (enterRef === null) return undefined;
    const enter = (): void => onEnter();
    enterRef.current = enter;
    return () => {
      if (enterRef.current === enter) enterRef.current = null;
    };
  }, [enterRef]);
  return enterRef !== null;
}

/**
 * Handles Enter in a dialog, wherever the focus is: presses the yellow button once for each key press. A focused button,
 * link or open list keeps its Enter. Listens in the capture phase of the document, because checkboxes, radio buttons and
 * closed lists of React Aria stop the propagation of Enter.
 */
export function useDialogEnter(dialogRef: RefObject<Element | null>, enterRef: EnterRef): void {
  useLayoutEffect(() => {
    const shownAtMs = performance.now();
    function onKeyDown(event: KeyboardEvent): void {
      const dialog = dialogRef.current;
      if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey || dialog === null) return;
      // An open list inside the dialog is a dialog too, and handles its own keys.
      if (topDialog() !== dialog) return;
      if (event.target instanceof Element && event.target.closest("textarea") !== null) return;
      // A key that was pressed before the dialog was drawn, or that is held down, was not meant for the dialog.
      const isMeant = !event.repeat && event.timeStamp >= shownAtMs;
      if (isMeant && ownsEnter(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isMeant) enterRef.current?.();
    }
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [dialogRef, enterRef]);
}

/** Moves the focus to the first missing or wrong field of the open dialog. */
export function focusMissingField(): void {
  const dialog = topDialog();
  if (dialog !== undefined) focusFirstError(dialog);
}
