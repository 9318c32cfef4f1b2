import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { focusFirstError } from "./first-error.ts";

export interface FirstError<Form extends Element> {
  /** The `ref` of the element around the fields. */
  readonly formRef: RefObject<Form | null>;
  /**
   * Called when a form is refused: the focus moves to the first error as soon as an error is drawn, now or after the
   * core's reply. The next key or pointer press ends the wait, so that the focus never moves while a person works.
   */
  readonly goToFirstError: () => void;
}

/** Moves the focus of a refused form to its first error. All forms use this hook. */
export function useFirstError<Form extends Element = HTMLDivElement>(): FirstError<Form> {
  const formRef = useRef<Form>(null);
  const isWaiting = useRef(false);
  const look = useCallback(() => {
    if (isWaiting.current && formRef.current !== null && focusFirstError(formRef.current)) {
      isWaiting.current = false;
    }
  }, []);
  // Errors are drawn after the call, by this render or a later one.
  useLayoutEffect(look);
  useEffect(() => {
    const stop = (): void => {
      isWaiting.current = false;
    };
    document.addEventListener("keydown", stop, { capture: true });
    document.addEventListener("pointerdown", stop, { capture: true });
    return () => {
      document.removeEventListener("keydown", stop, { capture: true });
      document.removeEventListener("pointerdown", stop, { capture: true });
    };
  }, []);
  const goToFirstError = useCallback(() => {
    isWaiting.current = true;
    look();
  }, [look]);
  return { formRef, goToFirstError };
}
