import { readFileSync } from "node:fs";
import type { BrowserContext, CDPSession, Dialog, Download, Page } from "playwright";
import type { MainAsks } from "../asks.ts";
import type { Link } from "../link.ts";
import { quietIfGone } from "../link.ts";
import { toMain } from "./addresses.ts";
import type { FromPage, ToPage } from "./page-scripts.ts";
import {
  bindingName,
  pageScript,
  preloadScript,
  preloadWorld,
  receiverName,
} from "./page-scripts.ts";

/** A window's page, with the preload in an isolated world. */
export interface DesktopPage {
  readonly pageId: number;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Main started the next navigation itself, so no handler is asked whether it is allowed. */
  isSent: boolean;
  /** The page's process ended and does not come back, so another page replaces this one. */
  isGone: boolean;
  readonly preload: string | null;
  /** The page's session storage, which is kept when its process ends. */
  readonly kept: ReadonlyMap<string, string>;
  send(message: ToPage): void;
}

export interface OpeningAsk {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
}

/** The events of a page that concern all pages. */
export interface PageNeeds {
  readonly main: Link<MainAsks>;
  /** The page calls main. */
  invokes(
    call: MainAsks["page.invoke"][0],
  ): Promise<{ readonly ok: boolean; readonly payload: string }>;
  /** The page opens a window. */
  opens(pageId: number, ask: OpeningAsk): void;
  /** The preload uses a member that the double does not have. */
  misses(name: string): void;
  touches(name: string): void;
}

/** Prepares a page before its first document. A page that is already open gets the preload at once. */
export async function preparePage(
  { pageId, preload }: { readonly pageId: number; readonly preload: string | null },
  context: BrowserContext,
  page: Page,
  needs: PageNeeds,
): Promise<DesktopPage> {
  const { main } = needs;
  const cdp = await context.newCDPSession(page);
  let world: string | null = null;

  const it: DesktopPage = {
    pageId,
    page,
    cdp,
    isSent: false,
    isGone: false,
    preload,
    kept: await keepSession(cdp),
    send(message) {
      if (world === null) return;
      const expression = `${receiverName}(${JSON.stringify(message)})`;
      cdp.send("Runtime.evaluate", { expression, uniqueContextId: world }).catch(() => undefined);
    },
  };

  cdp.on("Runtime.executionContextCreated", ({ context: made }) => {
    if (made.name === preloadWorld) world = made.uniqueId;
  });
  cdp.on("Runtime.executionContextsCleared", () => {
    world = null;
  });
  cdp.on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name !== bindingName) return;
    handle(it, needs, JSON.parse(payload) as FromPage | UseOfPreload).catch(quietIfGone);
  });
  cdp.on("Page.windowOpen", ({ url, windowName, windowFeatures }) => {
    const features = windowFeatures.join(",");
    needs.opens(pageId, { url: toMain(url), frameName: windowName, features });
  });
  const tell = (event: "navigated" | "loaded" | "gone" | "closed" | "stays"): void =>
    main.tell("page.event", { pageId, event, url: toMain(page.url()) });
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && page.url() !== "about:blank") tell("navigated");
  });
  page.on("load", () => tell("loaded"));
  page.on("crash", () => {
    it.isGone = true;
    tell("gone");
  });
  page.on("download", (download) => void decideDownload(download).catch(quietIfGone));
  page.on("dialog", (dialog) => void answerDialog(dialog).catch(quietIfGone));

  await Promise.all([
    cdp.send("Page.enable"),
    cdp.send("Runtime.enable"),
    cdp.send("Runtime.addBinding", { name: bindingName, executionContextName: preloadWorld }),
    addScript(pageScript),
    preload === null
      ? undefined
      : addScript(preloadScript(readFileSync(preload, "utf8")), preloadWorld),
  ]);
  if (page.url() !== "about:blank") tell("navigated");
  return it;

  async function decideDownload(download: Download): Promise<void> {
    const question = { pageId, url: toMain(download.url()) };
    const { isPrevented } = await main.ask("page.will-download", question);
    if (isPrevented) await download.cancel();
  }

  async function answerDialog(dialog: Dialog): Promise<void> {
    if (dialog.type() !== "beforeunload") return dialog.dismiss();
    const { leaves } = await main.ask("page.will-prevent-unload", { pageId });
    if (leaves) return dialog.accept();
    await dialog.dismiss();
    return tell("stays");
  }

  function addScript(source: string, worldName?: string): Promise<unknown> {
    return cdp.send("Page.addScriptToEvaluateOnNewDocument", {
      source,
      runImmediately: page.url() !== "about:blank",
      ...(worldName === undefined ? {} : { worldName }),
    });
  }
}

/** Follows the page's session storage from the start. */
async function keepSession(cdp: CDPSession): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  type Change = { storageId: { isLocalStorage: boolean }; key: string; newValue: string };
  const set = ({ storageId, key, newValue }: Change): void => {
    if (!storageId.isLocalStorage) kept.set(key, newValue);
  };
  cdp.on("DOMStorage.domStorageItemAdded", set);
  cdp.on("DOMStorage.domStorageItemUpdated", set);
  cdp.on("DOMStorage.domStorageItemRemoved", ({ storageId, key }) => {
    if (!storageId.isLocalStorage) kept.delete(key);
  });
  cdp.on("DOMStorage.domStorageItemsCleared", ({ storageId }) => {
    if (!storageId.isLocalStorage) kept.clear();
  });
  await cdp.send("DOMStorage.enable");
  return kept;
}

/** Gives the next document the session storage of the former page. */
export async function restoreSession(
  { cdp }: DesktopPage,
  kept: ReadonlyMap<string, string>,
): Promise<() => Promise<unknown>> {
  const entries = JSON.stringify([...kept]);
  const source = `if (window === window.top) for (const [key, value] of ${entries}) sessionStorage.setItem(key, value);`;
  const { identifier } = await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source });
  return () => cdp.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

type UseOfPreload =
  | { readonly kind: "missing"; readonly name: string }
  | { readonly kind: "touched"; readonly name: string };

async function handle(
  it: DesktopPage,
  { main, misses, touches, invokes }: PageNeeds,
  message: FromPage | UseOfPreload,
): Promise<void> {
  const { pageId } = it;
  if (message.kind === "missing") return misses(message.name);
  if (message.kind === "touched") return touches(message.name);
  const { id } = message;
  if (message.kind === "permission") {
    const isGranted = await askForMedia(it, main, message.media);
    return it.send({ kind: "reply", id, ok: true, payload: String(isGranted) });
  }
  const { channel, payload, url } = message;
  const frame = { url: toMain(url), isMainFrame: true };
  const reply = await invokes({ pageId, frame, channel, payload });
  return it.send({ kind: "reply", id, ...reply });
}

/** Sets Chromium's own permission to the answer of main's handlers. */
async function askForMedia(
  { pageId, page, cdp }: DesktopPage,
  main: Link<MainAsks>,
  mediaTypes: readonly ("audio" | "video")[],
): Promise<boolean> {
  const requestingUrl = toMain(page.url());
  const ask = { pageId, permission: "media", requestingUrl, mediaTypes };
  const { isGranted } = await main.ask("page.permission", ask);
  const { origin } = new URL(page.url());
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  const { browserContextId } = targetInfo;
  for (const type of mediaTypes) {
    await cdp.send("Browser.setPermission", {
      permission: { name: type === "video" ? "camera" : "microphone" },
      setting: isGranted ? "granted" : "denied",
      origin,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  }
  return isGranted;
}
