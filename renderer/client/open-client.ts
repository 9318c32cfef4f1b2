import { createAccessStore } from "./transport/access-store.ts";
import { createIpcTransport } from "./transport/ipc-transport.ts";
import { createClient } from "./client.ts";
import type { Client } from "./client.ts";
import { gatherInvalidations } from "./transport/gather-invalidations.ts";
import { createHttpTransport } from "./transport/http-transport.ts";

/** Opens whichever wire the host offers: the desktop's bridge, else the station this page came from. */
export function openClient(): Client {
  if (window.chute !== undefined)
    return createClient(gatherInvalidations(createIpcTransport(window.chute)));
  const store = createAccessStore({
    local: localStorage,
    location,
    history,
    addEventListener: (name, listener) => window.addEventListener(name, listener),
  });
  const { origin } = location;
  const wire = createHttpTransport({ origin, store, fetch: (...call) => fetch(...call) });
  return createClient(gatherInvalidations(wire));
}
