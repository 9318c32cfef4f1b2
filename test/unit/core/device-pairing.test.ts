import { describe, expect, test } from "vitest";
import type { DeviceRecord } from "#core/db/stores/access-stores.ts";
import { createDeviceAccess } from "#core/device-pairing.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { createManualClock } from "#test/support/clock.ts";

function station() {
  const clock = createManualClock();
  const kept = new Map<string, DeviceRecord>();
  const revoked = new Set<string>();
  const open = { isThere: true, isPractice: false };
  const changes: string[] = [];
  const computers: { readonly device: string; readonly name: string }[] = [];
  let seed = 0;
  let isFull = false;
  const access = createDeviceAccess({
    clock,
    hasLostHub: () => false,
    random: {
      uuid: () => `device-${(seed += 1)}`,
      number: () => 0,
      bytes: (length) => Uint8Array.from({ length }, () => (seed += 1) % 250),
    },
    devices: () =>
      !open.isThere
        ? null
        : {
            add: (device) => void kept.set(device.id, device),
            get: (id) => kept.get(id) ?? null,
            list: () => [...kept.values()],
            seen: (id, atMs) => {
              const device = kept.get(id);
              if (device !== undefined) kept.set(id, { ...device, lastSeenAtMs: atMs });
            },
            setRole: (id, role) => {
              const device = kept.get(id);
              if (device !== undefined) kept.set(id, { ...device, role });
              return device !== undefined;
            },
            rename: (id, name) => {
              const device = kept.get(id);
              if (device !== undefined) kept.set(id, { ...device, name });
            },
            remove: (id) => kept.delete(id),
            revoke: (id) => {
              if (kept.has(id)) revoked.add(id);
              return kept.delete(id);
            },
            wasRevoked: (id) => revoked.has(id),
          },
    isPractice: () => open.isPractice,
    ownerDesk: () => "Desk 1",
    otherComputers: () => [...computers],
    transaction: (run) => {
      if (isFull) throw new NotSavedError("disk-full", null);
      return run();
    },
    learn: ({ device }, name) => void computers.push({ device, name }),
    renameComputer(device, name) {
      const at = computers.findIndex((one) => one.device === device);
      computers[at] = { device, name };
    },
    onChange: () => changes.push("changed"),
  });
  const pairOne = (name = "Tablet") => {
    const reply = access.pair(access.openPairing().code, name, desk);
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value;
  };
  const fill = (full: boolean): void => void (isFull = full);
  return { access, clock, kept, changes, pairOne, fill, open };
}

const laptop = {
  format: 1,
  signer: "key",
  version: "1.0.0",
  organizationId: null,
} as const;
const desk = "192.168.1.20";
const stranger = "192.168.1.66";
const tooMany = { ok: false, error: { code: "too-many-attempts" } };
const wrongCode = { ok: false, error: { code: "wrong-code" } };

