import type { Browser, Page, Request, Route } from "playwright";
import { err } from "#shared/result.ts";
import { createCodec } from "../codec.ts";
import type { CallOnItsWay, CallPattern } from "../../hosts/call-on-its-way.ts";
import { matches } from "../../hosts/call-on-its-way.ts";
import type { BrowserAsks, DialogAsk, MainAsks } from "../asks.ts";
import type { Answers, Link } from "../link.ts";
import { quietIfGone } from "../link.ts";
import { toBrowser, toMain } from "./addresses.ts";
import type { DesktopPage, PageNeeds } from "./desktop-page.ts";
import { preparePage, restoreSession } from "./desktop-page.ts";
import { knowsOfOpen } from "./page-scripts.ts";

/** The windows of one desktop, as pages of a browser. */
export interface DesktopBrowser {
  readonly answers: Answers<BrowserAsks>;
  /** The open pages, in the order of their windows. */
  pages(): readonly DesktopPage[];
  /** Calls the listener when something about the pages changed. */
  onChange(listener: () => void): void;
  /** Intercepts calls between the pages and main. The returned function ends the interception. */
  interceptCalls(pattern: CallPattern, intercept: Intercept): () => Promise<void>;
  close(): Promise<void>;
}

type Intercept = (call: CallOnItsWay) => Promise<void>;

export interface DesktopBrowserNeeds {
  readonly browser: Browser;
  /** Called only after main can send a request. */
  main(): Link<MainAsks>;
  onDialog(ask: DialogAsk): void;
  /** Called when main or the preload used a member that the double does not have. */
  onMissing(name: string): void;
}

const codec = createCodec();

/** A window that a page opens, with main's decision about it. */
interface Opening {
  readonly url: string;
  readonly decided: Promise<{ readonly pageId: number; readonly preload: string | null } | null>;
}

