import { createContext, useContext, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { ownsEnter } from "#renderer/client/input/keyboard.ts";
import { focusFirstError } from "#renderer/ui/fields/first-error.ts";

/** What Enter does in a dialog: its yellow button's action; null where it has no yellow button. */
type EnterRef = RefObject<(() => void) | null>;

export const DialogEnterContext = createContext<EnterRef | null>(null);

/** A yellow button tells the dialog around it what Enter does. Returns whether there is a dialog around. */
export function useDialogEnterAction(press: () => void): boolean {
  const enterRef = useContext(DialogEnterContext);
  const current = useRef(press);
  useLayoutEffect(() => {
    current.current = press;
  });
  useLayoutEffect(() => {
    if (enterRef === null) return undefined;
    const pressCurrent = (): void => current.current();
    enterRef.current = pressCurrent;
    return () => {
      if (enterRef.current === pressCurrent) enterRef.current = null;
    };
  }, [enterRef]);
  return enterRef !== null;
}

const dialogs = "[role=dialog], [role=alertdialog]";

/**
 * Enter in a dialog, wherever the focus is: the yellow button's action, once for each press of the key. A button, link
 * or open list with the focus keeps its own Enter; without a yellow button Enter does nothing. It listens on the
 * document before React does, because checkboxes, radio buttons and folded lists keep every Enter to themselves.
 */
export function useDialogEnter(dialogRef: RefObject<Element | null>, enterRef: EnterRef): void {
  useLayoutEffect(() => {
    const shownAtMs = performance.now();
    function onKeyDown(event: KeyboardEvent): void {
      const dialog = dialogRef.current;
      if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey || dialog === null) return;
      // An open list inside the dialog is a dialog of its own, and stands behind it in the document.
      if ([...document.querySelectorAll(dialogs)].at(-1) !== dialog) return;
      if (event.target instanceof Element && event.target.closest("textarea") !== null) return;
      // A key that was pressed before the dialog was drawn, or is still held, was not meant for it.
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

/** The yellow button says "not yet": the focus goes to the first field of its dialog that is missing or wrong. */
export function focusMissingField(): void {
  const dialog = [...document.querySelectorAll(dialogs)].at(-1);
  if (dialog !== undefined) focusFirstError(dialog);
}
