import { app } from "electron";
import type { Core } from "#core/core.ts";

/** The core closes in order before the program ends; a second quit does not wait again. */
export function closeInOrder(core: Core): void {
  let isClosed = false;
  app.on("will-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    void core.close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
}
