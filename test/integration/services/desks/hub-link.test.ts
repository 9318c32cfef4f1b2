import { expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Push } from "#shared/contract/peer.ts";
import type { Exchange } from "#core/services/desks/exchange.ts";
import { RefusedError } from "#core/services/desks/hub-client.ts";
import { openHubLink } from "#core/services/desks/hub-link.ts";
import { createManualClock } from "#test/support/clock.ts";

/** The link of a desk with one entry to a hub whose disk may take nothing, and whose answers may get lost. */
function openLink(answers: { isLost: boolean; isDiskFull: boolean }) {
  const exchange: Exchange = {
    vector: () => ({ "a.e": 1 }),
    batchFor: () => ({
      entries: [{ device: "a", epoch: "e", sequence: 1 } as JournalEntry],
      heads: [],
      more: false,
    }),
    take: async () => ({ taken: 0, refused: {}, vector: {} }),
  };
  let hub = {};
  const push = ({ entries }: Push) => {
    if (entries.length > 0 && answers.isDiskFull) throw new RefusedError("not-saved");
    if (entries.length > 0) hub = { "a.e": 1 };
    const rest = { format: 1, taken: 0, refused: {}, members: [], desks: [], roster: null };
    return { ...rest, vector: hub, nowMs: 0 };
  };
  const clock = createManualClock();
  const states: string[] = [];
  const link = openHubLink({
    client: {
      async ask(path, body) {
        if (answers.isLost) throw new Error("No answer in time");
        return path === "/peer/entries"
          ? push(body as Push)
          : { entries: [], heads: [], more: false };
      },
      request: async () => new Response(""),
    },
    exchange,
    hubDevice: "hub",
    clock,
    logger: { log: () => undefined },
    presence: () => ({ operator: "", hasRoster: null, version: "" }),
    onReply: () => undefined,
    onChange: () => void states.push(link.state().state),
  });
  return { clock, states, link };
}

test("M4 a hub whose disk takes nothing is not shown as up after a break of the connection either", async () => {
  const answers = { isLost: false, isDiskFull: true };
  const { clock, states, link } = openLink(answers);
  await clock.advance(3_000);
  expect(link.state()).toMatchObject({ state: "refused", why: "not-saved", unsent: 1 });
  states.length = 0;
  answers.isLost = true;
  await clock.advance(3_000);
  answers.isLost = false;
  await clock.advance(3_000);
  expect(states).toEqual(["away", "refused"]);
  answers.isDiskFull = false;
  await clock.advance(3_000);
  expect(link.state()).toMatchObject({ state: "up", unsent: 0 });
  await endLink(link, clock);
});

test("M4 what the hub lacks is unknown until it has answered once", async () => {
  const answers = { isLost: true, isDiskFull: false };
  const { clock, link } = openLink(answers);
  await clock.advance(3_000);
  expect(link.state()).toMatchObject({ state: "away", unsent: null });
  answers.isLost = false;
  await clock.advance(3_000);
  expect(link.state()).toMatchObject({ state: "up", unsent: 0 });
  await endLink(link, clock);
});

type Opened = ReturnType<typeof openLink>;

async function endLink(link: Opened["link"], clock: Opened["clock"]): Promise<void> {
  const closed = link.close();
  // The link notices the end, and then gathers commits for the last time.
  await clock.advance(0);
  await clock.advance(1_000);
  await closed;
}
