import { createEvent, createSource } from "./stand-in.ts";
import { flushed } from "./browser-side.ts";

/** The part of a window on which the end of the program depends. */
export interface LivingWindow {
  /** Closes the window as a person does; the page may prevent it. Resolves with true if the window is gone. */
  close(): Promise<boolean>;
  /** Closes the window without asking the page. */
  destroy(): void;
}

export const appSource = createSource("app", [
  "ready",
  "before-quit",
  "will-quit",
  "quit",
  "window-all-closed",
  "second-instance",
  "activate",
  "web-contents-created",
  "browser-window-created",
]);

const windows = new Set<LivingWindow>();
const farewells: Promise<unknown>[] = [];
let isQuitting = false;

/** The program ends only after this work. */
export const waitBeforeEnd = (work: Promise<unknown>): void => void farewells.push(work);

export const addWindow = (window: LivingWindow): void => void windows.add(window);

/** Removes a closed window. After the last one the program ends, unless it listens to that event. */
export function removeWindow(window: LivingWindow): void {
  windows.delete(window);
  if (windows.size > 0 || isQuitting) return;
  if (appSource.isHeard("window-all-closed")) appSource.emit("window-all-closed");
  else quit();
}

/** Electron's `app.quit`: each window may prevent it, and then the program itself. */
export function quit(): void {
  if (isQuitting) return;
  isQuitting = true;
  setImmediate(() => void leave());
}

async function leave(): Promise<void> {
  const before = createEvent({});
  appSource.emit("before-quit", before);
  const stays = before.defaultPrevented || !(await closeWindows());
  const last = createEvent({});
  if (!stays) appSource.emit("will-quit", last);
  if (stays || last.defaultPrevented) {
    isQuitting = false;
    return;
  }
  end(0);
}

async function closeWindows(): Promise<boolean> {
  for (const window of windows) {
    if (!(await window.close())) return false;
  }
  return true;
}

/** Electron's `app.exit`: nothing can prevent it. */
export function exit(code: number): void {
  isQuitting = true;
  for (const window of windows) window.destroy();
  end(code);
}

function end(code: number): void {
  appSource.emit("quit", createEvent({}), code);
  void Promise.allSettled([...farewells, flushed()]).then(() => process.exit(code));
}
