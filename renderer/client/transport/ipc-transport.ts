import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { Transport } from "./transport.ts";

/** What the desktop's preload script offers the page. */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (hint: Invalidation) => void): () => void;
}

declare global {
  interface Window {
    readonly chute?: Bridge;
  }
}

/** The wire of the desktop window: it is up as long as the window is. */
export const createIpcTransport = (bridge: Bridge): Transport => ({
  call: (name, input) => bridge.call(name, input),
  listen(listener) {
    const stop = bridge.subscribe((hint) => listener.hint(hint));
    listener.state("up");
    return stop;
  },
});
