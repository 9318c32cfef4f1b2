import type { Page } from "playwright";
import { expect } from "vitest";
import { err } from "#shared/result.ts";
import type { CallOnItsWay, CallPattern } from "./call-on-its-way.ts";
import type { AnyHost } from "./start-host.ts";

/**
 * Intercepts the calls of a page, over any transport. The returned function ends the interception. Throws on the real
 * runtime, whose IPC cannot be intercepted.
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
 * After an interception begins, an open page still uses its former route to the host for a moment, and a call at once
 * would not be intercepted. So this sends a request until it is intercepted.
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
