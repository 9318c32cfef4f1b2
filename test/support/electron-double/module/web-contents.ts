import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from "electron";
import { createCodec } from "../codec.ts";
import { browserSide } from "./browser-side.ts";
import { appSource, waitBeforeEnd } from "./lifecycle.ts";
import { defaultSession } from "./session.ts";
import type { Source } from "./stand-in.ts";
import { asked, createEvent, createSource, standIn } from "./stand-in.ts";

/** A page: the object that main gets (`electron`) and the state of the double. */
export interface Contents {
  readonly pageId: number;
  readonly electron: WebContents;
  readonly source: Source;
  readonly options: BrowserWindowConstructorOptions;
  /** The page's current address. */
  url: string;
  isGone: boolean;
  /** Whether the page may open this window, and the options that main adds. */
  decideWindowOpen(details: HandlerDetails): WindowOpenHandlerResponse;
}

const contents = new Map<number, Contents>();
const codec = createCodec();
let made = 0;

export const findContents = (pageId: number): Contents | null => contents.get(pageId) ?? null;

export function needContents(pageId: number): Contents {
  const found = contents.get(pageId);
  if (found === undefined) throw new Error(`There is no page ${pageId}.`);
  return found;
}

/** The page of a window that is being created. Main gets it before any event occurs in it. */
export function createContents(options: BrowserWindowConstructorOptions): Contents {
  made += 1;
  const pageId = made;
  const source = createSource("WebContents", [
    "did-finish-load",
    "did-navigate",
    "did-navigate-in-page",
    "dom-ready",
    "destroyed",
    "render-process-gone",
    "responsive",
    "unresponsive",
    "will-attach-webview",
    "will-frame-navigate",
    "will-navigate",
    "will-prevent-unload",
    "will-redirect",
    "did-create-window",
  ]);
  let zoomLevel = 0;
  let opens: ((details: HandlerDetails) => WindowOpenHandlerResponse) | null = null;

  const mainFrame = frameAt(() => it.url);
  const electron = standIn<WebContents>("WebContents", {
    id: pageId,
    on: source.on,
    once: source.once,
    mainFrame,
    session: defaultSession,
    isDestroyed: () => it.isGone,
    send(channel, ...given) {
      const payload = codec.encode(structuredClone(given));
      browserSide.tell("page.send", { pageId, channel, payload });
    },
    setWindowOpenHandler(handler) {
      opens = asked("WebContents.setWindowOpenHandler", handler);
    },
    getZoomLevel: () => zoomLevel,
    setZoomLevel(level) {
      zoomLevel = level;
    },
    reload: () => browserSide.tell("page.reload", { pageId }),
    forcefullyCrashRenderer: () => browserSide.tell("page.crash", { pageId }),
    executeJavaScriptInIsolatedWorld: async (world, [script], userGesture = false) =>
      browserSide.ask("page.evaluate", { pageId, world, code: script?.code ?? "", userGesture }),
    async printToPDF(pdfOptions) {
      return Buffer.from(await browserSide.ask("page.pdf", { pageId, options: pdfOptions }));
    },
  });
  source.belongsTo(electron);
  const it: Contents = {
    pageId,
    electron,
    source,
    options,
    url: "",
    isGone: false,
    decideWindowOpen: (details) => opens?.(details) ?? { action: "allow" },
  };
  contents.set(pageId, it);
  appSource.emit("web-contents-created", createEvent({}), electron);
  return it;
}

/** A frame at an address. Two frames are equal only if they are the same object. */
export const frameAt = (url: () => string): WebFrameMain =>
  standIn<WebFrameMain>(
    "WebFrameMain",
    Object.defineProperty({ parent: null }, "url", { get: url, enumerable: true }),
  );

/** Ends the page. */
export function destroyContents(it: Contents): void {
  if (it.isGone) return;
  it.isGone = true;
  contents.delete(it.pageId);
  it.source.emit("destroyed");
}

/** Loads an address. Rejects as Electron does if the load failed. */
export async function loadPage({ pageId }: Contents, url: string): Promise<void> {
  const loading = browserSide.ask("page.load", { pageId, url });
  waitBeforeEnd(loading.catch(() => undefined));
  const { error } = await loading;
  if (error !== null) throw new Error(`${error} loading '${url}'`);
}
