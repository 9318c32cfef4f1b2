import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** The network between a browser and a station, as a TCP proxy. */
export interface Cable {
  /** The station's address as the browser sees it. */
  readonly url: string;
  /** Drops everything without closing a connection, as if the router had failed or the phone were too far away. */
  pull(): void;
  /** Requests arrive at the station; its answers are lost on the way back. */
  loseAnswers(): void;
  restore(): void;
}

type Way = "whole" | "pulled" | "no-answers";

/**
 * A proxy to a station that listens on 127.0.0.2. The proxy listens on 127.0.0.1 with the same port, because the
 * station accepts only its own names (S1). When the cable is restored, everything that was in it is lost, as after a
 * restart of a router.
 */
export async function layCable(stationUrl: string): Promise<Cable> {
  const { port, hostname } = new URL(stationUrl);
  let way: Way = "whole";
  const open = new Set<Socket>();
  const hung = new Set<Socket>();

  const pass = (from: Socket, to: Socket, isAnswer: boolean): void => {
    from.on("data", (bytes) => {
      if (way === "whole" || (way === "no-answers" && !isAnswer)) to.write(bytes);
      else hung.add(from).add(to);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      // Behind a failed router, one side does not see that the other side closed the connection.
      if (way === "whole") to.destroy();
      else hung.add(to);
    });
    open.add(from);
  };

  const server = createServer((browser) => {
    if (way === "pulled") {
      browser.on("error", () => undefined);
      hung.add(browser);
      return;
    }
    const station = connect(Number(port), hostname);
    pass(browser, station, false);
    pass(station, browser, true);
  });
  await new Promise<void>((resolve) => server.listen(Number(port), "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of [...open, ...hung]) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const breakTo = (next: Way): void => {
    way = next;
    for (const socket of open) hung.add(socket);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pull: () => breakTo("pulled"),
    loseAnswers: () => breakTo("no-answers"),
    restore() {
      way = "whole";
      for (const socket of hung) socket.destroy();
      hung.clear();
    },
  };
}
