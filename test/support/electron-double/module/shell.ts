import type { Shell } from "electron";
import { note, standIn } from "./stand-in.ts";

/** What main hands to the system is told and goes no further. */
export const shell: Shell = standIn<Shell>("shell", {
  async openPath(path) {
    note("happened", `Opened ${path}`);
    return "";
  },
});
