import { contextBridge, ipcRenderer } from "electron";
import { channels } from "#shared/contract/channels.ts";
import type { ChangeHint } from "#shared/contract/invalidations.ts";

/** All the page gets of the desktop: ask, and hear what to ask again. */
const bridge = {
  call: (name: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(channels.call, name, input),
  subscribe(listener: (hint: ChangeHint) => void): () => void {
    // The event object would hand the page a way around this bridge.
    const own = (_event: unknown, hint: ChangeHint): void => listener(hint);
    ipcRenderer.on(channels.hint, own);
    return () => void ipcRenderer.off(channels.hint, own);
  },
};

contextBridge.exposeInMainWorld("chute", bridge);
