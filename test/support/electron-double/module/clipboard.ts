import type { Clipboard } from "electron";
import { note, standIn } from "./stand-in.ts";

/** Reports what main writes to the clipboard, because a test machine has none. */
export const clipboard: Clipboard = standIn<Clipboard>("clipboard", {
  writeText: async (text) => note("happened", `Clipboard ${JSON.stringify(text)}`),
});