/** A code of six digits that differs from this one. */
const notThis = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("pairing", () => {
  test("M2 one code pairs twenty devices, and says how many it still pairs", () => {
    const { access, changes } = station();
    const { code, expiresAtMs } = access.openPairing();
    expect(code).toMatch(/^\d{6}$/);
    expect(expiresAtMs).toBeGreaterThan(0);
    expect(access.pairing()).toEqual({ code, expiresAtMs, left: 20 });
    const paired = access.pair(` ${code.slice(0, 3)} ${code.slice(3)} `, "Tablet", desk);
    expect(paired).toMatchObject({ ok: true, value: { name: "Tablet" } });
    expect(access.pairing()).toEqual({ code, expiresAtMs, left: 19 });
    // One change when the code was shown, and one when it was used.
    expect(changes).toEqual(["changed", "changed"]);
    for (let device = 2; device <= 20; device += 1) {
      expect(access.pair(code, `Station ${device}`, desk)).toMatchObject({ ok: true });
    }
    expect(access.pairing()).toBeNull();
    expect(access.pair(code, "One too many", desk)).toMatchObject(wrongCode);
    expect(access.list()).toHaveLength(20);
  });

  test("M2 a wrong code, a taken name and a full disk use up none of the twenty", () => {
    const { access, pairOne, fill } = station();
    pairOne("Tablet");
    const { code } = access.openPairing();
    access.pair(notThis(code), "x", stranger);
    expect(access.pair(code, "tablet", desk)).toMatchObject({ error: { code: "name-taken" } });
    fill(true);
    expect(access.pair(code, "Phone", desk)).toMatchObject({ error: { code: "not-saved" } });
    fill(false);
    expect(access.pairing()).toMatchObject({ code, left: 20 });
  });

  test("S10 M3 a computer that joins has a name that nobody has or mistakes, and keeps it when it joins again", () => {
    const { access, pairOne } = station();
    pairOne("Tablet");
    const joining = { ...laptop, device: "laptop-a" };
    const join = (name: string, of = joining) =>
      access.pair(access.openPairing().code, name, desk, of);
    for (const name of ["Desk 1", "desk-l", "Tablet", "TABLET", "Tаblet"]) {
      expect(join(name), name).toMatchObject({ error: { code: "name-taken" } });
    }
    expect(join("Laptop")).toMatchObject({ ok: true, value: { name: "Laptop" } });
    expect(join("Laptop", { ...laptop, device: "laptop-b" })).toMatchObject({
      error: { code: "name-taken" },
    });
    expect(access.pair(access.openPairing().code, "Lаptop", desk)).toMatchObject({
      error: { code: "name-taken" },
    });
    expect(join("Laptop")).toMatchObject({ ok: true, value: { name: "Laptop" } });
    expect(access.list().map(({ name }) => name)).toEqual(["Tablet", "Laptop"]);
  });

  test("M2 a code lives ten minutes, whatever the wall clock does, and a new one voids it", async () => {
    const { access, clock } = station();
    const first = access.openPairing().code;
    const second = access.openPairing().code;
    expect(access.pair(first, "Tablet", desk)).toMatchObject(wrongCode);
    clock.jump(-3_600_000);
    await clock.advance(10 * 60_000 - 1);
    expect(access.pair(second, "Tablet", desk)).toMatchObject({ ok: true });
    await clock.advance(1);
    expect(access.pairing()).toBeNull();
    expect(access.pair(second, "Tablet", desk)).toMatchObject(wrongCode);
  });

  test("S12 five wrong codes from one address make that address wait, and nobody else", async () => {
    const { access, clock } = station();
    const { code } = access.openPairing();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(access.pair(notThis(code), "x", stranger)).toMatchObject(wrongCode);
    }
    expect(access.pair(code, "x", stranger)).toMatchObject(tooMany);
    // The same computer with another address of its network, or with its address in another form.
    expect(access.pair(code, "x", `::ffff:${stranger}`)).toMatchObject(tooMany);
    expect(access.pair(code, "Tablet", desk)).toMatchObject({ ok: true });
    const next = access.openPairing().code;
    expect(access.pair(notThis(next), "x", stranger)).toMatchObject(wrongCode);
    await clock.advance(60_000);
    expect(access.pair(next, "Tablet", stranger)).toMatchObject({ ok: true });
  });

  test("S12 an IPv6 network is one address, whatever the second half says", () => {
    const { access } = station();
    const { code } = access.openPairing();
    for (const end of ["1", "2:3", "a:b:c:d", "ffff", "9:9:9"]) {
      const address = `2001:db8:0:7::${end}`.replace("::a:b:c:d", ":a:b:c:d");
      expect(access.pair(notThis(code), "x", address)).toMatchObject(wrongCode);
    }
    expect(access.pair(code, "x", "2001:db8:0:7::1234%eth0")).toMatchObject(tooMany);
    expect(access.pair(code, "x", "2001:db8:0:8::1")).toMatchObject({ ok: true });
  });

  test("S12 twenty wrong codes from many addresses change the code, which ends when it would have ended", () => {
    const { access, changes } = station();
    const first = access.openPairing();
    for (let guess = 0; guess < 20; guess += 1) {
      access.pair(notThis(first.code), "x", `10.0.0.${guess}`);
    }
    const second = access.pairing();
    expect(second?.code).not.toBe(first.code);
    expect(second?.expiresAtMs).toBe(first.expiresAtMs);
    expect(changes).toEqual(["changed", "changed"]);
    expect(access.pair(first.code, "Tablet", desk)).toMatchObject(wrongCode);
    expect(access.pair(second?.code ?? "", "Tablet", desk)).toMatchObject({ ok: true });
  });

  test("S12 a hundred wrong codes a minute are all there are, but for this computer", () => {
    const { access } = station();
    access.openPairing();
    const answers = Array.from({ length: 200 }, (_, guess) =>
      access.pair("none", "x", `10.0.1.${guess}`),
    );
    expect(
      answers.filter((answer) => !answer.ok && answer.error.code === "wrong-code"),
    ).toHaveLength(100);
    const { code = "" } = access.pairing() ?? {};
    expect(access.pair(code, "Tablet", "127.0.0.1")).toMatchObject({ ok: true });
  });

  test("S1 without an open code nothing pairs", () => {
    const { access } = station();
    for (const code of ["", "000000", "0".repeat(1_000)]) {
      expect(access.pair(code, "Tablet", desk)).toMatchObject(wrongCode);
    }
  });

  test("a device has a name of its own, since it is its desk (J3)", () => {
    const { access, pairOne } = station();
    for (const name of ["", "  ", "\u0000", "x".repeat(61)]) {
      expect(access.pair(access.openPairing().code, name, desk)).toMatchObject({
        error: { code: "invalid-name" },
      });
    }
    expect(["Tablet", " Tablet ", "Tablet"].map((name) => pairOne(name).name)).toEqual([
      "Tablet",
      "Tablet 2",
      "Tablet 3",
    ]);
    // A number is counted on, also that of a device which is paired once more.
    expect(pairOne("Tablet 2").name).toBe("Tablet 4");
  });
});

