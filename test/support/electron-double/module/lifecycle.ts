import { createEvent, createSource } from "./stand-in.ts";
import { flushed } from "./browser-side.ts";

/** Of a window, what the program's own life depends on. */
export interface LivingWindow {
  /** As a person does; the window may say no. Resolves with whether it is gone. */
  close(): Promise<boolean>;
  /** Without a question. */
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

/** The program ends only after this. */
export const waitBeforeEnd = (work: Promise<unknown>): void => void farewells.push(work);

export const addWindow = (window: LivingWindow): void => void windows.add(window);

/** A window is gone; with the last one the program ends, unless it listens and stays. */
export function removeWindow(window: LivingWindow): void {
  windows.delete(window);
  if (windows.size > 0 || isQuitting) return;
  if (appSource.isHeard("window-all-closed")) appSource.emit("window-all-closed");
  else quit();
}

/** Electron's `app.quit`: every window may object, then the program itself. */
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

/** Electron's `app.exit`: nobody is asked. */
export function exit(code: number): void {
  isQuitting = true;
  for (const window of windows) window.destroy();
  end(code);
}

function end(code: number): void {
  appSource.emit("quit", createEvent({}), code);
  void Promise.allSettled([...farewells, flushed()]).then(() => process.exit(code));
}
