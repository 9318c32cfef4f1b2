import { expect, test } from "vitest";
import type { AskedPage } from "#main/security/camera.ts";
import { createCameraPermission } from "#main/security/camera.ts";

/** A page on which a person just clicked, or not. `load` emits Electron's event for another document. */
function pageOf(touched: () => unknown) {
  const loads: (() => void)[] = [];
  const page = {
    executeJavaScriptInIsolatedWorld: async () => touched(),
    once(event: string, listener: () => void) {
      if (event === "did-navigate") loads.push(listener);
      return page;
    },
  };
  return {
    page: page as unknown as AskedPage,
    load: () => loads.splice(0).forEach((listener) => listener()),
  };
}

test("B4 S2 a page gets the camera after a click, and never by itself", async () => {
  const mayOpen = createCameraPermission();
  expect(await mayOpen(pageOf(() => true).page)).toBe(true);
  for (const answer of [false, undefined, "true", 1, {}]) {
    expect(await mayOpen(pageOf(() => answer).page)).toBe(false);
  }
});

test("B4 what was opened by a click may be opened again without one, until the page is loaded anew", async () => {
  const mayOpen = createCameraPermission();
  let touched = true;
  const { page, load } = pageOf(() => touched);
  expect(await mayOpen(page)).toBe(true);
  touched = false;
  expect(await mayOpen(page)).toBe(true);
  load();
  expect(await mayOpen(page)).toBe(false);
  // A click on another page does not count.
  expect(await mayOpen(pageOf(() => touched).page)).toBe(false);
});

test("S2 a page that is gone gets nothing", async () => {
  const gone = pageOf(() => {
    throw new Error("Render frame was disposed");
  });
  expect(await createCameraPermission()(gone.page)).toBe(false);
});
