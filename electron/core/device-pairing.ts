import { hash } from "node:crypto";
import type { Joining } from "#shared/contract/peer.ts";
import type { DeviceRole, PairingCode } from "#shared/contract/settings.ts";
import type { UnknownDevice } from "#shared/domain/basics/device-proof.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { DeviceRecord, DeviceStore } from "./db/stores/access-stores.ts";
import { NotSavedError } from "./db/open/not-saved.ts";
import type { Caller } from "./handlers.ts";
import { isLookAlike, plainName } from "./names/look-alike.ts";
import { createPairingTries } from "./pairing-tries.ts";
import type { Clock, Random } from "./ports.ts";

/** Pairing and access of other devices (S1). */
export interface DeviceAccess {
  /** Creates a code that pairs up to 20 devices within ten minutes (M2); the former code becomes invalid. */
  openPairing(): PairingCode;
  /** The valid code; null if it was used, replaced or ended, or has expired. */
  pairing(): PairingCode | null;
  /**
   * Exchanges the code for a token, which is returned only once; its hash is stored as the key of later proofs. After too
   * many wrong codes from one address, only that address waits; after many from several, the code is exchanged for
   * another one (S12).
   *
   * @param admit Asked after the right code: why this database may not join. Without the code nobody learns it (M3).
   */
  pair<Refused extends Err<Failure> = never>(
    code: string,
    name: string,
    address: string,
    joining?: Joining,
    admit?: () => Refused | null,
  ): Result<PairedDevice, Failure<PairError>> | Refused;
  /** Milliseconds since the device's last call in this run; null if it made none. */
  heardAgoMs(deviceId: string): number | null;
  /** The caller for a device that has proved its identity; null if it is not paired (any more). */
  check(deviceId: string): Caller | null;
  /** The key with which device and station prove their identity to each other (S7); null if not paired. */
  keyOf(deviceId: string): string | null;
  /** Why `keyOf` is null. */
  whyUnknown(deviceId: string): UnknownDevice;
  list(): DeviceRecord[];
  /** Takes effect at the device's next call; false if there is no such device (S10). */
  setRole(deviceId: string, role: DeviceRole): boolean;
  /** A device gets another name; refused if that looks like the name of another desk (S10). */
  rename(deviceId: string, name: string): Result<null, Failure<RenameError>>;
  /** Ends the open code too, because the device may know it. False if there is no such device. */
  revoke(deviceId: string): boolean;
}

export interface PairedDevice {
  readonly token: string;
  readonly id: string;
  readonly name: string;
}

export type PairError =
  | "wrong-code"
  | "invalid-name"
  | "name-taken"
  | "too-many-attempts"
  | "not-saved";

export type RenameError = "invalid-name" | "name-taken" | "not-found" | "not-saved";

const codeLifeMs = 10 * 60_000;
/** As many devices as one venue has desks. */
const devicesPerCode = 20;
const codeDigits = 6;
/** Wrong guesses of all addresses together, after which the code is replaced; its end does not change. */
const wrongGuessesPerCode = 20;
const longestName = 60;
/** The time a device was last seen is stored at most this often, because each store is a commit. */
const seenEveryMs = 5 * 60_000;

export interface DeviceAccessOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The devices of the open workspace (practice has its own, K3); null while none is open. */
  readonly devices: () => Pick<
    DeviceStore,
    "add" | "get" | "list" | "seen" | "setRole" | "rename" | "remove" | "revoke" | "wasRevoked"
  > | null;
  /** Practice is open, and the devices of the race are in the other folder. */
  readonly isPractice: () => boolean;
  /** This computer was the hub and is not any more: its code is shown no longer, and nobody pairs (M10). */
  readonly hasLostHub: () => boolean;
  /** The desk name of this computer's own screen. */
  readonly ownerDesk: () => string;
  /** The other computers of the venue that this one knows, by journal device. */
  readonly otherComputers: () => readonly { readonly device: string; readonly name: string }[];
  /** Runs one transaction; throws NotSavedError. */
  readonly transaction: <T>(run: () => T) => T;
  /** A database joined as a full desk: the key of its signatures is known from now on (M5). In a transaction. */
  readonly learn: (joining: Joining, name: string) => void;
  /** A full desk has another name from now on. In a transaction. */
  readonly renameComputer: (journalDevice: string, name: string) => void;
  /** A device was paired, renamed or removed, or a code or role changed. */
  readonly onChange: () => void;
}

