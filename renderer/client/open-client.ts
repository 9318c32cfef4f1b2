import { createAccessStore } from "./transport/access-store.ts";
import { createIpcTransport } from "./transport/ipc-transport.ts";
import { createClient } from "./client.ts";
import type { Client } from "./client.ts";
import { heldStorage } from "./navigation/stored-text.ts";
import { gatherInvalidations } from "./transport/gather-invalidations.ts";
import { createHttpTransport } from "./transport/http-transport.ts";

/** Opens a client over the desktop's IPC bridge, or without one over HTTP to the station that served this page. */
export function openClient(): Client {
  if (window.chute !== undefined)
    return createClient(gatherInvalidations(createIpcTransport(window.chute)));
  const store = createAccessStore({
    local: heldStorage(() => localStorage),
    location,
    history,
    addEventListener: (name, listener) => window.addEventListener(name, listener),
  });
  const { origin } = location;
  const transport = createHttpTransport({ origin, store, fetch: (...call) => fetch(...call) });
  return createClient(gatherInvalidations(transport));
}
