import type { Connection, OrganizationSummary, Rights } from "#shared/contract/connection.ts";
import { readData } from "#shared/partner-api/envelope.ts";
import { cameLater } from "#shared/partner-api/endpoints.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import { organizationSchema } from "#shared/partner-api/organization.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { CredentialRecord } from "#core/db/stores/access-stores.ts";
import type { BaseAddress } from "#core/partner/base-address.ts";
import { parseBaseAddress } from "#core/partner/base-address.ts";
import { isMissingPath } from "#core/partner/classify-response.ts";
import type { PartnerClient, Reply } from "#core/partner/client.ts";
import { createPartnerClient } from "#core/partner/client.ts";
import type { Credential } from "#core/partner/credential.ts";
import { fingerprintOf, isSendableKey } from "#core/partner/credential.ts";
import { createRateGate } from "#core/partner/rate-gate.ts";
import { readHttpDate } from "#core/partner/retry-after.ts";
import { createSerialQueue } from "#core/sync/outbox/serial-queue.ts";
import type { KeyBinding } from "./kept-key.ts";
import { readKeptKey, removeKeptKey, writeKeptKey } from "./kept-key.ts";
import { connectivityProbe } from "./connectivity-probe.ts";
import type { Connectivity } from "./connectivity.ts";
import { reaches } from "./connectivity.ts";
import { reachErrorOf } from "./reach-error.ts";
import { learnRights, untriedRights } from "./rights.ts";
import type { TaughtAt } from "./rights.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { CheckedConnection, SyncConnection } from "#core/sync/sync-interface.ts";

/** The connection for the other parts of the sync module. */
export interface LiveConnection extends SyncConnection {
  /**
   * Null while not connected, and while the database is held as a clone, so that the key is not sent anywhere
   * (S6).
   */
  readonly client: PartnerClient | null;
  /** Whether there is a key, even if a held clone may not use it. */
  readonly hasKey: boolean;
  /** The client, or the reason why there is none. */
  ask(): Result<PartnerClient, Failure<"not-connected" | "held-as-copy">>;
  /** The key was refused, and no later answer has shown that it works again (O9). */
  readonly keyRefused: boolean;
  /** Allows the key to be tried again, because a person asked for it. */
  doubtRefusal(): void;
  open(): Promise<void>;
  close(): void;
}

export interface ConnectionOptions {
  readonly deps: SyncDeps;
  readonly connectivity: Connectivity;
  /** Whether the database is a clone that waits for a person's decision (S5). */
  readonly isHeld: () => boolean;
  /** Called when the key changed, was deleted or works again. */
  readonly onChange: () => void;
  /** Called when a request got no answer from the API, so that connectivity is checked. */
  readonly onSilence: () => void;
}

