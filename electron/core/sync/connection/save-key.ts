import type { OrganizationSummary } from "#shared/contract/connection.ts";
import { err, ok } from "#shared/result.ts";
import type { CredentialRecord } from "#core/db/stores/access-stores.ts";
import type { Credential } from "#core/partner/credential.ts";
import { newDownload } from "#core/sync/download/download-record.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { checkCredential, parseCredential } from "./credential-check.ts";
import type { KeyBinding } from "./kept-key.ts";
import { readKeptKey, removeKeptKey, writeKeptKey } from "./kept-key.ts";
import { untriedRights } from "./rights.ts";

export interface KeyToSave {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The binding of the key in use, as the key store has it; null if there is none. */
  readonly boundNow: () => KeyBinding | null;
}

/** Checks a key with the API and stores it; a key in the key store that it replaces is removed. */
export async function saveKey(deps: SyncDeps, { baseUrl, apiKey, boundNow }: KeyToSave) {
  const { stores } = deps;
  const parsed = parseCredential(deps, baseUrl, apiKey);
  if (!parsed.ok) return parsed;
  const credential = parsed.value;
  const checked = await checkCredential(deps, credential);
  if (!checked.ok) return checked;
  const { organization } = checked.value;
  const refused = otherOrganization(deps, organization, boundNow());
  if (refused !== null) return refused;
  const before = stores.credentials.current();
  const { fingerprint } = credential;
  const binding = { baseUrl: credential.baseUrl, organizationId: organization.id };
  try {
    await writeKeptKey(deps, fingerprint, credential.apiKey, binding);
  } catch {
    return err("key-store-failed", "The key store did not take the key.");
  }
  // Check again: an entry may have been saved while the key store was writing.
  const refusedNow = otherOrganization(deps, organization, boundNow());
  if (refusedNow !== null) {
    if (before?.fingerprint !== fingerprint) await removeKeptKey(deps, fingerprint);
    return refusedNow;
  }
  storeCredential(deps, credential, organization);
  if (before !== null && before.fingerprint !== fingerprint) {
    await removeKeptKey(deps, before.fingerprint);
  }
  return ok({ checked: checked.value, credential, binding });
}

/**
 * Reads the key of a stored credential from the key store. `credential` is null if there is no key, or if
 * the key store has another address or organization than the database (S6).
 */
export async function openKey(
  deps: SyncDeps,
  record: CredentialRecord,
): Promise<{ readonly credential: Credential | null; readonly binding: KeyBinding | null }> {
  const kept = await readKeptKey(deps, record.fingerprint);
  if (kept === null) return { credential: null, binding: null };
  const { binding } = kept;
  const parsed = parseCredential(deps, record.baseUrl, kept.apiKey);
  if (!parsed.ok) return { credential: null, binding };
  const credential = parsed.value;
  const named = { baseUrl: credential.baseUrl, organizationId: record.organizationId };
  const { baseUrl, organizationId } = binding ?? named;
  const isBound =
    // A hash of address and key: only somebody with the key can compute it.
    credential.fingerprint === record.fingerprint &&
    baseUrl === named.baseUrl &&
    organizationId === named.organizationId;
  if (!isBound) {
    deps.ports.logger.log("warn", "connection.key-of-another-address");
    return { credential: null, binding };
  }
  // Earlier versions stored no organization with the key: bind it to the one found at the first start.
  if (binding === null) {
    await writeKeptKey(deps, credential.fingerprint, credential.apiKey, named).catch(() =>
      deps.ports.logger.log("warn", "connection.key-store-failed"),
    );
  }
  return { credential, binding: binding ?? named };
}

function storeCredential(
  { db, stores, ports }: SyncDeps,
  { baseUrl, fingerprint }: Credential,
  organization: OrganizationSummary,
): void {
  const rightsBefore = stores.credentials.get(fingerprint)?.rights ?? untriedRights;
  db.transaction(() => {
    // The lists are another organization's, so the screen reads them again (O9).
    if (stores.credentials.last()?.organizationId !== organization.id) {
      const list = stores.downloads.get("", "events");
      if (list !== null) stores.downloads.put({ ...list, completedAtMs: null });
      stores.collections.keepOnly(new Set());
      stores.downloads.put(newDownload("", "collections"));
    }
    stores.credentials.put({
      fingerprint,
      baseUrl,
      organizationId: organization.id,
      organization,
      rights: { ...rightsBefore, readOrganization: "worked" },
      savedAtMs: ports.clock.now(),
      current: true,
    });
  });
}

/**
 * Refuses another organization's key while entries are unsent (O9), also if there is no key now; null if the key is
 * acceptable. The organization of the events that the entries are for is never refused: otherwise a key that was
 * entered by mistake could not be replaced by the right one.
 */
function otherOrganization(
  { stores }: SyncDeps,
  offered: OrganizationSummary,
  binding: KeyBinding | null,
) {
  const before = stores.credentials.last();
  const unsent = stores.outbox.unsentNotOf(offered.id);
  const expected = binding?.organizationId ?? before?.organizationId;
  if (unsent === 0 || before === null || expected === offered.id) return null;
  return err("other-organization", "This key belongs to another organization.", {
    details: { unsent, organization: before.organization, offered },
  });
}
