/**
 * Runs in the page: when the input happened by the browser's own clock, and when the frame that shows its outcome was
 * handed over. A frame is painted once a task that was posted from its animation callback runs.
 */
interface PaintClock {
  /** @param where What must have changed for it: the list or the green card, or anything. */
  arm(kind: "keydown" | "click", isOutcome: () => boolean, where?: "anywhere"): void;
  lastPaintMs(): number | null;
  firstPaint(): Promise<number>;
}

type ClockedWindow = typeof globalThis & { paintClock: PaintClock };

export function installPaintClock(): void {
  let startedAt: number | null = null;
  let paintedAt: number | null = null;
  let isOutcome: () => boolean = () => false;
  let isAnywhere = false;
  let settle: (ms: number) => void = () => undefined;

  const onInput = (event: Event): void => {
    startedAt ??= event.timeStamp;
  };
  const onPainted = (): void => {
    if (startedAt === null) return;
    paintedAt = performance.now();
    settle(paintedAt - startedAt);
  };
  const afterPaint = (): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", onPainted);
      port1.start();
      port2.postMessage(null);
    });
  };
  new MutationObserver((changes) => {
    if (startedAt === null || !isOutcome()) return;
    if (isAnywhere) {
      isOutcome = () => false;
      afterPaint();
      return;
    }
    const list = document.querySelector("[role=listbox]");
    const isList = changes.some(
      ({ target }) => list !== null && (list.contains(target) || target.contains(list)),
    );
    const isDone = document.querySelector("[role=status] h2") !== null;
    if (isList || isDone) afterPaint();
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });

  (globalThis as ClockedWindow).paintClock = {
    arm(kind, holds, where) {
      isAnywhere = where === "anywhere";
      startedAt = null;
      paintedAt = null;
      isOutcome = holds;
      settle = () => undefined;
      addEventListener(kind, onInput, { capture: true, once: true });
    },
    lastPaintMs: () => (startedAt === null || paintedAt === null ? null : paintedAt - startedAt),
    firstPaint: () =>
      new Promise((resolve) => {
        if (startedAt !== null && paintedAt !== null) resolve(paintedAt - startedAt);
        else settle = resolve;
      }),
  };
}

/** What a benchmark asks of the page, in the page. */
export const paintClock = {
  armKey: (): void => {
    (globalThis as ClockedWindow).paintClock.arm("keydown", () => true);
  },
  /** The last change of the list before the next key counts: the strictest reading. */
  readKey: (): number | null => (globalThis as ClockedWindow).paintClock.lastPaintMs(),
  armClick: (): void => {
    (globalThis as ClockedWindow).paintClock.arm(
      "click",
      () => document.querySelector("[role=status] h2") !== null,
    );
  },
  /** The podium's next slot is open, and nothing is on its way to the disk. */
  armEntry: (): void => {
    const slot = document.activeElement?.getAttribute("aria-label") ?? "";
    (globalThis as ClockedWindow).paintClock.arm(
      "keydown",
      () =>
        document.activeElement?.getAttribute("aria-label") !== slot &&
        document.querySelector("[data-slot-input]") === document.activeElement &&
        document.querySelector("section[aria-busy=true]") === null,
      "anywhere",
    );
  },
  readClick: (): Promise<number> => (globalThis as ClockedWindow).paintClock.firstPaint(),
};
