import { hasModifier, isDialogOpen } from "#renderer/client/input/keyboard.ts";
import { useKeyDown } from "#renderer/client/input/use-key.ts";
import { useKeyFirst } from "#renderer/client/input/use-scan.ts";

interface AnnouncerActions {
  readonly go: (by: 1 | -1) => void;
  readonly reveal: (by: 1 | -1) => void;
  readonly leave: () => void;
}

/**
 * Space reveals the next name, Backspace hides the last one, the arrows change the segment, Esc leaves. Space works
 * wherever the focus is, so that it never presses a button that still has the focus; Enter presses buttons.
 */
export function useAnnouncerKeys({ go, reveal, leave }: AnnouncerActions): void {
  useKeyFirst((event) => {
    if (event.key !== " " || hasModifier(event) || isDialogOpen()) return false;
    if (!event.repeat) reveal(event.shiftKey ? -1 : 1);
    return true;
  });
  useKeyDown((event) => {
    if (hasModifier(event) || isDialogOpen()) return;
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
  });
}