const saltKey = "credential-salt";

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { deps, connectivity, isHeld, onChange } = options;
  const { ports, db, stores } = deps;
  const closing = new AbortController();
  /** Serial queue: the last command wins, however long each request takes. */
  const inSeries = createSerialQueue();
  let client: PartnerClient | null = null;
  let keyRefused = false;
  /** An address is stored, but its key could not be read or belongs to another address or organization. */
  let keyLost = false;
  /** The address and organization that the key store records for this key; it overrides the database (S6). */
  let binding: KeyBinding | null = null;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** The rights of the key in use, cached because every exchange reads them. */
  let rights: Rights | null = null;
  let taughtAt: TaughtAt = new Map();

  const salt = (): string => {
    const known = stores.meta.get(saltKey);
    if (known !== null) return known;
    const made = Buffer.from(ports.random.bytes(16)).toString("hex");
    db.transaction(() => stores.meta.set(saltKey, made));
    return made;
  };

  const hintConnection = (): void => deps.hint({ topic: "connection", eventId: null });

  const hear = (endpoint: EndpointId, reply: Reply): void => {
    // The API does not document this path, or does not have it yet: its answer proves nothing about
    // connectivity, key or rights.
    if (endpoint === "recurrences.list" || isMissingPath(endpoint, reply.outcome)) return;
    // A single request may fail for its own reason: only the connectivity check decides "offline" (O12).
    if (reaches(reply.outcome) === false && endpoint !== connectivityProbe.endpoint)
      options.onSilence();
    else connectivity.hear(reply);
    const { kind } = reply.outcome;
    const sentAt = ports.clock.monotonic() - reply.exchange.tookMs;
    // Some servers answer 401 for endpoints of a later release: the connectivity check decides whether the
    // key works (O9).
    if (kind === "key-refused" && cameLater(endpoint)) {
      if (!keyRefused) options.onSilence();
      return;
    }
    if (kind === "key-refused") refusedAt = ports.clock.monotonic();
    if (kind === "key-refused" && !keyRefused) {
      keyRefused = true;
      hintConnection();
    } else if (kind === "success" && keyRefused && sentAt > refusedAt) {
      keyRefused = false;
      hintConnection();
      onChange();
    }
    if (client === null) return;
    const { fingerprint } = client.credential;
    rights ??= stores.credentials.get(fingerprint)?.rights ?? untriedRights;
    const learned = learnRights(rights, taughtAt, { endpoint, outcome: reply.outcome, sentAt });
    if (learned === rights) return;
    rights = learned;
    db.transaction(() => stores.credentials.setRights(fingerprint, learned));
    hintConnection();
  };

  /** The fingerprint is deliberately slow to compute: compute it once per key. */
  const credentialOf = (baseUrl: BaseAddress, apiKey: string): Credential => ({
    baseUrl,
    apiKey,
    fingerprint: fingerprintOf(baseUrl, apiKey, salt()),
  });

  const clientFor = (
    credential: Credential,
    onReply: (endpoint: EndpointId, reply: Reply) => void,
  ): PartnerClient =>
    createPartnerClient({ ports, credential, gate: createRateGate(ports.clock), onReply });

  /**
   * Listens only while this client is in use: answers to a former key prove nothing about the present one
   * (O9).
   */
  const listeningClient = (credential: Credential): PartnerClient => {
    const made: PartnerClient = clientFor(credential, (endpoint, reply) => {
      if (client === made) hear(endpoint, reply);
    });
    return made;
  };

  const silentClient = (credential: Credential): PartnerClient =>
    clientFor(credential, () => undefined);

  const switchTo = (next: PartnerClient | null, bound: KeyBinding | null): void => {
    client = next;
    rights = null;
    taughtAt = new Map();
    keyRefused = false;
    keyLost = false;
    binding = bound;
    connectivity.reset();
    hintConnection();
    onChange();
  };

  const checkWith = async (asked: PartnerClient) => {
    const { exchange, outcome } = await asked.get(connectivityProbe, closing.signal);
    if (outcome.kind !== "success") {
      return err(reachErrorOf(outcome), `The partner API could not be asked: ${outcome.kind}.`);
    }
    const read = readData(organizationSchema, outcome.body);
    if (!read.ok) return err("not-the-api", "The answer is not an organization.");
    const { _id: id, name, slug, plan, roles } = read.value;
    const serverMs = exchange.kind === "answered" ? readHttpDate(exchange.date) : undefined;
    return ok({
      organization: { id, name, slug, plan, roles },
      clockDriftMs: serverMs === undefined ? null : Math.round(exchange.atMs - 500 - serverMs),
    } satisfies CheckedConnection);
  };

  const prepare = (
    baseUrl: string,
    apiKey: string,
    make: (credential: Credential) => PartnerClient,
  ) => {
    const address = parseBaseAddress(baseUrl);
    if (!address.ok) return address;
    const key = apiKey.trim();
    if (!isSendableKey(key)) return err("wrong-key", "This cannot be a key.");
    return ok(make(credentialOf(address.value, key)));
  };

  const keep = (asked: PartnerClient, organization: OrganizationSummary): void => {
    const { baseUrl, fingerprint } = asked.credential;
    const known = stores.credentials.get(fingerprint);
    const rightsBefore = known?.rights ?? untriedRights;
    db.transaction(() =>
      stores.credentials.put({
        fingerprint,
        baseUrl,
        organizationId: organization.id,
        organization,
        rights: { ...rightsBefore, readOrganization: "worked" },
        savedAtMs: ports.clock.now(),
        current: true,
      }),
    );
  };

  const stateOf = (isKept: boolean): Connection["state"] => {
    if (!isKept) return "none";
    if (keyLost) return "key-lost";
    return keyRefused ? "key-refused" : "connected";
  };

  /** Refuses another organization's key while entries are unsent (O9); null if the key is acceptable. */
  const whyOther = (offered: OrganizationSummary) => {
    const before = stores.credentials.current();
    const { unsent } = stores.outbox.counts();
    const expected = binding?.organizationId ?? before?.organizationId;
    if (unsent === 0 || before === null || expected === offered.id) return null;
    return err("other-organization", "This key belongs to another organization.", {
      details: { unsent, organization: before.organization, offered },
    });
  };

  const save: SyncConnection["save"] = async (baseUrl, apiKey) => {
    const prepared = prepare(baseUrl, apiKey, listeningClient);
    if (!prepared.ok) return prepared;
    const asked = prepared.value;
    // Uses a client without listener: what a wrong address answers proves nothing about the connection in
    // use.
    const probe = silentClient(asked.credential);
    const checked = await checkWith(probe);
    if (!checked.ok) return checked;
    const { organization } = checked.value;
    const refused = whyOther(organization);
    if (refused !== null) return refused;
    const before = stores.credentials.current();
    const { fingerprint, apiKey: key } = asked.credential;
    const bound = { baseUrl: asked.credential.baseUrl, organizationId: organization.id };
    try {
      await writeKeptKey(deps, fingerprint, key, bound);
    } catch {
      return err("key-store-failed", "The key store did not take the key.");
    }
    // Check again: an entry may have been saved while the key store was writing.
    const refusedNow = whyOther(organization);
    if (refusedNow !== null) {
      if (before?.fingerprint !== fingerprint) await removeKeptKey(deps, fingerprint);
      return refusedNow;
    }
    keep(asked, organization);
    if (before !== null && before.fingerprint !== fingerprint) {
      await removeKeptKey(deps, before.fingerprint);
    }
    switchTo(asked, bound);
    return checked;
  };

  const forget: SyncConnection["forget"] = async () => {
    const { unsent } = stores.outbox.counts();
    if (unsent > 0) return err("unsent", "Something is still unsent.", { details: { unsent } });
    const before = stores.credentials.current();
    db.transaction(() => stores.credentials.forgetCurrent());
    switchTo(null, null);
    if (before !== null) await removeKeptKey(deps, before.fingerprint);
    return ok(null);
  };

  /**
   * The client for the stored credential, if the key store has the same address and organization; else null
   * (S6).
   */
  const openClient = async (record: CredentialRecord): Promise<PartnerClient | null> => {
    const kept = await readKeptKey(deps, record.fingerprint);
    const address = parseBaseAddress(record.baseUrl);
    if (kept === null) return null;
    binding = kept.binding;
    if (!address.ok || !isSendableKey(kept.apiKey)) return null;
    const credential = credentialOf(address.value, kept.apiKey);
    const named = { baseUrl: address.value, organizationId: record.organizationId };
    const { baseUrl, organizationId } = kept.binding ?? named;
    const isBound =
      // A hash of address and key: only somebody with the key can compute it.
      credential.fingerprint === record.fingerprint &&
      baseUrl === named.baseUrl &&
      organizationId === named.organizationId;
    if (!isBound) {
      ports.logger.log("warn", "connection.key-of-another-address");
      return null;
    }
    if (kept.binding === null) await bindEarlierKey(credential, named);
    return listeningClient(credential);
  };

  /**
   * Earlier versions stored no organization with the key: bind the key to the organization found at the first
   * start.
   */
  const bindEarlierKey = async (
    { fingerprint, apiKey }: Credential,
    named: KeyBinding,
  ): Promise<void> => {
    binding = named;
    await writeKeptKey(deps, fingerprint, apiKey, named).catch(() =>
      ports.logger.log("warn", "connection.key-store-failed"),
    );
  };

  const clientNow = (): PartnerClient | null => (isHeld() ? null : client);

  return {
    get client() {
      return clientNow();
    },
    ask() {
      const now = clientNow();
      if (now !== null) return ok(now);
      return client === null
        ? err("not-connected", "There is no connection.")
        : err("held-as-copy", "The database is a copy that nobody has decided about yet.");
    },
    get hasKey() {
      return client !== null;
    },
    get keyRefused() {
      return keyRefused;
    },
    doubtRefusal() {
      keyRefused = false;
    },
    async open() {
      const record = stores.credentials.current();
      if (record === null) return;
      client = await openClient(record);
      if (client !== null) return;
      ports.logger.log("warn", "connection.key-missing");
      keyLost = true;
    },
    close() {
      closing.abort();
      client = null;
    },
    get(): Omit<Connection, "mode"> {
      const record = client === null && !keyLost ? null : stores.credentials.current();
      return {
        state: stateOf(record !== null),
        // If the key is lost, the form offers this address. The key store wins, so that a manipulated
        // database cannot choose the address.
        baseUrl: record === null ? null : (binding?.baseUrl ?? record.baseUrl),
        organization: (record?.organization ?? null) as OrganizationSummary | null,
        rights: record?.rights ?? untriedRights,
        keyStore: ports.secrets.kind,
        line: { state: connectivity.state, sinceMs: connectivity.sinceMs },
        clockDriftMs: connectivity.clockDriftMs,
      };
    },
    async check(baseUrl, apiKey) {
      const prepared = prepare(baseUrl, apiKey, silentClient);
      return prepared.ok ? checkWith(prepared.value) : prepared;
    },
    save: (baseUrl, apiKey) => inSeries(() => save(baseUrl, apiKey)),
    forget: () => inSeries(forget),
  };
}
