import type { Page } from "playwright";

/** Goes to a screen by its address, as a link does, and waits until it has replaced the former screen. */
export const goToScreen = (page: Page, address: `/${string}`): Promise<void> =>
  page.evaluate(async (hash) => {
    if (location.hash === hash) return;
    const isThere = new Promise((resolve) => {
      addEventListener("hashchange", () => setTimeout(resolve), { once: true });
    });
    location.hash = hash;
    await isThere;
  }, `#${address}`);
