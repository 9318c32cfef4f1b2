import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readPrivateJson } from "#station/host/private-file.ts";

const fileName = "window.json";
const smallest = { width: 900, height: 600 };
/** So many pixels of the window's top must be visible on a display, so that a person can drag it. */
const graspablePx = 80;
/** Desks move between a few places, so few display arrangements are stored. */
const mostArrangements = 10;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const stateSchema = z.object({
  /** Without a position the system chooses one. */
  at: z.object({ x: z.int(), y: z.int() }).nullable(),
  width: z.int(),
  height: z.int(),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
  /** Chromium's zoom level; 0 is 100 %. */
  zoom: z.number().min(-8).max(9),
});
export type WindowPlacement = z.infer<typeof stateSchema>;

const keptSchema = z.array(z.object({ displays: z.string(), state: stateSchema }));
const placementsSchema = z.object({ main: keptSchema, announcer: keptSchema });

/** Each window's bounds per display arrangement; the latest first. */
export type WindowPlacements = z.infer<typeof placementsSchema>;
export type WindowName = keyof WindowPlacements;

/** A key for the display arrangement, independent of the order in which the system lists the displays. */
export const arrangementOf = (displays: readonly Area[]): string =>
  displays
    .map(({ x, y, width, height }) => `${width}x${height}+${x}+${y}`)
    .toSorted()
    .join(" ");

/** The state of a window that was never open. */
export const defaultPlacement = (width: number, height: number): WindowPlacement => ({
  at: null,
  width,
  height,
  maximized: false,
  fullScreen: false,
  zoom: 0,
});

/** The state for these displays, else the latest one; null if the window was never open. */
export function recallPlacement(
  placements: WindowPlacements,
  name: WindowName,
  displays: string,
): WindowPlacement | null {
  const kept = placements[name];
  return (kept.find((each) => each.displays === displays) ?? kept[0])?.state ?? null;
}

/** The placements with this window's state for these displays at the front. */
export function withPlacement(
  placements: WindowPlacements,
  name: WindowName,
  displays: string,
  state: WindowPlacement,
): WindowPlacements {
  const others = placements[name].filter((each) => each.displays !== displays);
  return { ...placements, [name]: [{ displays, state }, ...others].slice(0, mostArrangements) };
}

/** Adapts a state to the present displays: a window whose display is gone moves to a visible position. */
export function fitPlacement(state: WindowPlacement, displays: readonly Area[]): WindowPlacement {
  const width = Math.max(state.width, smallest.width);
  const height = Math.max(state.height, smallest.height);
  const { at } = state;
  const isVisible =
    at !== null &&
    displays.some(
      (area) =>
        at.x + width >= area.x + graspablePx &&
        at.x <= area.x + area.width - graspablePx &&
        at.y >= area.y &&
        at.y <= area.y + area.height - graspablePx,
    );
  return { ...state, width, height, at: isVisible ? at : null };
}

/** Centres a window on a display without the other window, if there is one. */
export function placeBeside(
  state: WindowPlacement,
  other: Area | null,
  displays: readonly Area[],
): WindowPlacement {
  if (other === null) return state;
  const x = other.x + other.width / 2;
  const y = other.y + other.height / 2;
  const free = displays.find(
    (area) => x < area.x || x >= area.x + area.width || y < area.y || y >= area.y + area.height,
  );
  if (free === undefined) return state;
  const width = Math.min(state.width, free.width);
  const height = Math.min(state.height, free.height);
  const at = {
    x: Math.round(free.x + (free.width - width) / 2),
    y: Math.round(free.y + (free.height - height) / 2),
  };
  return { ...state, width, height, at };
}

/** The stored placements; none if the file is missing or invalid. */
export const readPlacements = async (folder: string): Promise<WindowPlacements> =>
  (await readPrivateJson(join(folder, fileName), placementsSchema)) ?? { main: [], announcer: [] };

/** Synchronous, because the program may end when the window closes. */
export function writePlacements(folder: string, placements: WindowPlacements): void {
  const path = join(folder, fileName);
  const next = `${path}.next`;
  writeFileSync(next, `${JSON.stringify(placements)}\n`, { mode: 0o600 });
  renameSync(next, path);
}
