import type { PartnerClient } from "#core/partner/client.ts";
import type { Connectivity } from "./connectivity.ts";

/**
 * The connectivity check (O12): every key may send this request and it is cheap for the server. Never a POST
 * (K5).
 */
export const connectivityProbe = {
  endpoint: "organization.read",
  segments: ["organization"],
} as const;

export interface ConnectivityProbeOptions {
  readonly closing: AbortSignal;
  readonly connection: { readonly client: PartnerClient | null; readonly keyRefused: boolean };
  readonly connectivity: Connectivity;
  /** The check has ended: connectivity is known. */
  readonly onSettled: () => void;
}

/** Checks connectivity, with one request at a time. */
export function createConnectivityProbe({
  closing,
  connection,
  connectivity,
  onSettled,
}: ConnectivityProbeOptions) {
  let asking: Promise<void> | null = null;
  let isOpen = false;

  const ask = (): Promise<void> => {
    const { client } = connection;
    if (client === null || connection.keyRefused || connectivity.quietForMs > 0)
      return Promise.resolve();
    asking ??= client
      .get(connectivityProbe, closing)
      .then(() => undefined)
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  return {
    /** Resolves after the answer or the failure; at once during the backoff. */
    ask,
    /** A request failed and the check is still running: nothing is sent until it ends. */
    get isOpen() {
      return isOpen;
    },
    /** A request failed, so check connectivity. */
    checkAfterFailure() {
      if (isOpen || closing.aborted || connectivity.state === "offline") return;
      isOpen = true;
      const settle = (): void => {
        isOpen = false;
        if (!closing.aborted) onSettled();
      };
      // If the disk refuses to store what follows from the answer, the scheduler's next round finds the same.
      ask().then(settle, settle);
    },
  };
}

export type ConnectivityProbe = ReturnType<typeof createConnectivityProbe>;