export function createDeviceAccess(options: DeviceAccessOptions): DeviceAccess {
  const { clock, random, transaction, onChange } = options;
  const pairing = createPairingCode(options);
  const tries = createPairingTries(clock);
  /** Of each device, the monotonic time of its last call. */
  const heardAt = new Map<string, number>();
  const devices = (): ReturnType<typeof options.devices> & object => {
    const store = options.devices();
    if (store === null) throw new Error("No workspace is open");
    return store;
  };

  return {
    openPairing() {
      tries.forget();
      return pairing.open();
    },

    pairing: () => (options.hasLostHub() ? null : pairing.current()),

    pair(code, typedName, address, joining, admit) {
      const name = plainName(typedName);
      if (!isName(name)) return invalidName();
      if (!tries.mayTry(address)) {
        return err("too-many-attempts", "Too many wrong codes; wait a minute");
      }
      if (options.hasLostHub() || !pairing.isRight(code)) {
        tries.addWrong(address);
        return err("wrong-code", "This code is not, or no longer, valid");
      }
      const refused = admit?.() ?? null;
      if (refused !== null) return refused;
      const others = othersThan(joining, devices().list());
      const taken = takenName(options, { name, typed: typedName.trim(), others, joining });
      if (taken !== null) return nameTaken(taken);
      const token = Buffer.from(random.bytes(32)).toString("base64url");
      const device = { id: random.uuid(), name: freeName(name, others, options.ownerDesk()) };
      const stored = { ...device, ...newPairing(token, clock.now()), ...roleOf(joining) };
      const wasSaved = isSaved(transaction, () => addDevice(options, stored, joining));
      if (!wasSaved) return err("not-saved", "The disk refused; the device is not paired");
      pairing.use();
      onChange();
      return ok({ token, ...device });
    },

    check(deviceId) {
      const store = options.devices();
      const device = store?.get(deviceId) ?? null;
      if (store === null || device === null) return null;
      heardAt.set(deviceId, clock.monotonic());
      const now = clock.now();
      if (device.lastSeenAtMs === null || Math.abs(now - device.lastSeenAtMs) >= seenEveryMs) {
        // Only the settings show this time, so a full disk must not refuse the device.
        isSaved(transaction, () => store.seen(device.id, now));
      }
      return { role: device.role, device: device.name, deviceId: device.id };
    },

    keyOf: (deviceId) => options.devices()?.get(deviceId)?.tokenHash ?? null,

    whyUnknown: (deviceId) => whyUnknown(options, deviceId),

    heardAgoMs(deviceId) {
      const at = heardAt.get(deviceId);
      return at === undefined ? null : clock.monotonic() - at;
    },

    list: () => devices().list(),

    setRole(deviceId, role) {
      if (devices().get(deviceId)?.role === "peer") return false;
      const isThere = transaction(() => devices().setRole(deviceId, role));
      if (isThere) onChange();
      return isThere;
    },

    rename(deviceId, typedName) {
      const renamed = renameDesk(options, deviceId, typedName);
      if (renamed.ok) onChange();
      return renamed;
    },

    revoke(deviceId) {
      const removed = transaction(() => devices().revoke(deviceId));
      if (removed) {
        pairing.end();
        onChange();
      }
      return removed;
    },
  };
}

function whyUnknown(
  { devices, ownerDesk, isPractice }: DeviceAccessOptions,
  deviceId: string,
): UnknownDevice {
  const store = devices();
  if (store === null) return { why: "closed" };
  if (store.wasRevoked(deviceId)) return { why: "access-taken", hub: ownerDesk() };
  return { why: isPractice() ? "practice" : "unknown" };
}

function renameDesk(
  options: DeviceAccessOptions,
  deviceId: string,
  typedName: string,
): Result<null, Failure<RenameError>> {
  const { devices, transaction, renameComputer } = options;
  const store = devices();
  const device = store?.get(deviceId) ?? null;
  if (store === null || device === null) return err("not-found", "No such desk is paired");
  const { journalDevice } = device;
  const name = plainName(typedName);
  if (!isName(name)) return invalidName();
  const others = store.list().filter(({ id }) => id !== deviceId);
  // Nobody else has the name either, also not exactly: only a new browser gets a number after its name.
  const joining = { device: journalDevice ?? "" };
  const taken = takenName(options, { name, typed: typedName.trim(), others, joining });
  if (taken !== null) return nameTaken(taken);
  const wasSaved = isSaved(transaction, () => {
    store.rename(deviceId, name);
    if (journalDevice !== null) renameComputer(journalDevice, name);
  });
  return wasSaved ? ok(null) : err("not-saved", "The disk refused; the desk keeps its name");
}

const isName = (name: string): boolean => name !== "" && [...name].length <= longestName;

const invalidName = () => err("invalid-name", `A name has 1 to ${longestName} characters`);

const nameTaken = (name: string) =>
  err("name-taken", `Another desk is called ${name}: choose another name`, { details: { name } });

