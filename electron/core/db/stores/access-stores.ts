import type { Rights } from "#shared/contract/connection.ts";
import type { PairedRole } from "#shared/contract/settings.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain } from "../table.ts";
import { createMetaStore } from "./small-stores.ts";

/** Data about an API key. The key itself is never stored in the database (K1). */
export interface CredentialRecord {
  readonly fingerprint: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  /** The organization as the API sent it. */
  readonly organization: unknown;
  readonly rights: Rights;
  readonly savedAtMs: number;
  readonly current: boolean;
}

export interface CredentialStore {
  get(fingerprint: string): CredentialRecord | null;
  /** The key in use; null if there is none. */
  current(): CredentialRecord | null;
  /** The key in use; without one, the record of the key that was in use last. */
  last(): CredentialRecord | null;
  /** Stores a record. A record with `current` becomes the key in use. */
  put(record: CredentialRecord): void;
  setRights(fingerprint: string, rights: Rights): void;
  /** After this call no key is in use. The record of the former key is kept. */
  forgetCurrent(): void;
}

export interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  /** Hash of the device's token. Device and station prove with it that they know the token (S7). */
  readonly tokenHash: string;
  readonly pairedAtMs: number;
  readonly lastSeenAtMs: number | null;
  readonly role: PairedRole;
  /** The journal device of a full desk (M3); null for a browser. */
  readonly journalDevice: string | null;
}

/** Devices paired with the station (S1). */
export interface DeviceStore {
  add(device: DeviceRecord): void;
  get(id: string): DeviceRecord | null;
  list(): DeviceRecord[];
  seen(id: string, atMs: number): void;
  /** Returns false if there is no such device. */
  setRole(id: string, role: PairedRole): boolean;
  rename(id: string, name: string): void;
  /** Returns false if there is no such device. */
  remove(id: string): boolean;
  /** Like `remove`, and remembers that the device has no access any more. */
  revoke(id: string): boolean;
  wasRevoked(id: string): boolean;
}

/** Ids in `meta`. More than the devices of many race days. */
const revokedKey = "revoked-devices";
const revokedKept = 200;

const credentialTable = defineTable<CredentialRecord>("credential", {
  fingerprint: plain("fingerprint"),
  baseUrl: plain("base_url"),
  organizationId: plain("organization_id"),
  organization: json("organization"),
  rights: json("rights"),
  savedAtMs: plain("saved_at_ms"),
  current: flag("current"),
});

const deviceTable = defineTable<DeviceRecord>("paired_device", {
  id: plain("id"),
  name: plain("name"),
  tokenHash: plain("token_hash"),
  pairedAtMs: plain("paired_at_ms"),
  lastSeenAtMs: plain("last_seen_at_ms"),
  role: plain("role"),
  journalDevice: plain("journal_device"),
});

export function createCredentialStore({ raw }: Db): CredentialStore {
  const upsert = credentialTable.upsert(raw, ["fingerprint"]);
  const update = credentialTable.update(raw, "fingerprint");
  const retire = raw.prepare("UPDATE credential SET current = 0 WHERE current = 1");
  return {
    get: credentialTable.select<[string]>(raw, "WHERE fingerprint = ?").get,
    current: credentialTable.select<[]>(raw, "WHERE current = 1").get,
    last: credentialTable.select<[]>(raw, "ORDER BY current DESC, saved_at_ms DESC LIMIT 1").get,
    put(record) {
      if (record.current) retire.run();
      upsert(record);
    },
    setRights: (fingerprint, rights) => void update(fingerprint, { rights }),
    forgetCurrent: () => void retire.run(),
  };
}

export function createDeviceStore(db: Db): DeviceStore {
  const { raw } = db;
  const meta = createMetaStore(db);
  const revoked = (): string[] => meta.get(revokedKey)?.split(" ") ?? [];
  const insert = deviceTable.insert(raw);
  const update = deviceTable.update(raw, "id");
  const remove = raw.prepare<[string]>("DELETE FROM paired_device WHERE id = ?");
  return {
    add: (device) => void insert(device),
    get: deviceTable.select<[string]>(raw, "WHERE id = ?").get,
    list: deviceTable.select<[]>(raw, "ORDER BY paired_at_ms, id").all,
    seen: (id, lastSeenAtMs) => void update(id, { lastSeenAtMs }),
    setRole: (id, role) => update(id, { role }) > 0,
    rename: (id, name) => void update(id, { name }),
    remove: (id) => remove.run(id).changes > 0,
    revoke(id) {
      const wasPaired = remove.run(id).changes > 0;
      if (wasPaired) meta.set(revokedKey, [...revoked(), id].slice(-revokedKept).join(" "));
      return wasPaired;
    },
    wasRevoked: (id) => revoked().includes(id),
  };
}
