import type { DeskContext } from "#core/services/context.ts";
import type { PairedHub } from "./desks-role.ts";

type RosterContext = Pick<DeskContext, "ports" | "stores" | "sync">;

/**
 * The base address and key of the partner API as the hub serves it. The hub client sends its session instead of the
 * key.
 */
export const rosterAddress = (address: string): string => `${address}/peer/api`;
const rosterKey = (deviceId: string): string => `peer-${deviceId}`;

/**
 * Connects to the hub instead of the organizer: the hub answers the requests of the partner API from its replica (M8).
 * False if the hub did not answer, or has no organization and therefore no replica yet.
 */
export async function readRosterOf(
  { ports, sync }: Pick<RosterContext, "ports" | "sync">,
  { address, deviceId }: PairedHub,
): Promise<boolean> {
  const connected = await sync.connection.save(rosterAddress(address), rosterKey(deviceId));
  if (!connected.ok) ports.logger.log("warn", "peer.no-roster", { code: connected.error.code });
  return connected.ok;
}

const retryMs = 5_000;

/**
 * Connects to the replica of a hub that could not be reached when this database became its full desk (M8), and again
 * after a start with the key of a command line, which keeps no connection for the next start (K1).
 */
export function createRosterRetry(context: RosterContext) {
  const { ports, stores, sync } = context;
  let triedAt = 0;
  return {
    /** The link was opened. Whoever opened it connects to the replica as well, so the first retry waits. */
    opened(): void {
      triedAt = ports.clock.monotonic();
    },
    /** The hub answered. */
    answered(hub: PairedHub, onConnected: () => void): void {
      const now = ports.clock.monotonic();
      const isOfHub = stores.credentials.current()?.baseUrl === rosterAddress(hub.address);
      const isConnected = isOfHub && sync.connection.get().state !== "key-lost";
      if (isConnected || now - triedAt < retryMs) return;
      triedAt = now;
      readRosterOf(context, hub)
        .then((connected) => {
          if (connected) onConnected();
        })
        // The disk refused the new connection; the next answer of the hub tries again.
        .catch((error: unknown) => ports.logger.log("warn", "peer.no-roster", { error }));
    },
  };
}
