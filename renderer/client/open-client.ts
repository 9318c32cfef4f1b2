import { createBridgeWire } from "./bridge-wire.ts";
import { createClient } from "./client.ts";
import type { Client } from "./client.ts";
import { gatherHints } from "./gather-hints.ts";
import { createHttpWire } from "./http-wire.ts";
import { createTokenStore } from "./token.ts";

/** Opens whichever wire the host offers: the desktop's bridge, else the station this page came from. */
export function openClient(): Client {
  if (window.chute !== undefined) return createClient(gatherHints(createBridgeWire(window.chute)));
  const token = createTokenStore({
    session: sessionStorage,
    local: localStorage,
    location,
    history,
  });
  const wire = createHttpWire({ origin: "", token, fetch: (...call) => fetch(...call) });
  return createClient(gatherHints(wire));
}
