import { useSyncExternalStore } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { WireState } from "./transport.ts";

/** How the line to this program's own core is. */
export function useTransport(): WireState {
  const { wire } = useClient();
  return useSyncExternalStore(wire.onState, wire.state);
}
