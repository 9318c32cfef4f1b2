import { app, powerMonitor } from "electron";
import type { Clock, Logger } from "#core/ports.ts";

export interface ClosingPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A call that hangs on something outside is not waited for any longer. */
const giveUpMs = 5_000;

/**
 * The data closes in order before the program ends; a second quit does not wait again. One that
 * fails to, or takes too long, keeps nobody from leaving: everything acknowledged is on disk (J1).
 */
export function closeInOrder(
  data: { close(): Promise<void> },
  { clock, logger }: ClosingPorts,
): void {
  let isOver = false;
  // The system goes down; Linux and macOS say so in one way, Windows in another.
  powerMonitor.on("shutdown", () => app.quit());
  app.on("browser-window-created", (_event, window) => {
    window.on("session-end", () => app.quit());
  });
  const end = (): void => {
    isOver = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    if (isOver) return;
    event.preventDefault();
    const cancel = clock.after(giveUpMs, () => {
      logger.log("error", "core.close-hangs");
      app.exit(0);
    });
    data.close().then(
      () => {
        cancel();
        end();
      },
      (error: unknown) => {
        cancel();
        logger.log("error", "core.close-failed", { error });
        end();
      },
    );
  });
}
