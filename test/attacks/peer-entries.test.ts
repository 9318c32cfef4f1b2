import { describe, expect, test } from "vitest";
import type { ChainHead } from "#shared/contract/peer.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { PairedPeer } from "#test/support/desks/paired-peer.ts";
import { pairPeer } from "#test/support/desks/paired-peer.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { openHub, openOrganizer } from "#test/support/desks/venue.ts";
import type { Forged } from "./forged-journal.ts";
import { forgeChain } from "./forged-journal.ts";

const note: Forged = { kind: "later.kind", subject: "somebody", eventId: null };

/** A hub, an honest full desk whose first entries the hub has, and a second full desk that sends forged entries. */
async function openVenue() {
  const { hub, code } = await openHub(await openOrganizer());
  const honest = await pairPeer(hub, code, { name: "Honest" });
  const liar = await pairPeer(hub, code, { name: "Liar" });
  const chain = forgeChain(honest.device, [note, note, note, note]);
  const [first, second] = chain;
  await honest.push({ entries: chain.slice(0, 2), heads: [honest.head(second)] });
  return { hub, honest, liar, chain, first };
}

async function offer(peer: PairedPeer, entries: readonly JournalEntry[], heads: ChainHead[] = []) {
  const reply = await peer.push({ entries: [...entries], heads });
  if (!reply.ok) throw new Error(reply.error.code);
  const { taken, refused, vector } = reply.value;
  return { taken, refused, vector };
}

const verified = (hub: VenueDesk) => hub.value("journal.verify", {});
const whole = { brokenAt: [], differences: 0 };

describe("M6 what a full desk says of another one", () => {
  test("M5 M6 an entry of a known desk needs that desk's signature, whoever brings it", async () => {
    const { hub, honest, liar, chain } = await openVenue();
    const [, , third, fourth] = chain;
    if (third === undefined || fourth === undefined) throw new Error("The chain is too short");
    const unsigned = { taken: 0, refused: { unsigned: 1 } };
    expect(await offer(liar, [third])).toMatchObject(unsigned);
    expect(await offer(liar, [third], [liar.head(third)])).toMatchObject(unsigned);
    const renamed = { ...liar.head(third), signer: honest.signer.id };
    expect(await offer(liar, [third], [renamed])).toMatchObject(unsigned);
    // Any full desk may deliver genuine entries of another one.
    expect(await offer(liar, [third, fourth], [honest.head(fourth)])).toMatchObject({ taken: 2 });
    expect(await verified(hub)).toMatchObject(whole);
  });

  test("M6 a forged entry before or beside a signed one is not covered by the signature", async () => {
    const { hub, honest, liar, chain } = await openVenue();
    const [, second, third, fourth] = chain;
    if (second === undefined || third === undefined || fourth === undefined) {
      throw new Error("The chain is too short");
    }
    const lie = { ...note, subject: "a lie" };
    const [forged] = forgeChain(honest.device, [lie], second);
    if (forged === undefined) throw new Error("Nothing was forged");
    const before = await offer(liar, [forged, fourth], [honest.head(fourth)]);
    expect(before.taken).toBe(0);
    for (const entries of [
      [forged, third],
      [third, forged],
    ]) {
      await offer(liar, entries, [honest.head(third)]);
      const chains = await offer(honest, []);
      expect(chains.vector[`${honest.device}.${third.epoch}`]).toBe(3);
    }
    expect(await offer(honest, [fourth], [honest.head(fourth)])).toMatchObject({ taken: 1 });
    expect(await verified(hub)).toMatchObject(whole);
  });
});

describe("M6 J11 what a full desk says of itself", () => {
  test("M6 J11 a changed, rehashed or blanked entry, a gap and an impossible clock are refused and counted", async () => {
    const { hub, liar } = await openVenue();
    const chain = forgeChain(liar.device, [note, note, note]);
    const [first, second, third] = chain;
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error("The chain is too short");
    }
    const refused = { taken: 0, refused: { merge: 1 } };
    expect(await offer(liar, [third], [liar.head(third)])).toMatchObject(refused);
    const changed = { ...first, payload: { changed: true } };
    expect(await offer(liar, [changed], [liar.head(first)])).toMatchObject(refused);
    const blanked = { ...first, payload: null, salt: null };
    expect(await offer(liar, [blanked], [liar.head(first)])).toMatchObject(refused);
    const [late] = forgeChain(liar.device, [{ ...note, wallAtMs: 9e15 }]);
    expect(await offer(liar, late === undefined ? [] : [late], [liar.head(late)])).toMatchObject(
      refused,
    );
    await offer(liar, chain, [liar.head(third)]);
    const [rehashed] = forgeChain(liar.device, [{ ...note, subject: "another" }]);
    const heads = [liar.head(rehashed)];
    const again = await offer(liar, rehashed === undefined ? [] : [rehashed], heads);
    expect(again).toMatchObject(refused);
    expect(await verified(hub)).toMatchObject(whole);
  });

  test("M6 an entry in the hub's own name is refused, with its present epoch or a new one", async () => {
    const { hub, liar } = await openVenue();
    const { vector } = await offer(liar, []);
    const members = await liar.push({});
    const own = members.ok ? members.value.members.find(({ name }) => name === "Hub") : undefined;
    if (own === undefined) throw new Error("The hub does not name itself");
    const [chain = "", sequence = 0] =
      Object.entries(vector).find(([name]) => name.startsWith(own.device)) ?? [];
    const epoch = chain.slice(own.device.length + 1);
    for (const before of [
      { epoch, sequence, hash: "" },
      { epoch: "abababababababab", sequence: 0, hash: "" },
    ]) {
      const forged = forgeChain(own.device, [note], before);
      const [entry] = forged;
      for (const heads of [[], [liar.head(entry)], [{ ...liar.head(entry), signer: own.signer }]]) {
        expect(await offer(liar, forged, heads)).toMatchObject({ taken: 0, refused: { merge: 1 } });
      }
    }
    expect(await verified(hub)).toMatchObject(whole);
  });
});
