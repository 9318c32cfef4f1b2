import { expect, test } from "vitest";
import { keepScreenAwake } from "#renderer/client/browser/wake-lock.ts";

/** A page whose visibility the test sets, in a browser that counts its wake locks. */
function openPage({ refuses = false } = {}) {
  const listeners = new Set<() => void>();
  const locks: { released: boolean; release: () => Promise<undefined> }[] = [];
  const document = {
    visibilityState: "visible" as DocumentVisibilityState,
    addEventListener: (_name: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => void listeners.delete(listener),
  };
  const wakeLock = {
    request() {
      if (refuses) return Promise.reject(new DOMException("low battery", "NotAllowedError"));
      const lock = {
        released: false,
        release: () => {
          lock.released = true;
          return Promise.resolve(undefined);
        },
      };
      locks.push(lock);
      return Promise.resolve(lock as unknown as WakeLockSentinel);
    },
  };
  const show = async (state: DocumentVisibilityState): Promise<void> => {
    document.visibilityState = state;
    for (const listener of listeners) listener();
    await rest();
  };
  return { document, wakeLock, locks, listeners, show };
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("M14 the screen stays awake while the page is seen, and only then", async () => {
  const { document, wakeLock, locks, listeners, show } = openPage();
  const stop = keepScreenAwake({ document, wakeLock });
  await rest();
  expect(locks.map(({ released }) => released)).toEqual([false]);
  await show("visible");
  expect(locks).toHaveLength(1);
  await show("hidden");
  expect(locks.map(({ released }) => released)).toEqual([true]);
  await show("visible");
  expect(locks.map(({ released }) => released)).toEqual([true, false]);
  stop();
  expect(locks.map(({ released }) => released)).toEqual([true, true]);
  expect(listeners.size).toBe(0);
});

test("M14 a lock that comes after the end, or while the page is hidden, is given back", async () => {
  const over = openPage();
  keepScreenAwake(over)();
  await rest();
  expect(over.locks.map(({ released }) => released)).toEqual([true]);
  const hidden = openPage();
  keepScreenAwake(hidden);
  hidden.document.visibilityState = "hidden";
  await rest();
  expect(hidden.locks.map(({ released }) => released)).toEqual([true]);
});

test("M14 a browser that refuses, and one that knows no lock, raise no error", async () => {
  const { document, wakeLock, show } = openPage({ refuses: true });
  const stop = keepScreenAwake({ document, wakeLock });
  await show("visible");
  expect(stop).not.toThrow();
  expect(keepScreenAwake({ document, wakeLock: undefined })).not.toThrow();
});
