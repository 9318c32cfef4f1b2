import { createHash } from "node:crypto";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { DeviceRecord, DeviceStore } from "./db/stores/access-stores.ts";
import { NotSavedError } from "./db/not-saved.ts";
import type { Caller } from "./handlers.ts";
import type { Clock, Random } from "./ports.ts";

/** How a station lets other devices in (S1). */
export interface DeviceAccess {
  /** A new code that pairs one device within five minutes; the code before it is void. */
  openPairing(): PairingCode;
  /**
   * Exchanges the code for a token, which is shown this once: only its hash is kept. Five wrong guesses void the code;
   * `too-many-attempts` comes after ten tries in a minute, whatever they were.
   */
  pair(code: string, name: string): Result<PairedDevice, Failure<PairError>>;
  /** Who carries this token; null for a token that is none, or not any more. */
  check(token: string): Caller | null;
  list(): DeviceRecord[];
  /** False when there was none. */
  revoke(deviceId: string): boolean;
}

export interface PairingCode {
  readonly code: string;
  readonly expiresAtMs: number;
}

export interface PairedDevice {
  readonly token: string;
  readonly id: string;
  readonly name: string;
}

export type PairError = "wrong-code" | "invalid-name" | "too-many-attempts" | "not-saved";

const codeLifeMs = 5 * 60_000;
const codeDigits = 6;
const wrongGuessesPerCode = 5;
const attemptsPerMinute = 10;
const longestName = 60;
/** Writing down when a device was last seen costs a commit; once in a while is enough. */
const seenEveryMs = 5 * 60_000;

export interface DeviceAccessOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The devices of the open workspace; practice has its own (K3). Null while there is none. */
  readonly devices: () => Pick<
    DeviceStore,
    "add" | "byTokenHash" | "list" | "seen" | "remove"
  > | null;
  /** Runs one write; throws NotSavedError like the database's transaction. */
  readonly transaction: <T>(run: () => T) => T;
  /** Somebody was let in or out. */
  readonly onChange: () => void;
}

export function createDeviceAccess(options: DeviceAccessOptions): DeviceAccess {
  const { clock, random, transaction, onChange } = options;
  let open: { code: string; until: number; wrongGuesses: number } | null = null;
  let attempts: number[] = [];
  const devices = (): ReturnType<typeof options.devices> & object => {
    const store = options.devices();
    if (store === null) throw new Error("No workspace is open");
    return store;
  };

  const isTooOften = (): boolean => {
    const now = clock.monotonic();
    attempts = attempts.filter((at) => at > now - 60_000);
    if (attempts.length >= attemptsPerMinute) return true;
    attempts.push(now);
    return false;
  };

  const takeCode = (code: string): boolean => {
    if (open === null || clock.monotonic() >= open.until) {
      open = null;
      return false;
    }
    if (open.code === code.replace(/\D/g, "")) {
      open = null;
      return true;
    }
    open.wrongGuesses += 1;
    if (open.wrongGuesses >= wrongGuessesPerCode) open = null;
    return false;
  };

  const tryToKeep = (write: () => void): boolean => {
    try {
      transaction(write);
      return true;
    } catch (error) {
      if (error instanceof NotSavedError) return false;
      throw error;
    }
  };

  return {
    openPairing() {
      open = {
        code: randomDigits(random),
        until: clock.monotonic() + codeLifeMs,
        wrongGuesses: 0,
      };
      return { code: open.code, expiresAtMs: clock.now() + codeLifeMs };
    },

    pair(code, typedName) {
      const name = typedName
        .normalize("NFC")
        .replace(/\p{Cc}/gu, "")
        .trim();
      if (name === "" || [...name].length > longestName) {
        return err("invalid-name", `A name has 1 to ${longestName} characters`);
      }
      if (isTooOften()) return err("too-many-attempts", "Too many attempts; wait a minute");
      if (!takeCode(code)) return err("wrong-code", "This code is not, or no longer, valid");
      const token = Buffer.from(random.bytes(32)).toString("base64url");
      const device = { id: random.uuid(), name: freeName(name, devices().list()) };
      const stored = { ...device, tokenHash: hashOf(token), pairedAtMs: clock.now() };
      const isKept = tryToKeep(() => devices().add({ ...stored, lastSeenAtMs: null }));
      if (!isKept) return err("not-saved", "The disk refused; the device is not paired");
      onChange();
      return ok({ token, ...device });
    },

    check(token) {
      const store = options.devices();
      const device = store?.byTokenHash(hashOf(token)) ?? null;
      if (store === null || device === null) return null;
      const now = clock.now();
      if (device.lastSeenAtMs === null || Math.abs(now - device.lastSeenAtMs) >= seenEveryMs) {
        // Only for the list in the settings: a full disk must not lock anybody out.
        tryToKeep(() => store.seen(device.id, now));
      }
      return { reach: "desk", device: device.name };
    },

    list: () => devices().list(),

    revoke(deviceId) {
      const removed = transaction(() => devices().remove(deviceId));
      if (removed) onChange();
      return removed;
    },
  };
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Uniform decimal digits: bytes from 250 up would favour the low ones and are drawn again. */
function randomDigits(random: Random): string {
  let digits = "";
  while (digits.length < codeDigits) {
    for (const byte of random.bytes(codeDigits)) {
      if (byte < 250 && digits.length < codeDigits) digits += String(byte % 10);
    }
  }
  return digits;
}

/** A device's name is its desk in the journal (J3), so no two devices share one. */
function freeName(name: string, devices: readonly DeviceRecord[]): string {
  const taken = new Set(devices.map((device) => device.name));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
