import { screen } from "electron";
import type { BrowserWindow, BrowserWindowConstructorOptions } from "electron";
import type { WindowPlacements, WindowName, WindowPlacement } from "./window-placement.ts";
import {
  arrangementOf,
  placeBeside,
  fitPlacement,
  defaultPlacement,
  withPlacement,
  readPlacements,
  recallPlacement,
  writePlacements,
} from "./window-placement.ts";
import { errorCode } from "#station/host/private-file.ts";

const fresh: Readonly<Record<WindowName, WindowPlacement>> = {
  main: defaultPlacement(1440, 900),
  announcer: defaultPlacement(1280, 720),
};

/** Stores the windows' bounds for each arrangement of displays. */
export function createPlacementStore() {
  let placements: WindowPlacements = { main: [], announcer: [] };
  let folder: string | null = null;
  const open = new Map<WindowName, BrowserWindow>();

  const recall = (name: WindowName): WindowPlacement => {
    const displays = screen.getAllDisplays();
    const areas = displays.map(({ workArea }) => workArea);
    const known = recallPlacement(
      placements,
      name,
      arrangementOf(displays.map(({ bounds }) => bounds)),
    );
    const main = name === "main" ? null : (open.get("main")?.getNormalBounds() ?? null);
    return fitPlacement(known ?? placeBeside(fresh[name], main, areas), areas);
  };

  /** Best effort: a failed write must not prevent closing. */
  const keep = (): void => {
    try {
      if (folder !== null) writePlacements(folder, placements);
    } catch (error) {
      if (errorCode(error) === null) throw error;
    }
  };

  return {
    /** The open window with this name. */
    find: (name: WindowName): BrowserWindow | null => open.get(name) ?? null,
    /** Reads the stored bounds of a data folder, and stores them there from now on. */
    async keepIn(dataDir: string) {
      placements = await readPlacements(dataDir);
      folder = dataDir;
    },
    /** Bounds for a window that is about to open. */
    options(name: WindowName): BrowserWindowConstructorOptions {
      const { at, width, height, fullScreen } = recall(name);
      return { ...at, width, height, ...(fullScreen ? { fullscreen: true } : {}) };
    },
    /** Restores the window's maximized state and zoom, and stores its state when it closes. */
    follow(name: WindowName, window: BrowserWindow) {
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
        placements = withPlacement(placements, name, displays, {
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

export type PlacementStore = ReturnType<typeof createPlacementStore>;
