import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { Transport } from "./transport.ts";

/** The functions that the desktop's preload script offers to the page. */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (invalidation: Invalidation) => void): () => void;
}

declare global {
  interface Window {
    readonly chute?: Bridge;
  }
}

/** The transport of the desktop window; it is up as long as the window exists. */
export const createIpcTransport = (bridge: Bridge): Transport => ({
  call: (name, input) => bridge.call(name, input),
  listen(listener) {
    const stop = bridge.subscribe((invalidation) => listener.invalidation(invalidation));
    listener.state("up");
    return stop;
  },
});
