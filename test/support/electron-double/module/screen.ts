import type { Display, Screen } from "electron";
import { createSource, standIn } from "./stand-in.ts";

const laptop = { x: 0, y: 0, width: 1920, height: 1080 };

let displays: readonly Partial<Display>[] = [{ id: 1, bounds: laptop, workArea: laptop }];

/** Replaces the single display of a laptop by other displays. */
export const setDisplays = (next: readonly Partial<Display>[]): undefined => {
  displays = next;
  return undefined;
};

const source = createSource("screen", ["display-added", "display-removed"]);

export const screen: Screen = standIn<Screen>("screen", {
  on: source.on,
  getAllDisplays: () => displays.map((display) => standIn<Display>("Display", display)),
});
source.belongsTo(screen);
