import { describe, expect, test } from "vitest";
import type { DeviceRecord } from "#core/db/stores/access-stores.ts";
import { createDeviceAccess } from "#core/device-access.ts";
import { NotSavedError } from "#core/db/not-saved.ts";
import { createManualClock } from "#test/support/clock.ts";

function station() {
  const clock = createManualClock();
  const kept = new Map<string, DeviceRecord>();
  const changes: string[] = [];
  let seed = 0;
  let isFull = false;
  const access = createDeviceAccess({
    clock,
    random: {
      uuid: () => `device-${(seed += 1)}`,
      number: () => 0,
      bytes: (length) => Uint8Array.from({ length }, () => (seed += 1) % 250),
    },
    devices: () => ({
      add: (device) => void kept.set(device.id, device),
      byTokenHash: (hash) => [...kept.values()].find((one) => one.tokenHash === hash) ?? null,
      list: () => [...kept.values()],
      seen: (id, atMs) => {
        const device = kept.get(id);
        if (device !== undefined) kept.set(id, { ...device, lastSeenAtMs: atMs });
      },
      remove: (id) => kept.delete(id),
    }),
    transaction: (run) => {
      if (isFull) throw new NotSavedError("disk-full", null);
      return run();
    },
    onChange: () => changes.push("changed"),
  });
  const pairOne = (name = "Tablet") => {
    const reply = access.pair(access.openPairing().code, name);
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value;
  };
  const fill = (full: boolean): void => void (isFull = full);
  return { access, clock, kept, changes, pairOne, fill };
}

const wrongCode = { ok: false, error: { code: "wrong-code" } };

/** A code of six digits that is not this one. */
const notThis = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("pairing", () => {
  test("S1 a code pairs one device, once", () => {
    const { access, changes } = station();
    const { code, expiresAtMs } = access.openPairing();
    expect(code).toMatch(/^\d{6}$/);
    expect(expiresAtMs).toBeGreaterThan(0);
    const paired = access.pair(` ${code.slice(0, 3)} ${code.slice(3)} `, "Tablet");
    expect(paired).toMatchObject({ ok: true, value: { name: "Tablet" } });
    expect(access.pair(code, "Second")).toMatchObject(wrongCode);
    expect(changes).toEqual(["changed"]);
  });

  test("S1 a code lives five minutes, whatever the wall clock does, and a new one voids it", async () => {
    const { access, clock } = station();
    const first = access.openPairing().code;
    const second = access.openPairing().code;
    expect(access.pair(first, "Tablet")).toMatchObject(wrongCode);
    clock.jump(-3_600_000);
    await clock.advance(5 * 60_000);
    expect(access.pair(second, "Tablet")).toMatchObject(wrongCode);
  });

  test("S1 five wrong guesses void the code, ten tries a minute are all there are", async () => {
    const { access, clock } = station();
    const { code } = access.openPairing();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(access.pair(notThis(code), "Tablet")).toMatchObject(wrongCode);
    }
    expect(access.pair(code, "Tablet")).toMatchObject(wrongCode);
    for (let guess = 0; guess < 4; guess += 1) access.pair(code, "Tablet");
    const next = access.openPairing().code;
    expect(access.pair(next, "Tablet")).toMatchObject({ error: { code: "too-many-attempts" } });
    await clock.advance(60_000);
    expect(access.pair(next, "Tablet")).toMatchObject({ ok: true });
  });

  test("S1 without an open code nothing pairs", () => {
    const { access } = station();
    for (const code of ["", "000000", "0".repeat(1_000)]) {
      expect(access.pair(code, "Tablet")).toMatchObject(wrongCode);
    }
  });

  test("a device has a name of its own, since it is its desk (J3)", () => {
    const { access, pairOne } = station();
    for (const name of ["", "  ", "\u0000", "x".repeat(61)]) {
      expect(access.pair(access.openPairing().code, name)).toMatchObject({
        error: { code: "invalid-name" },
      });
    }
    expect(["Tablet", " Tablet ", "Tablet"].map((name) => pairOne(name).name)).toEqual([
      "Tablet",
      "Tablet 2",
      "Tablet 3",
    ]);
  });
});

describe("tokens", () => {
  test("S1 only the hash of a token is kept", () => {
    const { access, kept, pairOne } = station();
    const { token } = pairOne();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([...kept.values()])).not.toContain(token);
    expect(access.check(token)).toEqual({ reach: "desk", device: "Tablet" });
    expect(access.check(`${token}x`)).toBeNull();
    expect(access.check("")).toBeNull();
  });

  test("S1 a revoked device is out at once", () => {
    const { access, pairOne } = station();
    const { token, id } = pairOne();
    expect(access.revoke(id)).toBe(true);
    expect(access.check(token)).toBeNull();
    expect(access.revoke(id)).toBe(false);
    expect(access.list()).toEqual([]);
  });

  test("when a device was seen is written now and then, and a full disk locks nobody out", async () => {
    const { access, clock, kept, pairOne, fill } = station();
    const { token, id } = pairOne();
    access.check(token);
    const first = kept.get(id)?.lastSeenAtMs;
    await clock.advance(60_000);
    access.check(token);
    expect(kept.get(id)?.lastSeenAtMs).toBe(first);
    fill(true);
    await clock.advance(5 * 60_000);
    expect(access.check(token)).not.toBeNull();
    expect(access.pair(access.openPairing().code, "Second")).toMatchObject({
      error: { code: "not-saved" },
    });
    fill(false);
    access.check(token);
    expect(kept.get(id)?.lastSeenAtMs).toBe(clock.now());
  });
});
