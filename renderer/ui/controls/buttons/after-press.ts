let isPressing = false;
let waiting: (() => void)[] = [];

/**
 * Runs the action at once, or while a finger or a mouse button is down, right after the release. Leaving a field may draw
 * an error, which moves the button below it away from under the pointer.
 */
export function afterPress(act: () => void): void {
  if (isPressing) waiting.push(act);
  else act();
}

function onPress(): void {
  isPressing = true;
}

/** The actions run in a later task, because the click event follows the release in the same task. */
function onLetGo(): void {
  isPressing = false;
  setTimeout(() => {
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

// Unit tests load the controls without a page.
if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", onPress, { capture: true });
  document.addEventListener("pointerup", onLetGo, { capture: true });
  document.addEventListener("pointercancel", onLetGo, { capture: true });
}
