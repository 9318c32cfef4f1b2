import type { Rights } from "#shared/contract/connection.ts";
import type { DeviceRole } from "#shared/contract/settings.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain, prepareRows } from "../table.ts";

/** What is known of a key. The key itself is never here (K1). */
export interface CredentialRecord {
  readonly fingerprint: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  /** The organization as it answered. */
  readonly organization: unknown;
  readonly rights: Rights;
  readonly savedAtMs: number;
  readonly current: boolean;
}

export interface CredentialStore {
  get(fingerprint: string): CredentialRecord | null;
  /** The one in use; null when forgotten. */
  current(): CredentialRecord | null;
  /** Keeps it; with `current` it takes the place of the one in use. */
  put(record: CredentialRecord): void;
  setRights(fingerprint: string, rights: Rights): void;
  /** No key is in use any more. What was known of the old one stays. */
  forgetCurrent(): void;
}

export interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  /** Of the token that the device was given: the key with which both sides prove who they are (S7). */
  readonly tokenHash: string;
  readonly pairedAtMs: number;
  readonly lastSeenAtMs: number | null;
  readonly role: DeviceRole;
}

/** Devices paired with the station (S1). */
export interface DeviceStore {
  add(device: DeviceRecord): void;
  get(id: string): DeviceRecord | null;
  list(): DeviceRecord[];
  seen(id: string, atMs: number): void;
  /** False when there is no such device. */
  setRole(id: string, role: DeviceRole): boolean;
  /** False when there was none. */
  remove(id: string): boolean;
}

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
});

export function createCredentialStore({ raw }: Db): CredentialStore {
  const upsert = raw.prepare(credentialTable.upsertSql(["fingerprint"]));
  const retire = raw.prepare("UPDATE credential SET current = 0 WHERE current = 1");
  const setRights = raw.prepare<[string, string]>(
    "UPDATE credential SET rights = ? WHERE fingerprint = ?",
  );
  const one = prepareRows<CredentialRecord, [string]>(
    raw,
    credentialTable,
    `SELECT ${credentialTable.columns} FROM credential WHERE fingerprint = ?`,
  );
  const current = prepareRows<CredentialRecord, []>(
    raw,
    credentialTable,
    `SELECT ${credentialTable.columns} FROM credential WHERE current = 1`,
  );
  return {
    get: (fingerprint) => one.get(fingerprint),
    current: () => current.get(),
    put(record) {
      if (record.current) retire.run();
      upsert.run(credentialTable.bind(record));
    },
    setRights: (fingerprint, rights) => void setRights.run(JSON.stringify(rights), fingerprint),
    forgetCurrent: () => void retire.run(),
  };
}

export function createDeviceStore({ raw }: Db): DeviceStore {
  const insert = raw.prepare(deviceTable.insertSql);
  const seen = raw.prepare<[number, string]>(
    "UPDATE paired_device SET last_seen_at_ms = ? WHERE id = ?",
  );
  const setRole = raw.prepare<[string, string]>("UPDATE paired_device SET role = ? WHERE id = ?");
  const remove = raw.prepare<[string]>("DELETE FROM paired_device WHERE id = ?");
  const one = prepareRows<DeviceRecord, [string]>(
    raw,
    deviceTable,
    `SELECT ${deviceTable.columns} FROM paired_device WHERE id = ?`,
  );
  const list = prepareRows<DeviceRecord, []>(
    raw,
    deviceTable,
    `SELECT ${deviceTable.columns} FROM paired_device ORDER BY paired_at_ms, id`,
  );
  return {
    add: (device) => void insert.run(deviceTable.values(device)),
    get: (id) => one.get(id),
    list: () => list.all(),
    seen: (id, atMs) => void seen.run(atMs, id),
    setRole: (id, role) => setRole.run(role, id).changes > 0,
    remove: (id) => remove.run(id).changes > 0,
  };
}
