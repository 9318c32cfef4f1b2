import type { Rights } from "#shared/contract/connection.ts";
import type { PairedRole } from "#shared/contract/settings.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "../table.ts";
import { createMetaStore } from "./small-stores.ts";

/** Ids in `meta`. More than the devices of many race days. */
const revokedKey = "revoked-devices";
const revokedKept = 200;

const credentialTable = defineTable("credential", {
  fingerprint: column.text,
  baseUrl: column.text,
  organizationId: column.text,
  /** The organization as the API sent it. */
  organization: column.json<unknown>(),
  rights: column.json<Rights>(),
  savedAtMs: column.number,
  current: column.flag,
});

/** Data about an API key. The key itself is never stored in the database (K1). */
export type CredentialRecord = RowOf<typeof credentialTable>;

const deviceTable = defineTable("paired_device", {
  id: column.text,
  name: column.text,
  /** Hash of the device's token. Device and station prove with it that they know the token (S7). */
  tokenHash: column.text,
  pairedAtMs: column.number,
  lastSeenAtMs: column.numberOrNull,
  role: column.plain<PairedRole>(),
  /** The journal device of a full desk (M3); null for a browser. */
  journalDevice: column.textOrNull,
});

export type DeviceRecord = RowOf<typeof deviceTable>;

export function createCredentialStore({ raw }: Db) {
  const upsert = credentialTable.upsert(raw, ["fingerprint"]);
  const update = credentialTable.update(raw, "fingerprint");
  const retire = raw.prepare("UPDATE credential SET current = 0 WHERE current = 1");
  return {
    get: credentialTable.select<[fingerprint: string]>(raw, "WHERE fingerprint = ?").get,
    /** The key in use; null if there is none. */
    current: credentialTable.select<[]>(raw, "WHERE current = 1").get,
    /** The key in use; without one, the record of the key that was in use last. */
    last: credentialTable.select<[]>(raw, "ORDER BY current DESC, saved_at_ms DESC LIMIT 1").get,
    /** Stores a record. A record with `current` becomes the key in use. */
    put(record: CredentialRecord): void {
      if (record.current) retire.run();
      upsert(record);
    },
    setRights: (fingerprint: string, rights: Rights) => update(fingerprint, { rights }),
    /** After this call no key is in use. The record of the former key is kept. */
    forgetCurrent: () => retire.run(),
  };
}

/** Devices paired with the station (S1). */
export type DeviceStore = ReturnType<typeof createDeviceStore>;

export function createDeviceStore({ raw }: Db) {
  const meta = createMetaStore(raw);
  const revoked = (): string[] => meta.get(revokedKey)?.split(" ") ?? [];
  const insert = deviceTable.insert(raw);
  const update = deviceTable.update(raw, "id");
  const remove = raw.prepare<[string]>("DELETE FROM paired_device WHERE id = ?");
  return {
    add: (device: DeviceRecord): void => void insert(device),
    get: deviceTable.select<[id: string]>(raw, "WHERE id = ?").get,
    list: deviceTable.select<[]>(raw, "ORDER BY paired_at_ms, id").all,
    seen: (id: string, lastSeenAtMs: number): void => void update(id, { lastSeenAtMs }),
    /** Returns false if there is no such device. */
    setRole: (id: string, role: PairedRole) => update(id, { role }) > 0,
    rename: (id: string, name: string): void => void update(id, { name }),
    /** Returns false if there is no such device. */
    remove: (id: string) => remove.run(id).changes > 0,
    /** Like `remove`, and remembers that the device has no access any more. */
    revoke(id: string): boolean {
      const wasPaired = remove.run(id).changes > 0;
      if (wasPaired) meta.set(revokedKey, [...revoked(), id].slice(-revokedKept).join(" "));
      return wasPaired;
    },
    wasRevoked: (id: string) => revoked().includes(id),
  };
}
