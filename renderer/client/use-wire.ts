import { useSyncExternalStore } from "react";
import { useClient } from "./client-context.tsx";
import type { WireState } from "./wire.ts";

/** How the line to this program's own core is. */
export function useWire(): WireState {
  const { wire } = useClient();
  return useSyncExternalStore(wire.onState, wire.state);
}
