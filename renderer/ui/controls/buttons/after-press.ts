let isPressing = false;
let waiting: (() => void)[] = [];

/**
 * Does it at once; while a finger or a mouse button is down, right after it is let go. Leaving a field may draw an error,
 * which moves what stands below it: a press on that would miss its button.
 */
export function afterPress(act: () => void): void {
  if (isPressing) waiting.push(act);
  else act();
}

function onPress(): void {
  isPressing = true;
}

/** The press is heard by its button first: a click follows in the same turn. */
function onLetGo(): void {
  isPressing = false;
  setTimeout(() => {
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

// Unit tests load the parts without a page.
if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", onPress, { capture: true });
  document.addEventListener("pointerup", onLetGo, { capture: true });
  document.addEventListener("pointercancel", onLetGo, { capture: true });
}
