import type { Clipboard } from "electron";
import { note, standIn } from "./stand-in.ts";

/** What main puts on the clipboard is told; a test machine has none. */
export const clipboard: Clipboard = standIn<Clipboard>("clipboard", {
  writeText: async (text) => note("happened", `Clipboard ${JSON.stringify(text)}`),
});
