import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  WebContents,
} from "electron";
import { mustBeReady } from "./app.ts";
import { browserSide } from "./browser-side.ts";
import type { LivingWindow } from "./lifecycle.ts";
import { addWindow, appSource, removeWindow } from "./lifecycle.ts";
import type { Source } from "./stand-in.ts";
import { createEvent, createSource, note, standIn } from "./stand-in.ts";
import type { Contents } from "./web-contents.ts";
import { createContents, destroyContents, loadPage } from "./web-contents.ts";

/** A window: the object that main gets (`electron`) and the state of the double. */
export interface DesktopWindow extends LivingWindow {
  readonly electron: ElectronWindow;
  readonly contents: Contents;
  readonly source: Source;
  readonly state: WindowState;
  /** The page is loaded for the first time and can be shown. */
  becomeReady(): void;
  /** The page prevented that its window closes. */
  stay(): void;
  /** The page is closed. */
  vanish(): void;
}

/** The state that a window manager would keep; there is none here. */
interface WindowState {
  isVisible: boolean;
  isFocused: boolean;
  isMinimized: boolean;
  isMaximized: boolean;
  isFullScreen: boolean;
}

const windows = new Map<number, DesktopWindow>();

export const allWindows = (): readonly DesktopWindow[] => [...windows.values()];

export function needWindow(pageId: number): DesktopWindow {
  const found = windows.get(pageId);
  if (found === undefined) throw new Error(`There is no window ${pageId}.`);
  return found;
}

/** Creates a window whose page main opens. A page that another page opened already exists. */
export function createWindow(
  options: BrowserWindowConstructorOptions,
  page: "to open" | "is open" = "to open",
): DesktopWindow {
  mustBeReady("BrowserWindow");
  const contents = createContents(options);
  const { pageId } = contents;
  const { x = 0, y = 0, width = 800, height = 600, show = true } = options;
  const bounds = { x, y, width, height };
  const source = createSource("BrowserWindow", [
    "ready-to-show",
    "show",
    "close",
    "closed",
    "focus",
    "blur",
    "maximize",
    "unmaximize",
    "minimize",
    "restore",
    "resize",
    "move",
    "enter-full-screen",
    "leave-full-screen",
    "session-end",
  ]);
  const state: WindowState = {
    isVisible: show,
    isFocused: false,
    isMinimized: false,
    isMaximized: false,
    isFullScreen: options.fullscreen === true,
  };
  let closing: PromiseWithResolvers<boolean> | null = null;
  let isFresh = true;

  const electron = standIn<ElectronWindow>("BrowserWindow", {
    on: source.on,
    once: source.once,
    webContents: contents.electron,
    loadURL: (url) => loadPage(contents, url),
    show() {
      state.isVisible = true;
      electron.focus();
    },
    focus() {
      for (const { state: each } of windows.values()) each.isFocused = false;
      state.isFocused = true;
      browserSide.tell("page.focus", { pageId });
      source.emit("focus");
    },
    maximize() {
      state.isMaximized = true;
      state.isVisible = true;
    },
    isMaximized: () => state.isMaximized,
    isFullScreen: () => state.isFullScreen,
    isMinimized: () => state.isMinimized,
    restore() {
      state.isMinimized = false;
      source.emit("restore");
    },
    getNormalBounds: () => bounds,
  });
  source.belongsTo(electron);

  const window: DesktopWindow = {
    electron,
    contents,
    source,
    state,
    becomeReady() {
      if (isFresh) source.emit("ready-to-show");
      isFresh = false;
    },
    close() {
      const event = createEvent({});
      source.emit("close", event);
      if (event.defaultPrevented) return Promise.resolve(false);
      closing ??= Promise.withResolvers<boolean>();
      browserSide.tell("page.close", { pageId, asks: true });
      return closing.promise;
    },
    stay() {
      closing?.resolve(false);
      closing = null;
    },
    destroy() {
      browserSide.tell("page.close", { pageId, asks: false });
      window.vanish();
    },
    vanish() {
      if (!windows.delete(pageId)) return;
      destroyContents(contents);
      source.emit("closed");
      closing?.resolve(true);
      removeWindow(window);
    },
  };
  windows.set(pageId, window);
  addWindow(window);
  appSource.emit("browser-window-created", createEvent({}), electron);
  if (page === "to open") {
    browserSide.tell("page.open", { pageId, preload: options.webPreferences?.preload ?? null });
  }
  return window;
}

interface Statics {
  getAllWindows(): ElectronWindow[];
  fromWebContents(contents: WebContents): ElectronWindow | null;
}

const statics = standIn<Statics>("BrowserWindow", {
  getAllWindows: () => allWindows().map(({ electron }) => electron),
  fromWebContents: ({ id }) => windows.get(id)?.electron ?? null,
});

/** The constructor `BrowserWindow` with its static members. */
export const BrowserWindow = new Proxy(function BrowserWindow() {}, {
  construct(_target, [options = {}]: [BrowserWindowConstructorOptions?]) {
    note("touched", "new BrowserWindow");
    return createWindow(options).electron;
  },
  get: (_target, member) => Reflect.get(statics, member),
});
note("offered", "new BrowserWindow");