/** In a transaction. */
function addDevice(
  { devices, learn }: DeviceAccessOptions,
  device: DeviceRecord,
  joining: Joining | undefined,
): void {
  const store = devices();
  for (const { id, journalDevice } of store?.list() ?? []) {
    if (journalDevice !== null && journalDevice === device.journalDevice) store?.remove(id);
  }
  store?.add(device);
  if (joining !== undefined) learn(joining, device.name);
}

const newPairing = (token: string, pairedAtMs: number) =>
  ({ tokenHash: hash("sha256", token), pairedAtMs, lastSeenAtMs: null }) as const;

const roleOf = (joining: Joining | undefined): Pick<DeviceRecord, "role" | "journalDevice"> =>
  joining === undefined
    ? { role: "desk", journalDevice: null }
    : { role: "peer", journalDevice: joining.device };

/** A computer that joins once more takes the place of its former pairing. */
const othersThan = (joining: Joining | undefined, devices: readonly DeviceRecord[]) =>
  devices.filter(({ journalDevice }) => joining === undefined || journalDevice !== joining.device);

interface WantedName {
  readonly name: string;
  readonly typed: string;
  readonly others: readonly DeviceRecord[];
  readonly joining: Pick<Joining, "device"> | undefined;
}

/**
 * The name of another desk that looks similar to this one (S10); null without one. A browser may type exactly the name of
 * another browser: it then gets a number after its name. A computer that joins writes its name itself, so its name must be
 * free as it is.
 */
function takenName(
  { ownerDesk, otherComputers }: DeviceAccessOptions,
  { name, typed, others, joining }: WantedName,
): string | null {
  const computers = otherComputers().filter(({ device }) => device !== joining?.device);
  const paired = others.map((other) => other.name);
  return similarName(name, [
    ownerDesk(),
    ...computers.map((other) => other.name),
    ...(joining === undefined ? paired.filter((other) => other !== typed) : paired),
  ]);
}

/** The code that a person reads from the owner's screen; it is valid once and for a short time. */
function createPairingCode({ clock, random, onChange }: DeviceAccessOptions) {
  let open: (PairingCode & { readonly until: number; wrongGuesses: number }) | null = null;
  const current = () => {
    if (open !== null && clock.monotonic() >= open.until) open = null;
    if (open === null) return null;
    const { code, expiresAtMs, left } = open;
    return { code, expiresAtMs, left };
  };
  return {
    current,
    open() {
      open = {
        code: randomDigits(random),
        until: clock.monotonic() + codeLifeMs,
        expiresAtMs: clock.now() + codeLifeMs,
        left: devicesPerCode,
        wrongGuesses: 0,
      };
      onChange();
      const { code, expiresAtMs, left } = open;
      return { code, expiresAtMs, left };
    },
    end: () => void (open = null),
    /** A device was paired; after the last one the code is invalid. */
    use() {
      if (open !== null) open = open.left > 1 ? { ...open, left: open.left - 1 } : null;
    },
    /** After several wrong guesses the code is replaced. */
    isRight(code: string): boolean {
      if (current() === null || open === null) return false;
      if (open.code === code.replace(/\D/g, "")) return true;
      open.wrongGuesses += 1;
      if (open.wrongGuesses >= wrongGuessesPerCode) {
        open = { ...open, code: randomDigits(random), wrongGuesses: 0 };
        onChange();
      }
      return false;
    },
  };
}

/** Runs the transaction; false if the disk refused. */
function isSaved(transaction: DeviceAccessOptions["transaction"], write: () => void): boolean {
  try {
    transaction(write);
    return true;
  } catch (error) {
    if (error instanceof NotSavedError) return false;
    throw error;
  }
}

/** Uniform decimal digits: bytes from 250 up are skipped, because they would make low digits more likely. */
function randomDigits(random: Random): string {
  let digits = "";
  while (digits.length < codeDigits) {
    for (const byte of random.bytes(codeDigits)) {
      if (byte < 250 && digits.length < codeDigits) digits += String(byte % 10);
    }
  }
  return digits;
}

/**
 * A device's name is its desk in the journal (J3). No two devices share one: a second "Tablet" is called "Tablet 2".
 */
function freeName(name: string, devices: readonly DeviceRecord[], ownerDesk: string): string {
  const taken = devices.map((device) => device.name);
  if (!taken.includes(name)) return name;
  const unnumbered = name.replace(/ \d+$/, "");
  for (let number = 2; ; number += 1) {
    const candidate = `${unnumbered} ${number}`;
    if (similarName(candidate, [ownerDesk, ...taken]) === null) return candidate;
  }
}

/** The first of these names that looks similar to this one; null without one. */
const similarName = (name: string, names: readonly string[]): string | null =>
  names.find((other) => isLookAlike(other, name)) ?? null;
