import { contextBridge, ipcRenderer } from "electron";
import { channels } from "#shared/contract/channels.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";

/** The page's only access to the desktop: call procedures, and receive invalidations. */
const bridge = {
  call: (name: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(channels.call, name, input),
  subscribe(listener: (hint: Invalidation) => void): () => void {
    // Do not pass the event object on: it would give the page a way around this bridge.
    const own = (_event: unknown, hint: Invalidation): void => listener(hint);
    ipcRenderer.on(channels.invalidation, own);
    return () => void ipcRenderer.off(channels.invalidation, own);
  },
};

contextBridge.exposeInMainWorld("chute", bridge);
