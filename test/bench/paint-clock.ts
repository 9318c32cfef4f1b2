/**
 * Runs in the page. It notes the time of the input by the browser's clock, and the time at which the frame with the
 * outcome was handed over. A frame is painted once a task runs that its animation callback posted.
 */
interface PaintClock {
  /** @param where Which part must have changed: the list, the green card, or any part. */
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

/** The functions that a benchmark runs in the page. */
export const paintClock = {
  armKey: (): void => {
    (globalThis as ClockedWindow).paintClock.arm("keydown", () => true);
  },
  /** The last change of the list before the next key counts, which is the strictest reading. */
  readKey: (): number | null => (globalThis as ClockedWindow).paintClock.lastPaintMs(),
  armClick: (): void => {
    (globalThis as ClockedWindow).paintClock.arm(
      "click",
      () => document.querySelector("[role=status] h2") !== null,
    );
  },
  /** Waits for the state in which the podium's next slot is open and nothing is being saved. */
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
