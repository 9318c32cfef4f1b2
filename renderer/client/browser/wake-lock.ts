/** The parts of a browser that keep its screen awake. */
export interface WakeLockPlace {
  /** Undefined in an older browser, and on a page over plain http from another computer. */
  readonly wakeLock: Pick<WakeLock, "request"> | undefined;
  readonly document: {
    readonly visibilityState: DocumentVisibilityState;
    addEventListener(name: "visibilitychange", listener: () => void): void;
    removeEventListener(name: "visibilitychange", listener: () => void): void;
  };
}

/**
 * Keeps the screen of a phone or tablet awake while the page is visible. The browser ends the lock when the page is hidden;
 * it is requested again when the page is back. Best effort: a browser that refuses, such as one that saves battery, changes
 * nothing. The returned function ends it.
 */
export function keepScreenAwake({ wakeLock, document }: WakeLockPlace): () => void {
  if (wakeLock === undefined) return () => undefined;
  let isOver = false;
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;

  const release = (): void => {
    const held = lock;
    lock = null;
    held?.release().catch(() => undefined);
  };
  const request = async (): Promise<void> => {
    if (isAsking || (lock !== null && !lock.released)) return;
    isAsking = true;
    lock = await wakeLock.request("screen").catch(() => null);
    isAsking = false;
    if (isOver || document.visibilityState !== "visible") release();
  };
  const look = (): void => {
    if (document.visibilityState === "visible") void request();
    else release();
  };

  document.addEventListener("visibilitychange", look);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", look);
    release();
  };
}

/** The browser's own; its types say that `wakeLock` is always there. */
export const wakeLockPlace = (): WakeLockPlace => ({
  wakeLock: "wakeLock" in navigator ? navigator.wakeLock : undefined,
  document,
});
