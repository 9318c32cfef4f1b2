import { expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Exchange } from "#core/services/desks/exchange.ts";
import type { HubRoundsOptions } from "#core/services/desks/hub-rounds.ts";
import { createHubRounds } from "#core/services/desks/hub-rounds.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import type { Push } from "#shared/contract/peer.ts";
import { createManualClock } from "#test/support/clock.ts";

const chainOf = (device: string, last: number): JournalEntry[] =>
  Array.from({ length: last }, (_, index) => ({
    device,
    epoch: "e",
    sequence: index + 1,
    hlc: "",
    wallAtMs: 0,
    operator: "",
    desk: "",
    kind: "check-in.made",
    eventId: null,
    subject: "r",
    otherSubject: null,
    payload: {},
    salt: "",
    payloadHash: "",
    previousHash: "",
    hash: "",
    commandId: null,
  }));

const noneTaken = {
  format: 1,
  taken: 0,
  refused: {},
  members: [],
  desks: [],
  roster: null,
  vector: {},
  nowMs: 0,
};

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
    return { ...noneTaken, vector: { ...hub } };
  };
  const client = {
    ask: async (path: string, body: unknown) =>
      path === "/peer/entries" ? push(body as Push) : { entries: [], heads: [], more: false },
  };
  return { rounds: roundsWith(client, exchange), offered };
}

const roundsWith = (client: HubRoundsOptions["client"], exchange: Exchange) =>
  createHubRounds(
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

/** The rounds of a desk that takes the entries of the hub's one chain up to `takesUpTo`; the hub sends two at a time. */
function openPulls(takesUpTo: number) {
  const steps: string[] = [];
  let last = 0;
  const exchange: Exchange = {
    vector: () => ({ "h.e": last }),
    batchFor: () => ({ entries: [], heads: [], more: false }),
    take: async ({ entries }) => {
      await new Promise(setImmediate);
      const taken = entries.filter(({ sequence }) => sequence <= takesUpTo);
      last = taken.at(-1)?.sequence ?? last;
      steps.push(`has ${last}`);
      const merge = entries.length - taken.length;
      return { taken: taken.length, refused: merge === 0 ? {} : { merge }, vector: {} };
    },
  };
  const ask: HubRoundsOptions["client"]["ask"] = async (path, body) => {
    if (path === "/peer/entries") return noneTaken;
    const known = (body as { vector: VersionVector }).vector["h.e"] ?? 0;
    steps.push(`asks after ${known}`);
    const entries = chainOf("h", 6).slice(known, known + 2);
    return { entries, heads: [], more: known < 4 };
  };
  return { rounds: roundsWith({ ask }, exchange), steps };
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

test("M4 a desk asks for the next part while it saves a part", async () => {
  const { rounds, steps } = openPulls(6);
  await rounds.run();
  expect(steps.join(", ")).toBe("asks after 0, asks after 2, has 2, asks after 4, has 4, has 6");
});

test("M4 after a part that was refused, the desk asks for what follows the entries that it has", async () => {
  const { rounds, steps } = openPulls(3);
  await rounds.run();
  // Entry 4 is refused: the answer to "asks after 4" is not used.
  expect(steps.join(", ")).toBe(
    "asks after 0, asks after 2, has 2, asks after 4, has 3, asks after 3, asks after 5, has 3, asks after 5, has 3",
  );
});
