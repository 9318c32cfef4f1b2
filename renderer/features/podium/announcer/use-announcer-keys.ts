import { useEffect, useRef } from "react";
import { useKeyFirst } from "#renderer/client/input/use-scan.ts";

interface AnnouncerActions {
  readonly go: (by: 1 | -1) => void;
  readonly reveal: (by: 1 | -1) => void;
  readonly leave: () => void;
}

/**
 * Space reveals, Backspace takes a name back, the arrows go from segment to segment, Esc leaves. Space reveals wherever
 * the focus is, so that a button pressed a moment ago never gets it; buttons are pressed with Enter here.
 */
export function useAnnouncerKeys(actions: AnnouncerActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useKeyFirst((event) => {
    if (event.key !== " " || hasModifier(event) || isAsked()) return false;
    if (!event.repeat) current.current.reveal(event.shiftKey ? -1 : 1);
    return true;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (hasModifier(event) || isAsked()) return;
      const { go, reveal, leave } = current.current;
      switch (event.key) {
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

const hasModifier = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey;

/** A question is open over the names: its keys are its own. */
const isAsked = (): boolean => document.querySelector("[role=dialog]") !== null;
