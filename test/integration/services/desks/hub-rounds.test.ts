import { expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Exchange } from "#core/services/desks/exchange.ts";
import { createHubRounds } from "#core/services/desks/hub-rounds.ts";
import type { Push } from "#shared/contract/peer.ts";
import { createManualClock } from "#test/support/clock.ts";

const chainOf = (device: string, last: number): JournalEntry[] =>
  Array.from(
    { length: last },
    (_, index) => ({ device, epoch: "e", sequence: index + 1 }) as JournalEntry,
  );

/** The rounds of a desk with two chains, and a hub that accepts of each push the entries for which `takes` is true. */
function openRounds(takes: (device: string, sequence: number) => boolean) {
  const entries = [...chainOf("a", 4), ...chainOf("b", 2)];
  const hub: Record<string, number> = {};
  const offered: string[] = [];
  const exchange: Exchange = {
    vector: () => ({ "a.e": 4, "b.e": 2 }),
    batchFor: (theirs) => ({
      entries: entries.filter(({ device, sequence }) => sequence > (theirs[`${device}.e`] ?? 0)),
      heads: [],
      more: false,
    }),
    take: async () => ({ taken: 0, refused: {}, vector: {} }),
  };
  const push = (body: Push) => {
    const batch = body.entries;
    if (batch.length > 0) {
      offered.push(batch.map(({ device, sequence }) => `${device}${sequence}`).join(" "));
    }
    for (const { device, sequence } of batch) {
      const isNext = sequence === (hub[`${device}.e`] ?? 0) + 1;
      if (isNext && takes(device, sequence)) hub[`${device}.e`] = sequence;
    }
    const rest = { format: 1, taken: 0, refused: {}, members: [], desks: [], roster: null };
    return { ...rest, vector: { ...hub }, nowMs: 0 };
  };
  const client = {
    ask: async (path: string, body: unknown) =>
      path === "/peer/entries" ? push(body as Push) : { entries: [], heads: [], more: false },
  };
  const rounds = createHubRounds(
    {
      client,
      exchange,
      hubDevice: "hub",
      clock: createManualClock(),
      logger: { log: () => undefined },
      presence: () => ({ operator: "", hasRoster: null, version: "" }),
      onReply: () => undefined,
    },
    new AbortController().signal,
    () => undefined,
  );
  return { rounds, offered };
}

test("M4 of a chain that was taken in part the rest is offered at once", async () => {
  let isFirst = true;
  const { rounds, offered } = openRounds((device, sequence) => {
    const taken = device === "b" || sequence <= 2 || !isFirst;
    if (device === "b" && sequence === 2) isFirst = false;
    return taken;
  });
  await rounds.run();
  expect(offered).toEqual(["a1 a2 a3 a4 b1 b2", "a3 a4"]);
});

test("M4 a chain of which nothing was taken is left out, and delays no other chain", async () => {
  const { rounds, offered } = openRounds((device, sequence) => device === "b" || sequence <= 2);
  await rounds.run();
  await rounds.run();
  expect(offered).toEqual(["a1 a2 a3 a4 b1 b2", "a3 a4"]);
});
