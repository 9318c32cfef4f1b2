import type { HubLink } from "#shared/contract/desks.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { countMissing } from "#shared/domain/desks/version-vector.ts";
import { createAlarm } from "./alarm.ts";
import type { HubClient } from "./hub-client.ts";
import { listenToHub } from "./hub-events.ts";
import type { HubEvents } from "./hub-events.ts";
import { refusalOf } from "./hub-failure.ts";
import type { HubRoundsOptions } from "./hub-rounds.ts";
import { createHubRounds } from "./hub-rounds.ts";

const firstRetryMs = 250;
/**
 * The longest pause between two tries. It is short, because a desk must have the entries of the others within two
 * seconds after the network is back (M4).
 */
const lastRetryMs = 1_000;
/** Commits within this time are sent in one push. */
const gatherMs = 30;

export interface HubLinkOptions extends HubRoundsOptions {
  readonly client: HubClient;
  /** Called when the state changed. */
  readonly onChange: () => void;
}

/** The link of a full desk to its hub: exchanges entries until it is closed (M4). */
export function openHubLink(options: HubLinkOptions) {
  const { client, exchange, clock } = options;
  const closing = new AbortController();
  const alarm = createAlarm(clock);
  const state = createLinkState(options);
  const rounds = createHubRounds(options, closing.signal, () => {
    if (!state.isHubDiskFull()) state.enter("up");
  });
  const events = listenToHub(client, closing.signal, clock, () => alarm.wake());
  const running = run(options, closing.signal, { alarm, state, rounds, events });
  return {
    state: (): HubLink => ({
      ...state.now(),
      unsent: countUnsent(exchange.vector(), rounds.hubVector()),
      refused: rounds.refused(),
      behind:
        state.now().state === "up" ? countMissing(rounds.hubVector() ?? {}, exchange.vector()) : 0,
    }),
    /** Called after a commit: the new entries are sent after `gatherMs`. */
    wake: () => alarm.wake(),
    async close() {
      closing.abort();
      alarm.wake();
      await Promise.all([running, events.ended]);
    },
  };
}

export type LiveHubLink = ReturnType<typeof openHubLink>;

/** Null if nobody knows how many entries the hub lacks, because it did not say yet what it has (M4). */
export function countUnsent(own: VersionVector, hub: VersionVector | null): number | null {
  const most = countMissing(own, hub ?? {});
  return hub === null && most > 0 ? null : most;
}

type LinkState = Pick<HubLink, "state" | "sinceMs" | "why">;

function createLinkState({ clock, onChange }: HubLinkOptions) {
  let now: LinkState = { state: "connecting", sinceMs: clock.now(), why: null };
  let isHubDiskFull = false;
  return {
    now: () => now,
    /** The hub's disk took nothing in the last round that the hub answered. Heartbeats do not end that: a whole round does. */
    isHubDiskFull: () => isHubDiskFull,
    enter(state: HubLink["state"], why: HubLink["why"] = null): void {
      if (why === "not-saved") isHubDiskFull = true;
      if (state === "up") isHubDiskFull = false;
      if (now.state === state && now.why === why) return;
      now = { state, sinceMs: clock.now(), why };
      onChange();
    },
  };
}

interface LinkParts {
  readonly alarm: ReturnType<typeof createAlarm>;
  readonly state: ReturnType<typeof createLinkState>;
  readonly rounds: ReturnType<typeof createHubRounds>;
  readonly events: HubEvents;
}

async function run(
  { logger }: HubLinkOptions,
  closed: AbortSignal,
  { alarm, state, rounds, events }: LinkParts,
): Promise<void> {
  let retryMs = firstRetryMs;
  while (!closed.aborted) {
    try {
      await rounds.run();
      state.enter("up");
      retryMs = firstRetryMs;
      await alarm.ring(rounds.untilHeartbeatMs(), gatherMs);
    } catch (error) {
      if (closed.aborted) return;
      rounds.fail();
      events.reopen();
      const why = refusalOf(error, logger);
      state.enter(why === null ? "away" : "refused", why);
      await alarm.ring(retryMs, retryMs);
      retryMs = Math.min(lastRetryMs, retryMs * 2);
    }
  }
}
