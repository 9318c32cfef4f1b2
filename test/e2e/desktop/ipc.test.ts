import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

test("the page has two functions of the desktop and nothing else of it", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const seen = await page.evaluate(() => {
    const own = window as unknown as Record<string, unknown>;
    const bridge = own["chute"] as Record<string, unknown>;
    return {
      names: Object.keys(bridge).toSorted(),
      isFrozen: Object.isFrozen(bridge),
      others: ["require", "process", "module", "ipcRenderer", "electron", "Buffer"].filter(
        (name) => name in own,
      ),
    };
  });
  expect(seen).toEqual({ names: ["call", "subscribe"], isFrozen: true, others: [] });
});

test("what cannot be cloned does not cross, and the page gets it as an error", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const said = await page.evaluate(async () => {
    const { chute } = window as unknown as {
      readonly chute: { call(name: string, input: unknown): Promise<unknown> };
    };
    const tries = [{ text: () => "x" }, { text: new Date(0) }, { text: undefined }];
    return Promise.all(
      tries.map((input) => chute.call("event.list", input).catch((error: Error) => error.message)),
    );
  });
  expect(said[0]).toContain("could not be cloned");
  expect(said[1]).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  expect(said[2]).toMatchObject({ ok: true });
});

test("an invalidation reaches every page that listens, and none after it stopped", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  await page.evaluate(() => {
    const own = window as unknown as {
      readonly chute: { subscribe(listener: (invalidation: unknown) => void): () => void };
      invalidations: unknown[];
      stop: () => void;
    };
    own.invalidations = [];
    own.stop = own.chute.subscribe((invalidation) => own.invalidations.push(invalidation));
  });
  const count = () =>
    page.evaluate(
      () => (window as unknown as { readonly invalidations: unknown[] }).invalidations.length,
    );
  await desktop.value("practice.start", { commandId: crypto.randomUUID() });
  await expect.poll(count).toBeGreaterThan(0);
  await page.evaluate(() => (window as unknown as { stop: () => void }).stop());
  const before = await count();
  await desktop.value("practice.leave", { commandId: crypto.randomUUID() });
  expect(await desktop.value("connection.get", {})).toMatchObject({ mode: "live" });
  expect(await count()).toBe(before);
});