describe("a device is renamed", () => {
  test("S10 M3 a full desk and a browser are renamed, to a name that no other desk has or seems to have", () => {
    const { access, pairOne, fill } = station();
    const joined = access.pair(access.openPairing().code, "Laptop", desk, {
      ...laptop,
      device: "l1",
    });
    if (!joined.ok) throw new Error(joined.error.code);
    const { id } = joined.value;
    const tablet = pairOne();
    expect(access.rename("none", "Phone")).toMatchObject({ error: { code: "not-found" } });
    pairOne("Phone");
    for (const name of ["Laptop", "Phone", "phone", "Desk 1"]) {
      expect(access.rename(tablet.id, name), name).toMatchObject({ error: { code: "name-taken" } });
    }
    expect(access.rename(tablet.id, "Door")).toMatchObject({ ok: true });
    expect(access.check(tablet.id)).toMatchObject({ device: "Door" });
    expect(access.rename(tablet.id, "Tablet")).toMatchObject({ ok: true });
    for (const name of ["Tablet", "tab-let", "Desk l"]) {
      expect(access.rename(id, name), name).toMatchObject({ error: { code: "name-taken" } });
    }
    expect(access.rename(id, " \u200b")).toMatchObject({ error: { code: "invalid-name" } });
    fill(true);
    expect(access.rename(id, "Gate")).toMatchObject({ error: { code: "not-saved" } });
    fill(false);
    expect(access.rename(id, "1aptop")).toMatchObject({ ok: true });
    expect(access.rename(id, "Gate")).toMatchObject({ ok: true });
    expect(access.list().map(({ name }) => name)).toEqual(["Gate", "Tablet", "Phone"]);
  });
});

test("S10 K3 a device that is not known learns why: its access was taken away, practice, another folder, or no folder", () => {
  const { access, pairOne, open } = station();
  const [taken, other] = [pairOne("Tablet"), pairOne("Phone")];
  access.revoke(taken.id);
  expect(access.whyUnknown(taken.id)).toEqual({ why: "access-taken", hub: "Desk 1" });
  expect(access.whyUnknown("never paired")).toEqual({ why: "unknown" });
  open.isPractice = true;
  expect(access.whyUnknown(other.id)).toEqual({ why: "practice" });
  open.isThere = false;
  expect(access.whyUnknown(taken.id)).toEqual({ why: "closed" });
});

describe("tokens", () => {
  test("S1 only the hash of a token is kept", () => {
    const { access, kept, pairOne } = station();
    const { token, id } = pairOne();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([...kept.values()])).not.toContain(token);
    expect(access.check(id)).toMatchObject({ role: "desk", device: "Tablet" });
    expect(access.check(`${id}x`)).toBeNull();
    expect(access.check(token)).toBeNull();
    expect(access.keyOf(id)).toMatch(/^[0-9a-f]{64}$/);
    expect(access.keyOf(token)).toBeNull();
    expect(access.check("")).toBeNull();
  });

  test("S1 a revoked device is out at once", () => {
    const { access, pairOne } = station();
    const { id } = pairOne();
    expect(access.revoke(id)).toBe(true);
    expect(access.keyOf(id)).toBeNull();
    expect(access.check(id)).toBeNull();
    expect(access.revoke(id)).toBe(false);
    expect(access.list()).toEqual([]);
  });

  test("S1 taking access away ends the open code, so that the device cannot come back with it", () => {
    const { access, pairOne } = station();
    const { id } = pairOne();
    const { code } = access.openPairing();
    expect(access.revoke("unknown")).toBe(false);
    expect(access.pairing()).toMatchObject({ code });
    expect(access.revoke(id)).toBe(true);
    expect(access.pairing()).toBeNull();
    expect(access.pair(code, "Tablet", desk)).toMatchObject({ error: { code: "wrong-code" } });
    expect(access.pair(access.openPairing().code, "Tablet", desk)).toMatchObject({ ok: true });
  });

  test("when a device was seen is written now and then, and a full disk locks nobody out", async () => {
    const { access, clock, kept, pairOne, fill } = station();
    const { id } = pairOne();
    access.check(id);
    const first = kept.get(id)?.lastSeenAtMs;
    await clock.advance(60_000);
    access.check(id);
    expect(kept.get(id)?.lastSeenAtMs).toBe(first);
    fill(true);
    await clock.advance(5 * 60_000);
    expect(access.check(id)).not.toBeNull();
    expect(access.pair(access.openPairing().code, "Second", desk)).toMatchObject({
      error: { code: "not-saved" },
    });
    fill(false);
    access.check(id);
    expect(kept.get(id)?.lastSeenAtMs).toBe(clock.now());
  });
});
