import { useEffect, useRef } from "react";

interface AnnouncerActions {
  readonly go: (by: 1 | -1) => void;
  readonly reveal: (by: 1 | -1) => void;
  readonly leave: () => void;
}

/** Space reveals, Backspace takes a name back, the arrows go from segment to segment, Esc leaves. */
export function useAnnouncerKeys(actions: AnnouncerActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A question is open over the names: its keys are its own.
      if (document.querySelector("[role=dialog]") !== null) return;
      const { go, reveal, leave } = current.current;
      const onButton = event.target instanceof HTMLButtonElement;
      switch (event.key) {
        case " ":
          // A button that has the keyboard is pressed by Space itself.
          if (onButton) return;
          reveal(event.shiftKey ? -1 : 1);
          break;
        case "Backspace":
          reveal(-1);
          break;
        case "ArrowRight":
        case "PageDown":
          go(1);
          break;
        case "ArrowLeft":
        case "PageUp":
          go(-1);
          break;
        case "Escape":
          leave();
          break;
        default:
          return;
      }
      event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
