import type { Connection, OrganizationSummary } from "#shared/contract/connection.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { Credential } from "#core/partner/credential.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncConnection } from "#core/sync/sync-interface.ts";
import type { Connectivity } from "./connectivity.ts";
import { checkCredential, clientFor, parseCredential } from "./credential-check.ts";
import type { KeyBinding } from "./kept-key.ts";
import { removeKeptKey } from "./kept-key.ts";
import { createKeyStatus } from "./key-status.ts";
import { untriedRights } from "./rights.ts";
import { openKey, saveKey } from "./save-key.ts";

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
  retryKey(): void;
  open(): Promise<void>;
  close(): void;
}

export interface ConnectionOptions {
  readonly deps: SyncDeps;
  readonly connectivity: Connectivity;
  /** Whether the database is a clone that waits for a person's decision (S5). */
  readonly isHeld: () => boolean;
  /** Called before `onChange` when a key was saved. */
  readonly onSwitch: () => void;
  /** Called when the key changed, was deleted or works again. */
  readonly onChange: () => void;
  /** Called when a request got no answer from the API, so that connectivity is checked. */
  readonly onSilence: () => void;
}

/** The key in use and its client. */
function createKeyInUse({ deps, connectivity, onSwitch, onChange, onSilence }: ConnectionOptions) {
  let client: PartnerClient | null = null;
  let binding: KeyBinding | null = null;
  let isLost = false;
  const status = createKeyStatus({
    deps,
    connectivity,
    fingerprint: () => client?.credential.fingerprint ?? null,
    onWorks: onChange,
    onSilence,
  });

  /**
   * Listens only while this client is in use: answers to a former key prove nothing about the present one
   * (O9).
   */
  const listeningClient = (credential: Credential): PartnerClient => {
    const made: PartnerClient = clientFor(deps, credential, (endpoint, reply) => {
      if (client === made) status.hear(endpoint, reply);
    });
    return made;
  };

  return {
    get client() {
      return client;
    },
    /** The address and organization that the key store records for this key; it overrides the database (S6). */
    get binding() {
      return binding;
    },
    /** The key that the database names could not be read, or belongs to another address or organization. */
    get isLost() {
      return isLost;
    },
    status,
    /** Uses another key from now on, or none. */
    switchTo(next: { readonly credential: Credential; readonly binding: KeyBinding } | null): void {
      client?.retire();
      client = next === null ? null : listeningClient(next.credential);
      binding = next?.binding ?? null;
      isLost = false;
      status.reset();
      connectivity.reset();
      deps.invalidate("connection");
      // Another organization's key has other series, and its list of events is not read yet (O9).
      deps.invalidate("events");
      if (client !== null) onSwitch();
      onChange();
    },
    /** Reads the key that the database names from the key store. */
    async open(): Promise<void> {
      const record = deps.stores.credentials.current();
      if (record === null) return;
      const kept = await openKey(deps, record);
      binding = kept.binding;
      if (kept.credential !== null) client = listeningClient(kept.credential);
      if (client !== null) return;
      deps.ports.logger.log("warn", "connection.key-missing");
      isLost = true;
    },
    close(): void {
      client = null;
    },
  };
}

type KeyInUse = ReturnType<typeof createKeyInUse>;

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { deps, connectivity, isHeld } = options;
  const { db, stores } = deps;
  /** In series, so that the last command wins, however long each request takes. */
  const commands = createSerialQueue();
  const key = createKeyInUse(options);

  const save: SyncConnection["save"] = async (baseUrl, apiKey) => {
    const boundNow = (): KeyBinding | null => key.binding;
    const saved = await saveKey(deps, { baseUrl, apiKey, boundNow });
    if (!saved.ok) return saved;
    key.switchTo(saved.value);
    return ok(saved.value.checked);
  };

  const forget: SyncConnection["forget"] = async (options) => {
    const { unsent } = stores.outbox.counts();
    if (unsent > 0 && options?.evenUnsent !== true) {
      return err("unsent", "Something is still unsent.", { details: { unsent } });
    }
    const before = stores.credentials.current();
    db.transaction(() => stores.credentials.forgetCurrent());
    key.switchTo(null);
    if (before !== null) await removeKeptKey(deps, before.fingerprint);
    return ok(null);
  };

  const clientNow = (): PartnerClient | null => (isHeld() ? null : key.client);

  return {
    get client() {
      return clientNow();
    },
    ask() {
      const now = clientNow();
      if (now !== null) return ok(now);
      return key.client === null
        ? err("not-connected", "There is no connection.")
        : err("held-as-copy", "The database is a copy that nobody has decided about yet.");
    },
    get hasKey() {
      return key.client !== null;
    },
    get keyRefused() {
      return key.status.isRefused;
    },
    retryKey: () => key.status.retryKey(),
    open: () => key.open(),
    close: () => key.close(),
    get: () => view(deps, key, connectivity),
    async check(baseUrl, apiKey) {
      const parsed = parseCredential(deps, baseUrl, apiKey);
      return parsed.ok ? checkCredential(deps, parsed.value) : parsed;
    },
    save: (baseUrl, apiKey) => commands(() => save(baseUrl, apiKey)),
    saveUnless: (isReplaced, baseUrl, apiKey) =>
      commands(async () => (isReplaced() ? keyReplaced() : await save(baseUrl, apiKey))),
    forget: (options) => commands(() => forget(options)),
  };
}

const keyReplaced = () => err("key-replaced", "Another key was given meanwhile.");

function view(
  { stores, ports }: SyncDeps,
  { client, isLost, binding, status }: KeyInUse,
  { state, sinceMs, clockDriftMs }: Connectivity,
): Omit<Connection, "mode"> {
  const record = client === null && !isLost ? null : stores.credentials.current();
  return {
    state: stateOf(record !== null, isLost, status.isRefused),
    // If the key is lost, the form offers this address. The key store wins, so that a manipulated database
    // cannot choose the address.
    baseUrl: record === null ? null : (binding?.baseUrl ?? record.baseUrl),
    organization: (record?.organization ?? null) as OrganizationSummary | null,
    rights: record?.rights ?? untriedRights,
    keyStore: ports.secrets.kind,
    connectivity: { state, sinceMs },
    clockDriftMs,
  };
}

function stateOf(isKept: boolean, isLost: boolean, isRefused: boolean): Connection["state"] {
  if (!isKept) return "none";
  if (isLost) return "key-lost";
  return isRefused ? "key-refused" : "connected";
}
