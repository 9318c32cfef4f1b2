import { readData } from "#shared/partner-api/envelope.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import { organizationSchema } from "#shared/partner-api/organization.ts";
import { err, ok } from "#shared/result.ts";
import { parseBaseAddress } from "#core/partner/base-address.ts";
import type { PartnerClient, Reply } from "#core/partner/client.ts";
import { createPartnerClient } from "#core/partner/client.ts";
import type { Credential } from "#core/partner/credential.ts";
import { fingerprintOf, isSendableKey } from "#core/partner/credential.ts";
import { createRateGate } from "#core/partner/rate-gate.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { CheckedConnection } from "#core/sync/sync-interface.ts";
import { readClockDrift } from "./clock-drift.ts";
import { connectivityProbe } from "./connectivity-probe.ts";
import { connectionCheckErrorOf } from "./connection-errors.ts";

const saltKey = "credential-salt";

/**
 * The credential of an address and a key as a person typed them. Its fingerprint is deliberately slow to
 * compute: call this once per key.
 */
export function parseCredential(deps: SyncDeps, baseUrl: string, apiKey: string) {
  const address = parseBaseAddress(baseUrl);
  if (!address.ok) return address;
  const key = apiKey.trim();
  if (!isSendableKey(key)) return err("wrong-key", "This cannot be a key.");
  const fingerprint = fingerprintOf(address.value, key, saltOf(deps));
  return ok<Credential>({ baseUrl: address.value, apiKey: key, fingerprint });
}

/** A client with its own rate gate (O6). */
export const clientFor = (
  { ports }: SyncDeps,
  credential: Credential,
  onReply: (endpoint: EndpointId, reply: Reply) => void,
): PartnerClient =>
  createPartnerClient({ ports, credential, gate: createRateGate(ports.clock), onReply });

/**
 * Asks the API for the organization of the key. The answer teaches nothing about the connection in use,
 * because the address may be wrong.
 */
export async function checkCredential(deps: SyncDeps, credential: Credential) {
  const client = clientFor(deps, credential, () => undefined);
  const { exchange, outcome } = await client.get(connectivityProbe, deps.closing);
  if (outcome.kind !== "success") {
    return err(
      connectionCheckErrorOf(outcome),
      `The partner API could not be asked: ${outcome.kind}.`,
    );
  }
  const read = readData(organizationSchema, outcome.body);
  if (!read.ok) return err("not-the-api", "The answer is not an organization.");
  const { _id: id, name, slug, plan, roles } = read.value;
  return ok({
    organization: { id, name, slug, plan, roles },
    clockDriftMs: exchange.kind === "answered" ? readClockDrift(exchange, null) : null,
  } satisfies CheckedConnection);
}

function saltOf({ stores, db, ports }: SyncDeps): string {
  const known = stores.meta.get(saltKey);
  if (known !== null) return known;
  const made = Buffer.from(ports.random.bytes(16)).toString("hex");
  db.transaction(() => stores.meta.set(saltKey, made));
  return made;
}
