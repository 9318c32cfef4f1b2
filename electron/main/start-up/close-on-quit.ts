import { app, powerMonitor } from "electron";
import type { Clock, Logger } from "#core/ports.ts";

export interface ClosingPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Maximum wait for `close`, because a call may hang on something outside this program. It is longer than the limits inside
 * `close` together: 1 s for browsers, 2 s for calls, 3 s for the journal mirror.
 */
const giveUpMs = 8_000;

export interface ClosingData {
  close(): Promise<void>;
  /** Called instead of waiting longer for `close`; must return at once or after a person's answer. */
  giveUp(): void;
}

/**
 * Closes the data before the program ends; a second quit does not wait again. If closing fails or takes too
 * long, the program quits anyway, because everything acknowledged is on disk (J1).
 */
export function closeOnQuit(data: ClosingData, { clock, logger }: ClosingPorts): void {
  let isOver = false;
  // System shutdown: Linux and macOS emit `shutdown`, Windows emits `session-end`.
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
      data.giveUp();
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
