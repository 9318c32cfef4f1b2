import { join } from "node:path";
import { z } from "zod";
import { readPrivateFile, writePrivateFile } from "#station/private-file.ts";

const fileName = "window.json";
const smallest = { width: 900, height: 600 };
const usual = { width: 1440, height: 900 };
/** So much of the window's top must be on some display that it can be caught and moved. */
const graspablePx = 80;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const windowStateSchema = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int(),
  height: z.int(),
  maximized: z.boolean(),
});

/** Without a position the system chooses one. */
export interface WindowState {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/**
 * A kept state made good for the displays that are here now: a window whose display was unplugged
 * comes back where it can be seen.
 */
export function fitWindow(kept: WindowState | null, displays: readonly Area[]): WindowState {
  const { x, y, maximized } = kept ?? { x: undefined, y: undefined, maximized: false };
  const width = Math.max(kept?.width ?? usual.width, smallest.width);
  const height = Math.max(kept?.height ?? usual.height, smallest.height);
  const isVisible =
    x !== undefined &&
    y !== undefined &&
    displays.some(
      (area) =>
        x + width >= area.x + graspablePx &&
        x <= area.x + area.width - graspablePx &&
        y >= area.y &&
        y <= area.y + area.height - graspablePx,
    );
  return isVisible ? { x, y, width, height, maximized } : { width, height, maximized };
}

/** What was kept; null for nothing, or for nothing sensible. */
export async function readWindowState(folder: string): Promise<WindowState | null> {
  const text = await readPrivateFile(join(folder, fileName));
  try {
    if (text === null) return null;
    const { x, y, ...rest } = windowStateSchema.parse(JSON.parse(text));
    return x === undefined || y === undefined ? rest : { x, y, ...rest };
  } catch {
    return null;
  }
}

export const writeWindowState = (folder: string, state: WindowState): Promise<void> =>
  writePrivateFile(join(folder, fileName), `${JSON.stringify(state)}\n`);
