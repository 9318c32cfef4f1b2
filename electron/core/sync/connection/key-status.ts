import type { Rights } from "#shared/contract/connection.ts";
import { cameLater } from "#shared/partner-api/endpoints.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import { isMissingPath } from "#core/partner/classify-response.ts";
import type { Reply } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { connectivityProbe } from "./connectivity-probe.ts";
import type { Connectivity } from "./connectivity.ts";
import { provesConnectivity } from "./connectivity.ts";
import { learnRights, untriedRights } from "./rights.ts";
import type { TaughtAt } from "./rights.ts";

export interface KeyStatusOptions {
  readonly deps: SyncDeps;
  readonly connectivity: Connectivity;
  /** Of the key in use; null if there is none. */
  readonly fingerprint: () => string | null;
  /** Called when the key works again. */
  readonly onWorks: () => void;
  /** Called when a request got no answer from the API, so that connectivity is checked. */
  readonly onSilence: () => void;
}

/** What the API's answers have shown about the key in use: whether it works (O9), and its rights. */
export function createKeyStatus(options: KeyStatusOptions) {
  const { deps, connectivity, onSilence } = options;
  const { ports, db, stores } = deps;
  let isRefused = false;
  /** Monotonic clock. */
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Cached because every answer reads them. */
  let rights: Rights | null = null;
  let taughtAt: TaughtAt = new Map();

  const invalidate = (): void => deps.invalidate("connection");

  const learn = (endpoint: EndpointId, { outcome }: Reply, sentAt: number): void => {
    const fingerprint = options.fingerprint();
    if (fingerprint === null) return;
    rights ??= stores.credentials.get(fingerprint)?.rights ?? untriedRights;
    const learned = learnRights(rights, taughtAt, { endpoint, outcome, sentAt });
    if (learned === rights) return;
    rights = learned;
    db.transaction(() => stores.credentials.setRights(fingerprint, learned));
    invalidate();
  };

  return {
    /** The key was refused, and no later answer has shown that it works again. */
    get isRefused() {
      return isRefused;
    },
    /** Takes the answer to a request with the key in use. */
    hear(endpoint: EndpointId, reply: Reply) {
      if (reply.outcome.kind === "rate-limited") {
        // Every request of this key waits now (O6), whichever got the 429.
        deps.invalidate("download");
        deps.invalidate("sync");
      }
      // The API does not document this path, or does not have it yet: its answer proves nothing about
      // connectivity, key or rights.
      if (endpoint === "recurrences.list" || isMissingPath(endpoint, reply.outcome)) return;
      // A single request may fail for its own reason: only the connectivity check decides "offline" (O12).
      if (provesConnectivity(reply.outcome) === false && endpoint !== connectivityProbe.endpoint)
        onSilence();
      else connectivity.hear(reply);
      const { kind } = reply.outcome;
      const sentAt = ports.clock.monotonic() - reply.exchange.tookMs;
      // Some servers answer 401 for endpoints of a later release: the connectivity check decides whether the
      // key works (O9).
      if (kind === "key-refused" && cameLater(endpoint)) {
        if (!isRefused) onSilence();
        return;
      }
      if (kind === "key-refused") refusedAt = ports.clock.monotonic();
      if (kind === "key-refused" && !isRefused) {
        isRefused = true;
        invalidate();
      } else if (kind === "success" && isRefused && sentAt > refusedAt) {
        isRefused = false;
        invalidate();
        options.onWorks();
      }
      learn(endpoint, reply, sentAt);
    },
    /** Allows the key to be tried again. */
    retryKey() {
      if (!isRefused) return;
      isRefused = false;
      invalidate();
    },
    /** Another key is in use from now on, or none. */
    reset() {
      isRefused = false;
      rights = null;
      taughtAt = new Map();
    },
  };
}
