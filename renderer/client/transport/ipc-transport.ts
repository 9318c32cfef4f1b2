import type { ChangeHint } from "#shared/contract/invalidations.ts";
import type { Wire } from "./transport.ts";

/** What the desktop's preload script offers the page. */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (hint: ChangeHint) => void): () => void;
}

declare global {
  interface Window {
    readonly chute?: Bridge;
  }
}

/** The wire of the desktop window: it is up as long as the window is. */
export const createBridgeWire = (bridge: Bridge): Wire => ({
  call: (name, input) => bridge.call(name, input),
  listen(listener) {
    const stop = bridge.subscribe((hint) => listener.hint(hint));
    listener.state("up");
    return stop;
  },
});
