import { screen } from "electron";
import type { BrowserWindow, BrowserWindowConstructorOptions } from "electron";
import type { WindowBook, WindowName, WindowState } from "./window-state.ts";
import {
  arrangementOf,
  besideWindow,
  fitWindow,
  freshWindow,
  keepWindow,
  readWindowBook,
  recallWindow,
  writeWindowBook,
} from "./window-state.ts";

/** Stores the windows' bounds for each arrangement of displays. */
export interface WindowMemory {
  /** Reads the stored bounds of a data folder, and stores them there from now on. */
  keepIn(folder: string): Promise<void>;
  /** The open window with this name. */
  find(name: WindowName): BrowserWindow | null;
  /** Bounds for a window that is about to open. */
  options(name: WindowName): BrowserWindowConstructorOptions;
  /** Restores the window's maximized state and zoom, and stores its state when it closes. */
  follow(name: WindowName, window: BrowserWindow): void;
}

const fresh: Readonly<Record<WindowName, WindowState>> = {
  main: freshWindow(1440, 900),
  announcer: freshWindow(1280, 720),
};

export function createWindowMemory(): WindowMemory {
  let book: WindowBook = { main: [], announcer: [] };
  let folder: string | null = null;
  const open = new Map<WindowName, BrowserWindow>();

  const recall = (name: WindowName): WindowState => {
    const displays = screen.getAllDisplays();
    const areas = displays.map(({ workArea }) => workArea);
    const known = recallWindow(book, name, arrangementOf(displays.map(({ bounds }) => bounds)));
    const main = name === "main" ? null : (open.get("main")?.getNormalBounds() ?? null);
    return fitWindow(known ?? besideWindow(fresh[name], main, areas), areas);
  };

  /** Best effort: a failed write must not prevent closing. */
  const keep = (): void => {
    try {
      if (folder !== null) writeWindowBook(folder, book);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  };

  return {
    find: (name) => open.get(name) ?? null,
    async keepIn(dataDir) {
      book = await readWindowBook(dataDir);
      folder = dataDir;
    },
    options(name) {
      const { at, width, height, fullScreen } = recall(name);
      return { ...at, width, height, ...(fullScreen ? { fullscreen: true } : {}) };
    },
    follow(name, window) {
      const { maximized, zoom } = recall(name);
      open.set(name, window);
      if (maximized) window.maximize();
      // Both windows have the same origin, and Chromium has one zoom level per origin: the main window's.
      if (name === "main") {
        window.webContents.once("did-finish-load", () => window.webContents.setZoomLevel(zoom));
      }
      window.on("close", () => {
        const { x, y, width, height } = window.getNormalBounds();
        const displays = arrangementOf(screen.getAllDisplays().map(({ bounds }) => bounds));
        book = keepWindow(book, name, displays, {
          at: { x, y },
          width,
          height,
          maximized: window.isMaximized(),
          fullScreen: window.isFullScreen(),
          zoom: window.webContents.getZoomLevel(),
        });
        keep();
      });
      window.on("closed", () => {
        if (open.get(name) === window) open.delete(name);
      });
    },
  };
}
