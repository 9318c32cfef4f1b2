import type { LiveConnection } from "./connection/connection.ts";
import type { ConnectivityProbe } from "./connection/connectivity-probe.ts";
import type { Connectivity } from "./connection/connectivity.ts";
import type { SyncDeps } from "./sync-deps.ts";

/** What the parts of sync share. */
export interface SyncParts {
  readonly deps: SyncDeps;
  readonly connection: LiveConnection;
  readonly connectivity: Connectivity;
  readonly connectivityProbe: ConnectivityProbe;
}
