import type { Draws } from "../draws.ts";
import { drawClonePlot } from "./clone-plot.ts";
import type { Plot } from "./plot.ts";
import { drawTakeOverPlot } from "./take-over-plot.ts";

export function drawPlot(draws: Draws, steps: number): Plot {
  switch (draws.weigh({ partitions: 4, "take-over": 6, night: 3, clone: 3 })) {
    case "partitions":
      return { name: "partitions", cloned: null, chapters: [] };
    case "take-over":
      return drawTakeOverPlot(draws, steps, false);
    case "night":
      return drawTakeOverPlot(draws, steps, true);
    case "clone":
      return drawClonePlot(draws, steps);
  }
}
