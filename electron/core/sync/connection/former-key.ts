import type { PartnerClient } from "#core/partner/client.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** Whether the key of another organization was saved since this client asked: its answer is not stored (O9). */
export const isOfFormerKey = (
  { stores: { credentials } }: Pick<SyncDeps, "stores">,
  { credential }: PartnerClient,
): boolean =>
  credentials.get(credential.fingerprint)?.organizationId !== credentials.last()?.organizationId;
