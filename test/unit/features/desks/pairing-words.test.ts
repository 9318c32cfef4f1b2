import { expect, test } from "vitest";
import type { Desks } from "#shared/contract/desks.ts";
import { describePairing } from "#renderer/features/desks/pairing-words.ts";

const sender = { who: "this", name: null, rivals: [] } as const;

const describe = (desks: Partial<Pick<Desks, "role" | "sender">>) =>
  describePairing({ role: "alone", sender: { ...sender, rivals: [] }, ...desks });

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
