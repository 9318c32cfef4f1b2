import type { Page } from "playwright";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { openAnnouncer } from "#test/support/electron-double/practice.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

/** Clicks a link, as a person does. */
const followLink = (page: Page, href: string, target = ""): Promise<void> =>
  page.evaluate(
    ([address, where]) => {
      const link = document.createElement("a");
      Object.assign(link, { href: address, target: where, textContent: "link" });
      document.body.append(link);
      link.click();
      link.remove();
    },
    [href, target] as const,
  );

test("S2 a page stays where it is, wherever it wants to go", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const title = page.getByRole("heading", { name: "Connect to your organization" });
  await title.waitFor();
  for (const address of [
    "https://evil.example/",
    "http://127.0.0.1:1/",
    "file:///etc/passwd",
    "data:text/html,<p>evil",
    "javascript:document.body.replaceChildren()",
    "mailto:somebody@evil.example",
    "/mark.svg",
    "/no-such-page",
  ]) {
    await followLink(page, address);
    await page.evaluate((to) => {
      location.href = to;
    }, address);
    // When the next call works, every navigation that was started has ended.
    expect(await desktop.value("connection.get", {}), address).toMatchObject({ state: "none" });
    expect(await title.isVisible(), address).toBe(true);
    const windows = await desktop.control("control.windows", undefined);
    expect(windows.map(({ url }) => url)).toEqual(["app://chute/"]);
  }
});

test("S2 no window is opened but the announcer's", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  for (const address of [
    "https://evil.example/",
    "about:blank",
    "data:text/html,<p>evil",
    "/",
    "/#/settings",
    "/mark.svg#/announcer",
    "https://evil.example/#/announcer",
  ]) {
    await page.evaluate((to) => void window.open(to), address);
    await followLink(page, address, "_blank");
    expect(await desktop.value("connection.get", {}), address).toMatchObject({ state: "none" });
    expect(await desktop.control("control.windows", undefined), address).toHaveLength(1);
  }
});

test("the announcer's window opens, is under the same rules, and goes with the program", async () => {
  const desktop = await startDesktop(browser());
  await openAnnouncer(await desktop.page());
  const announcer = await desktop.page(1);
  await followLink(announcer, "https://evil.example/");
  await announcer.evaluate(() => void window.open("https://evil.example/"));
  const asked = await announcer.evaluate(() =>
    (
      window as unknown as { readonly chute: { call(name: string, input: object): unknown } }
    ).chute.call("podium.get", {}),
  );
  expect(asked).toMatchObject({ ok: false });
  expect(await desktop.control("control.windows", undefined)).toMatchObject([
    { url: "app://chute/" },
    { url: expect.stringContaining("#/announcer") },
  ]);
});

test("S2 nothing is fetched from elsewhere, whatever a page tries", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const fetched = await page.evaluate(async () => {
    const addresses = ["https://evil.example/", "http://127.0.0.1:1/", "file:///etc/passwd"];
    const tries = addresses.map((address) =>
      fetch(address, { mode: "no-cors" }).then(
        () => address,
        () => null,
      ),
    );
    return Promise.all(tries);
  });
  expect(fetched).toEqual([null, null, null]);
  // The request is also refused if the page's own policy would allow it.
  const ask = { pageId: 1, method: "GET", headers: {}, body: null, resourceType: "image" };
  for (const url of ["https://evil.example/", "http://127.0.0.1:1/", "file:///etc/passwd"]) {
    expect(await desktop.control("page.request", { ...ask, url })).toEqual({ kind: "cancelled" });
  }
});
