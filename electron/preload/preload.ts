import { contextBridge, ipcRenderer } from "electron";
import { channels } from "#shared/contract/channels.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";

/** The page's only access to the desktop: call procedures, and receive invalidations. */
const bridge = {
  call: (name: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(channels.call, name, input),
  subscribe(listener: (invalidation: Invalidation) => void): () => void {
    // Do not pass the event object on: it would give the page a way around this bridge.
    const forward = (_event: unknown, invalidation: Invalidation): void => listener(invalidation);
    ipcRenderer.on(channels.invalidation, forward);
    return () => void ipcRenderer.off(channels.invalidation, forward);
  },
};

contextBridge.exposeInMainWorld("chute", bridge);
