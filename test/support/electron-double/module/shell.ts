import type { Shell } from "electron";
import { note, standIn } from "./stand-in.ts";

/** Reports what main hands to the operating system, and does nothing with it. */
export const shell: Shell = standIn<Shell>("shell", {
  async openPath(path) {
    note("happened", `Opened ${path}`);
    return "";
  },
});
