import type { Page } from "playwright";
import { expect } from "vitest";
import { err } from "#shared/result.ts";
import type { CallOnItsWay, CallPattern } from "./call-on-its-way.ts";
import type { AnyHost } from "./start-host.ts";

/**
 * Puts a test between a page and the core, on whichever wire. The returned function ends it.
 *
 * @throws On the real runtime, whose wire nobody can stand on.
 */
export async function interceptCalls(
  host: AnyHost,
  page: Page,
  pattern: CallPattern,
  intercept: (call: CallOnItsWay) => Promise<void>,
): Promise<() => Promise<void>> {
  if (host.kind === "electron") throw new Error("Nobody stands between a window and its runtime.");
  if (host.kind === "double") return host.interceptCalls(pattern, intercept);
  const address = `**/rpc/${pattern}`;
  await page.route(address, async (route) => {
    let response: Awaited<ReturnType<typeof route.fetch>> | null = null;
    const perform = async (): Promise<void> => {
      response ??= await route.fetch();
    };
    await intercept({
      name: new URL(route.request().url()).pathname.slice("/rpc/".length),
      inputJson: route.request().postData() ?? "",
      perform,
      async reply() {
        if (response === null) return route.continue();
        return route.fulfill({ response });
      },
      lose: () => route.abort(),
      refuse: (code) => route.fulfill({ json: err(code, "") }),
    });
  });
  await untilHeard(page);
  return () => page.unroute(address);
}

/**
 * A page that is open goes on with the way to its host that it has for a moment after Chromium said that there is
 * another: a call that is made at once would pass by. Asks until a question is heard here.
 */
async function untilHeard(page: Page): Promise<void> {
  const address = "**/rpc/test.is-heard";
  let isHeard = false;
  await page.route(address, (route) => {
    isHeard = true;
    return route.fulfill({ json: err("not-found", "") });
  });
  await expect
    .poll(async () => {
      await page.evaluate(() => fetch("/rpc/test.is-heard", { method: "POST" }));
      return isHeard;
    })
    .toBe(true);
  await page.unroute(address);
}