const noHash = (address: string): string => address.replace(/#.*$/, "");

export async function createDesktopBrowser(needs: DesktopBrowserNeeds): Promise<DesktopBrowser> {
  const { browser } = needs;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(20_000);
  const pages = new Map<number, Promise<DesktopPage>>();
  const settled = new Map<number, DesktopPage>();
  /** The page that opened this page. */
  const openers = new Map<number, Page>();
  const openings: Opening[] = [];
  const listeners = new Set<() => void>();
  let change = Promise.withResolvers<void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
    change.resolve();
    change = Promise.withResolvers<void>();
  };

  const interceptors: { readonly pattern: CallPattern; readonly intercept: Intercept }[] = [];

  const pageNeeds: PageNeeds = {
    async invokes(given) {
      const [name, input] = codec.decode(given.payload) as [unknown, unknown];
      const found = interceptors.find(({ pattern }) => matches(pattern, String(name)));
      const perform = () => needs.main().ask("page.invoke", given);
      if (found === undefined) return perform();
      const inputJson = JSON.stringify(input);
      return performIntercepted(String(name), inputJson, perform, found.intercept);
    },
    get main() {
      return needs.main();
    },
    opens(pageId, ask) {
      const decided = needs.main().ask("page.window-open", { pageId, ...ask });
      openings.push({ url: noHash(ask.url), decided });
    },
    misses: needs.onMissing,
    touches: (name) => needs.main().tell("control.note", { name }),
  };

  async function prepare(
    pageId: number,
    preload: string | null,
    find: () => Promise<Page>,
  ): Promise<DesktopPage> {
    const page = await find();
    const made = await preparePage({ pageId, preload }, context, page, pageNeeds);
    const opener = await page.opener();
    if (opener !== null) openers.set(pageId, opener);
    settled.set(pageId, made);
    page.on("close", () => void end().catch(quietIfGone));
    async function end(): Promise<void> {
      if (made.isGone && settled.get(pageId) !== made) return;
      pages.delete(pageId);
      settled.delete(pageId);
      changed();
      openers.delete(pageId);
      const others = [...openers.values()].filter((each) => each === opener).length;
      // Until its opener knows that the window ended, the next window with that name would open in it.
      await opener?.waitForFunction(knowsOfOpen, others, { polling: 10 });
      needs.main().tell("page.event", { pageId, event: "closed", url: "" });
    }
    page.on("load", changed);
    changed();
    return made;
  }

  function open(pageId: number, preload: string | null, find: () => Promise<Page>): void {
    pages.set(pageId, prepare(pageId, preload, find));
  }

  async function need(pageId: number): Promise<DesktopPage> {
    const found = await pages.get(pageId);
    if (found === undefined) throw new Error(`Window ${pageId} is closed.`);
    return found;
  }

  const findPage = (page: Page): DesktopPage | null =>
    [...settled.values()].find((each) => each.page === page) ?? null;

  // A page that another page opened already has its first document; its scripts wait for the preload.
  context.on("page", (page) => {
    page.on("close", changed);
    void adopt(page).catch(quietIfGone);
  });
  async function adopt(page: Page): Promise<void> {
    const at = openings.findIndex(({ url }) => url === noHash(toMain(page.url())));
    const [opening] = at === -1 ? [] : openings.splice(at, 1);
    if (opening === undefined) return;
    const allowed = await opening.decided;
    if (allowed === null) await page.close();
    else open(allowed.pageId, allowed.preload, async () => page);
  }

  /** The first requests of a page wait until its preload is installed; null if there will be none. */
  async function readyPageOf(request: Request): Promise<DesktopPage | null> {
    const page = pageOf(request);
    if (page === null) return null;
    while (findPage(page) === null && !page.isClosed()) await change.promise;
    return findPage(page);
  }

  await context.route(/.*/, (route, request) => answer(route, request).catch(quietIfGone));

  async function answer(route: Route, request: Request): Promise<void> {
    const url = toMain(request.url());
    const page = request.isNavigationRequest() ? pageOf(request) : null;
    if (request.isNavigationRequest() && page === null) {
      const opening = openings.find((each) => each.url === noHash(url));
      // An empty document creates the page, so that it can be closed.
      if ((await opening?.decided) === null) return route.fulfill({ contentType: "text/html" });
    }
    const known = page === null ? await readyPageOf(request) : findPage(page);
    if (known !== null && request.isNavigationRequest() && !known.isSent) {
      const kind = request.frame() === known.page.mainFrame() ? "navigate" : "frame";
      const question = { pageId: known.pageId, url, kind } as const;
      const { isPrevented } = await needs.main().ask("page.will-navigate", question);
      if (isPrevented) return route.abort("aborted");
    }
    const reply = await needs.main().ask("page.request", {
      pageId: known?.pageId ?? null,
      url,
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postDataBuffer(),
      resourceType: request.resourceType(),
    });
    if (reply.kind === "cancelled") return route.abort("blockedbyclient");
    if (reply.kind === "elsewhere") return route.continue();
    const { status, headers, body } = reply;
    const location = headers["location"];
    if (known !== null && request.isNavigationRequest() && status >= 300 && location) {
      const target = new URL(location, url).href;
      const question = { pageId: known.pageId, url: target, kind: "redirect" } as const;
      const { isPrevented } = await needs.main().ask("page.will-navigate", question);
      if (isPrevented) return route.abort("aborted");
    }
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  }

  const answers: Answers<BrowserAsks> = {
    async "page.open"({ pageId, preload }) {
      open(pageId, preload, () => context.newPage());
      await need(pageId);
      return undefined;
    },
    async "page.load"({ pageId, url }) {
      const it = await need(pageId);
      it.isSent = true;
      try {
        await it.page.goto(toBrowser(url));
        return { error: null };
      } catch (error) {
        const [, code = "ERR_FAILED"] = /net::(ERR_\w+)/.exec(String(error)) ?? [];
        return { error: code };
      } finally {
        it.isSent = false;
      }
    },
    async "page.reload"({ pageId }) {
      const former = await need(pageId);
      const { isGone, preload, page, kept } = former;
      const url = page.url();
      if (isGone) {
        settled.delete(pageId);
        await page.close();
        open(pageId, preload, () => context.newPage());
      }
      const it = await need(pageId);
      const forget = isGone ? await restoreSession(it, kept) : null;
      it.isSent = true;
      await (isGone ? it.page.goto(url) : it.page.reload());
      it.isSent = false;
      await forget?.();
      return undefined;
    },
    async "page.crash"({ pageId }) {
      const { cdp } = await need(pageId);
      // The command never answers; the page's end is the answer.
      cdp.send("Page.crash").catch(() => undefined);
      return undefined;
    },
    async "page.evaluate"({ pageId, world, code, userGesture }) {
      const { cdp } = await need(pageId);
      const { frameTree } = await cdp.send("Page.getFrameTree");
      const { executionContextId } = await cdp.send("Page.createIsolatedWorld", {
        frameId: frameTree.frame.id,
        worldName: `chute-world-${world}`,
      });
      const { result } = await cdp.send("Runtime.evaluate", {
        expression: code,
        contextId: executionContextId,
        userGesture,
        returnByValue: true,
        awaitPromise: true,
      });
      return result.value as unknown;
    },
    async "page.focus"({ pageId }) {
      await (await need(pageId)).page.bringToFront();
      return undefined;
    },
    async "page.close"({ pageId, asks }) {
      const { page, isGone } = await need(pageId);
      // A page that crashed cannot prevent its close.
      await page.close({ runBeforeUnload: asks && !isGone });
      return undefined;
    },
    async "page.send"({ pageId, channel, payload }) {
      (await need(pageId)).send({ kind: "message", channel, payload });
      return undefined;
    },
    async "page.pdf"({ pageId, options }) {
      return printPdf(await need(pageId), options);
    },
    "dialog.ask"(ask) {
      needs.onDialog(ask);
      return undefined;
    },
  };

  return {
    answers,
    pages: () => [...settled.values()].toSorted((a, b) => a.pageId - b.pageId),
    interceptCalls(pattern, intercept) {
      const one = { pattern, intercept };
      interceptors.push(one);
      return async () => void interceptors.splice(interceptors.indexOf(one), 1);
    },
    onChange: (listener) => void listeners.add(listener),
    close: () => context.close(),
  };
}

