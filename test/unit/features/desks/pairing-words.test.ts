import { expect, test } from "vitest";
import type { Desks } from "#shared/contract/desks.ts";
import type { LanAccessState } from "#shared/contract/lan-access.ts";
import { describePairing } from "#renderer/features/desks/pairing-words.ts";

const lanEndpoint = { addresses: ["https://192.168.1.20:4180"], fingerprint: "C8" };
const sender = { who: "this", name: null, rivals: [] } as const;

const describe = (
  desks: Partial<Pick<Desks, "role" | "sender" | "lanEndpoint">>,
  lan: Partial<LanAccessState> & { readonly canServe?: boolean } = {},
) =>
  describePairing(
    { role: "alone", sender: { ...sender, rivals: [] }, lanEndpoint, ...desks },
    { canServe: false, reach: null, addresses: [], isMoved: false, isBroken: false, ...lan },
  );

test("M2 M3 the code is said to let in laptops only at the hub, because no other computer takes them", () => {
  expect(describe({ role: "hub" })).toMatchObject({
    lead: "The code lets in browsers and laptops of this network.",
    joins: true,
  });
  const former = { who: "other", name: "Desk 2", rivals: [] } as const;
  for (const words of [
    describe({}),
    describe({ role: "full" }),
    describe({ role: "hub", sender: { ...former, rivals: [] } }),
  ]) {
    expect(words).toMatchObject({
      lead: "The code lets in browsers of this network.",
      joins: false,
    });
  }
});

test("M2 S1 a computer that other devices cannot reach says so, and what to do", () => {
  const station = describe({ lanEndpoint: null });
  expect(station.lead).toContain("browsers of this computer");
  expect(station.notice?.title).toBe("Other devices cannot reach this computer");
  expect(station.notice?.text).toContain("--host 0.0.0.0");
  const desktop = describe({ lanEndpoint: null }, { canServe: true, reach: "this-computer" });
  expect(desktop.notice?.text).toContain("Who may connect");
  expect(desktop.notice?.text).not.toContain("--host");
  // Nothing is open yet, or the button opens the network itself.
  expect(describe({ lanEndpoint: null }, { canServe: true }).notice).toBeNull();
  expect(
    describe({ role: "hub", lanEndpoint: null }, { canServe: true, reach: "this-computer" }).notice,
  ).toBeNull();
  expect(describe({}).notice).toBeNull();
});
