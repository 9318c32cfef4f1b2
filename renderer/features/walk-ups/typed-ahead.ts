import { useEffect, useLayoutEffect, useRef } from "react";
import { isDialogOpen, typesCharacter } from "#renderer/client/input/keyboard.ts";
import { useKeyDown } from "#renderer/client/input/use-key.ts";

/**
 * Keeps what is typed while a form is being saved: check-in goes on with it, as it does while a check-in is being saved
 * (C8). Otherwise only the last digits of the next bib would reach the search box, and these may be another runner's bib.
 * After a press of the pointer or of Tab, the keys are meant for the form, which takes none (W3).
 */
export function useTypedAhead(isSaving: boolean) {
  const typed = useRef("");
  const isForForm = useRef(false);
  useLayoutEffect(() => {
    typed.current = "";
    isForForm.current = false;
  }, [isSaving]);
  useEffect(() => {
    const onPointer = (): void => {
      isForForm.current = true;
      typed.current = "";
    };
    document.addEventListener("pointerdown", onPointer, { capture: true });
    return () => document.removeEventListener("pointerdown", onPointer, { capture: true });
  }, []);
  // In the capture phase: the pressed button keeps the focus, and would keep a space for itself.
  useKeyDown((event) => {
    if (!isSaving || event.defaultPrevented || isDialogOpen()) return;
    if (event.key === "Tab") isForForm.current = true;
    if (isForForm.current) typed.current = "";
    else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
    else if (typesCharacter(event)) typed.current += event.key;
  }, true);
  return {
    /** The text that was typed since the form is being saved. */
    text: () => typed.current,
    /** What was typed is not the next runner: it was the first key of a scan. */
    forget: () => {
      typed.current = "";
    },
  };
}