type Reply = { readonly ok: boolean; readonly payload: string };

/** Performs a call whose reply the test controls. */
async function performIntercepted(
  name: string,
  inputJson: string,
  ask: () => Promise<Reply>,
  intercept: Intercept,
): Promise<Reply> {
  const arrival = Promise.withResolvers<Reply>();
  let performed: Promise<Reply> | null = null;
  const perform = (): Promise<Reply> => (performed ??= ask());
  await intercept({
    name,
    inputJson,
    perform: async () => void (await perform()),
    reply: async () => arrival.resolve(await perform()),
    lose: async () => arrival.resolve({ ok: false, payload: "The reply was lost." }),
    refuse: async (code) => arrival.resolve({ ok: true, payload: codec.encode(err(code, "")) }),
  });
  return arrival.promise;
}

/** Null for the first document of a page that is still being created. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

async function printPdf(
  { cdp }: DesktopPage,
  options: {
    readonly landscape?: boolean;
    readonly printBackground?: boolean;
    readonly preferCSSPageSize?: boolean;
    readonly pageSize?: unknown;
  },
): Promise<Uint8Array> {
  // In inches, as in Electron. Chute uses only these two paper sizes.
  const paper = options.pageSize === "A4" ? [8.27, 11.7] : [8.5, 11];
  const [paperWidth = 0, paperHeight = 0] = paper;
  const { landscape = false, printBackground = false, preferCSSPageSize = false } = options;
  const { data } = await cdp.send("Page.printToPDF", {
    landscape,
    printBackground,
    preferCSSPageSize,
    paperWidth,
    paperHeight,
  });
  return Buffer.from(data, "base64");
}
