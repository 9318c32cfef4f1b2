import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { focusFirstError } from "./first-error.ts";

export interface FirstError<Form extends Element> {
  /** Goes onto the element that holds the fields. */
  readonly formRef: RefObject<Form | null>;
  /**
   * To be called when a form was not taken: the focus goes to its first error as soon as one is drawn, now or after the
   * core's answer. The next key or press ends the wait: the focus never moves under a person's hands.
   */
  readonly goToFirstError: () => void;
}

/** Where the focus of a refused form goes. One hook for all forms. */
export function useFirstError<Form extends Element = HTMLDivElement>(): FirstError<Form> {
  const formRef = useRef<Form>(null);
  const isWaiting = useRef(false);
  const look = useCallback(() => {
    if (isWaiting.current && formRef.current !== null && focusFirstError(formRef.current)) {
      isWaiting.current = false;
    }
  }, []);
  // Errors are drawn after the call: by this render, or by a later one.
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
